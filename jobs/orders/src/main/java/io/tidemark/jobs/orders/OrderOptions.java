package io.tidemark.jobs.orders;

import io.tidemark.jobs.cli.KafkaJobOptions;
import io.tidemark.watermarks.BoundedWatermarks;
import io.tidemark.watermarks.EventTimes;
import io.tidemark.watermarks.FutureGuard;
import io.tidemark.watermarks.TimeOf;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What can be set of every job over orders, validated.
 *
 * @param kafka how the job meets Kafka
 * @param topics what it reads and writes
 * @param fields which field of an order holds what
 * @param watermarkDelay how far behind the newest order of its partition an order is still expected
 * @param watermarkStep grain of the watermark
 * @param maxAhead how far ahead of the log an order's clock is believed
 * @param idleAfter after how long without orders a partition no longer holds the others back; zero
 *     for never; without effect in a bounded run
 * @param allowedLateness how long after its end a window still takes orders
 * @param dedupFor how far apart in event time two orders of one id are still repeats
 * @param summaryEvery for how much time, by the clock, a summary is, if there are summaries
 * @param earliest the earliest plausible time of an order, inclusive
 */
public record OrderOptions(
        KafkaJobOptions kafka,
        Topics topics,
        OrderFields fields,
        Duration watermarkDelay,
        Duration watermarkStep,
        Duration maxAhead,
        Duration idleAfter,
        Duration allowedLateness,
        Duration dedupFor,
        Duration summaryEvery,
        Instant earliest) {

    /**
     * The strategy that both the source and the lateness gate follow.
     *
     * @param eventTime when an order was made, of whatever the stream consists of there
     * @param logTime when the log took it
     */
    public <T> BoundedWatermarks<T> watermarks(TimeOf<T> eventTime, TimeOf<T> logTime) {
        return BoundedWatermarks.waiting(
                        watermarkDelay,
                        EventTimes.of(eventTime).loggedAt(logTime).guardedBy(guard()))
                .movingBy(watermarkStep);
    }

    /** Tells which orders are stamped too far ahead to move the watermark. */
    public FutureGuard guard() {
        return FutureGuard.byLogTime(maxAhead);
    }

    /** The options of a job over orders: these, and its own. */
    public interface Of {

        /** Those that every job over orders has. */
        OrderOptions orders();
    }

    /**
     * The topics of a job.
     *
     * @param orders JSON objects, one an order; must exist
     * @param results the table of results: compacted, created if absent
     * @param late orders that came too late
     * @param deadLetters records that could not be read
     * @param ledger the increments of the ledger
     * @param summary summaries of lateness; null for none
     */
    public record Topics(
            String orders,
            String results,
            String late,
            String deadLetters,
            String ledger,
            @Nullable String summary) {}
}
