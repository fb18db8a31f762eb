package io.tidemark.jobs.watermarklab;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * What the lab found out about one file or topic: the content of {@code report.json}, which is this
 * tree of records with names in snake case.
 *
 * <p>Moments are milliseconds since 1970 UTC, durations are milliseconds; whatever does not exist
 * is null. Tables are kept by column: the columns of one table are equally long, and an index means
 * the same row in each of them. Every number lies below 2<sup>53</sup>, so that a browser reads it
 * exactly.
 *
 * @param format the version of this form, {@link #FORMAT}
 * @param source what was read
 * @param madeAt when the report was made, epoch ms
 * @param events how many events there were, and what became of them
 * @param span from when to when they reach, null if no event was analysed
 * @param lag how long after it happened an event arrived; null if no event was analysed, or if only
 *     the order of arrival is known
 * @param disorder how far events lay behind the highest event time before them; null if no event
 *     was analysed
 * @param windows one to three windows; the first is the one that was asked for
 * @param delays what each delay of the grid buys and costs
 * @param reaching which delay reaches which share of the events, shares ascending
 * @param recommendation the answer, null if no event was analysed
 * @param truncation what the end of the history hides, null if no event was analysed
 * @param warnings what the reader must know before she trusts the answer
 * @param partitions at most 50, those with the greatest losses first
 * @param worstKeys at most 20, those with the greatest losses first
 * @param dots at most 6,000 of the events
 * @param progress how event time went forward
 * @param strategies the strategies that the same history was run against, as they are to be shown
 */
public record LabReport(
        int format,
        Source source,
        long madeAt,
        Events events,
        @Nullable Span span,
        @Nullable Lag lag,
        @Nullable Disorder disorder,
        List<Window> windows,
        Delays delays,
        List<Reaching> reaching,
        @Nullable Recommendation recommendation,
        @Nullable Truncation truncation,
        List<Warning> warnings,
        List<Partition> partitions,
        List<WorstKey> worstKeys,
        Dots dots,
        Progress progress,
        List<Strategy> strategies) {

    /** The only version of this form there is. */
    public static final int FORMAT = 3;

    /** What {@link Source#arrival} says where the source has no arrival times. */
    public static final String ROW_ORDER = "row order";

    /** What {@link Source#arrival} says where it is the time at which a log took the records. */
    public static final String LOG_TIME = "log time";

    private static final JsonMapper JSON =
            JsonMapper.builder()
                    .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                    .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                    .build();

    /**
     * What was read.
     *
     * @param name the file or topic
     * @param event the field or column that holds the event time
     * @param arrival where arrival times come from: a field or column, {@link #LOG_TIME}, or {@link
     *     #ROW_ORDER} where there are none
     * @param partitions how many partitions had at least one event
     */
    public record Source(String name, String event, String arrival, int partitions) {}

    /**
     * The ledger: {@code in = analysed + the sum of rejected}.
     *
     * @param in how many records were read
     * @param analysed how many of them had a plausible time; every share refers to these
     * @param ahead how many of the analysed were stamped too far ahead of their arrival to move the
     *     watermark
     * @param rejected how many had none, by reason
     */
    public record Events(long in, long analysed, long ahead, SortedMap<String, Long> rejected) {}

    /**
     * From when to when the analysed events reach, all inclusive, epoch ms.
     *
     * @param firstEvent the lowest event time
     * @param lastEvent the highest
     * @param firstArrival the lowest arrival time, null without arrival times
     * @param lastArrival the highest
     */
    public record Span(
            long firstEvent,
            long lastEvent,
            @Nullable Long firstArrival,
            @Nullable Long lastArrival) {}

    /**
     * Quantiles of arrival minus event time, ms; lags below zero, where a clock ran ahead, count as
     * 0.
     *
     * @param p50 half of the events have at most this lag
     * @param p90 90% have at most this lag
     * @param p95 95% have at most this lag
     * @param p99 99% have at most this lag
     * @param p999 99.9% have at most this lag
     * @param max the longest lag
     * @param negative how many events arrived before they happened
     */
    public record Lag(long p50, long p90, long p95, long p99, long p999, long max, long negative) {}

    /**
     * Quantiles of how far an event lies behind the highest credible event time before it in its
     * partition, ms; zero for an event that is not out of order.
     *
     * @param p50 half of the events have at most this disorder
     * @param p90 90% have at most this disorder
     * @param p95 95% have at most this disorder
     * @param p99 99% have at most this disorder
     * @param p999 99.9% have at most this disorder
     * @param max the greatest disorder
     * @param outOfOrder how many events have a disorder above zero
     */
    public record Disorder(
            long p50, long p90, long p95, long p99, long p999, long max, long outOfOrder) {}

    /**
     * A tumbling window, aligned to 1970 UTC.
     *
     * @param name as people say it, such as {@code 1 min}
     * @param sizeMs how long it is, ms
     */
    public record Window(String name, long sizeMs) {}

    /**
     * What each delay buys and costs: one column a measure, one row a delay.
     *
     * @param delayMs the delay of the watermark, ms, strictly ascending from 0
     * @param stepMs the step by which a watermark with that delay moves, ms
     * @param behind how many events lay at or before the watermark when they came
     * @param lost for each window, how many events came after it had closed
     * @param latencyMs for each window, the mean time from a window's end to its result, in event
     *     time, ms: the delay, and what the step, gaps between events and the slowest partition
     *     add; null where no window closed
     * @param openWindows for each window, how many pairs of a key and a window were open at once,
     *     on average; bytes of state are as many times what the job keeps for one
     */
    public record Delays(
            List<Long> delayMs,
            List<Long> stepMs,
            List<Long> behind,
            List<List<Long>> lost,
            List<List<@Nullable Double>> latencyMs,
            List<List<@Nullable Double>> openWindows) {}

    /**
     * Which delay reaches a share of the events.
     *
     * @param share the share, above 0 and below 1
     * @param delayMs the smallest delay with which this share of all events is not behind the
     *     watermark, ms, as the history has it; null if no delay of the grid does it
     * @param correctedDelayMs the same, corrected for what had not arrived yet; null without an
     *     estimate
     * @param windowDelayMs for each window, the smallest delay with which this share of all events
     *     is not lost, ms; null if no delay of the grid does it
     * @param correctedWindowDelayMs for each window the same, corrected; null without an estimate
     */
    public record Reaching(
            double share,
            @Nullable Long delayMs,
            @Nullable Long correctedDelayMs,
            List<@Nullable Long> windowDelayMs,
            List<@Nullable Long> correctedWindowDelayMs) {}

    /**
     * The answer.
     *
     * @param delayMs the delay to take, ms
     * @param index where it stands in the grid
     * @param window for which of the windows it was picked
     * @param asked the share of all events that was asked for, above 0 and below 1
     * @param completeness the share of all analysed events, from 0 to 1, that arrive in time for
     *     their window with it, as counted; a single window may keep less
     * @param reason why this one, in a sentence or two
     * @param java the line that builds the strategy
     */
    public record Recommendation(
            long delayMs,
            int index,
            int window,
            double asked,
            double completeness,
            String reason,
            String java) {

        /** Whether no delay keeps what was asked for, and this one only what can be kept. */
        boolean keepsLess() {
            return completeness < asked;
        }
    }

    /**
     * What the end of the history hides: of the latest events, those with a long way had not
     * arrived yet, so that quantiles which are simply counted come out too low.
     *
     * @param method how it was corrected, with its source
     * @param lag of lag; null without arrival times
     * @param disorder of disorder
     * @param unseenShare the estimated share of events that happened within the span and had not
     *     arrived by its end, from 0 to 1; null where the history is too short to tell
     */
    public record Truncation(
            String method,
            @Nullable Corrected lag,
            @Nullable Corrected disorder,
            @Nullable Double unseenShare) {}

    /**
     * The same quantiles twice.
     *
     * @param naive as counted
     * @param corrected as they would be, had everything arrived
     */
    public record Corrected(Quantiles naive, Estimates corrected) {}

    /**
     * Four quantiles, ms.
     *
     * @param p50 half lie at or below it
     * @param p90 90% lie at or below it
     * @param p95 95% lie at or below it
     * @param p99 99% lie at or below it
     */
    public record Quantiles(long p50, long p90, long p95, long p99) {}

    /**
     * Four estimated quantiles, ms; each by itself null where the history is too short to tell.
     *
     * @param p50 half lie at or below it
     * @param p90 90% lie at or below it
     * @param p95 95% lie at or below it
     * @param p99 99% lie at or below it
     */
    public record Estimates(
            @Nullable Long p50, @Nullable Long p90, @Nullable Long p95, @Nullable Long p99) {}

    /**
     * What the reader must know before she trusts the answer.
     *
     * @param code a stable word for programs
     * @param text what was seen, and what it means for the answer
     */
    public record Warning(String code, String text) {}

    /**
     * One partition at the recommended delay.
     *
     * @param partition its name
     * @param events how many of its events were analysed
     * @param behind how many of them were behind the watermark
     * @param lost how many were lost to the window that the recommendation is for
     * @param disorderP99 99% of its events have at most this disorder, ms
     * @param lagP99 99% have at most this lag, ms; null without arrival times
     */
    public record Partition(
            String partition,
            long events,
            long behind,
            long lost,
            @Nullable Long disorderP99,
            @Nullable Long lagP99) {}

    /**
     * One key at the recommended delay.
     *
     * @param key the key; the empty one is a key like any other
     * @param events how many of its events were analysed
     * @param behind how many of them were behind the watermark
     * @param lost how many were lost to the window that the recommendation is for
     * @param disorderMax the greatest disorder among its events, ms
     */
    public record WorstKey(String key, long events, long behind, long lost, long disorderMax) {}

    /**
     * Some of the events, each a dot; one column a property.
     *
     * @param sampledFrom how many events they were drawn from
     * @param eventMs when it happened, epoch ms
     * @param lagMs its lag, ms, or its disorder without arrival times
     * @param okAt from which index of the grid on it is behind no longer; the length of the grid if
     *     it always is
     * @param keptAt for each window, from which index of the grid on it is lost no longer
     * @param partition the number of its partition
     */
    public record Dots(
            long sampledFrom,
            List<Long> eventMs,
            List<Long> lagMs,
            List<Integer> okAt,
            List<List<Integer>> keptAt,
            List<Integer> partition) {}

    /**
     * How event time went forward: a window of a delay closes when the watermark, made from {@code
     * maxEventMs}, has reached its end. Both columns never go down; at most 2,000 points. With
     * several partitions it is the progress of the slowest, since windows wait for it, and begins
     * when the last one does.
     *
     * @param exact whether each moment at which it moved has a point: then a window closes at the
     *     first point whose watermark has reached its end; else after the point before that one,
     *     and no later
     * @param arrivalMs when, epoch ms; without arrival times how many events had come
     * @param maxEventMs the highest credible event time by then, epoch ms
     */
    public record Progress(boolean exact, List<Long> arrivalMs, List<Long> maxEventMs) {}

    /**
     * What one strategy made of the same history.
     *
     * @param name a short name that tells it from the others
     * @param java the line that builds it
     * @param behind how many events lay at or before its watermark when they came
     * @param lost for each window, how many events came after it had closed
     * @param meanWaitMs how far its watermark trailed the highest event time, ms, on average over
     *     all events; one after which there was no watermark yet counts the time since the first
     *     event of its partition
     * @param noWatermark how many events passed without a watermark, themselves included
     * @param series how far over time
     */
    public record Strategy(
            String name,
            String java,
            long behind,
            List<Long> lost,
            double meanWaitMs,
            long noWatermark,
            Series series) {}

    /**
     * How a delay went over time, at most 600 points.
     *
     * @param eventMs event time, epoch ms, never going down
     * @param delayMs how far the watermark trailed the highest event time at that point, ms
     */
    public record Series(List<Long> eventMs, List<Long> delayMs) {}

    /**
     * Reads a report and leaves the stream open.
     *
     * @throws IOException if it can't be read, is no report of this format, has a property that
     *     this format doesn't know, or columns of different lengths
     */
    public static LabReport fromJson(InputStream in) throws IOException {
        LabReport report =
                JSON.readerFor(LabReport.class)
                        .without(JsonParser.Feature.AUTO_CLOSE_SOURCE)
                        .readValue(in);
        try {
            return LabReportCheck.passed(report);
        } catch (IllegalArgumentException e) {
            throw new IOException("this is no report of the lab: " + e.getMessage(), e);
        }
    }

    /**
     * Writes the report in UTF-8 and leaves the stream open.
     *
     * @throws IllegalArgumentException if columns of one table have different lengths
     */
    public void toJson(OutputStream out) throws IOException {
        JSON.writer()
                .without(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
                .writeValue(out, LabReportCheck.passed(this));
    }
}
