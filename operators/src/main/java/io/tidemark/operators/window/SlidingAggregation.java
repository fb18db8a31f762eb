package io.tidemark.operators.window;

import io.tidemark.operators.window.Panes.Refinement;
import java.time.Duration;
import java.util.function.Consumer;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.jspecify.annotations.Nullable;

/**
 * An aggregation with one result an event: over what came in its key up to that event, as far back
 * as is asked for. It is what SQL's {@code OVER} is, in event time and with late events.
 *
 * <pre>{@code
 * WindowedResults<SlidingResult<Order, BigDecimal>, Order> spend =
 *         SlidingAggregation.over(ofMinutes(10), ExactSum.of(Order::amount))
 *                 .allowedLateness(ofMinutes(5))
 *                 .emitting(Panes.accumulating())
 *                 .uid("spend-per-customer")
 *                 .applyTo(orders.keyBy(Order::customer));
 * }</pre>
 *
 * <p>Not what Flink calls sliding windows, which have fixed starts: those are {@link
 * EventTimeWindows#hopping}. SQL's {@code RANGE BETWEEN INTERVAL '10' MINUTE PRECEDING AND CURRENT
 * ROW} has both of its ends inside: it is a range of 10 minutes and 1 ms here.
 *
 * <p>A row is sent when the watermark reaches its event's time, rows of one key in the order of
 * event time; with {@link Panes#finalOnly()} and an allowed lateness, when it has passed the
 * lateness too. An event is late if the watermark has reached its time plus the allowed lateness.
 * One that is behind the watermark and not late sends its row at the watermark's next step, and so
 * does each event that was sent before and has it in its range, once a step however many came:
 * {@link PaneTiming#LATE}.
 *
 * <p><b>Cost</b> of an event: with an invertible aggregate one merge and one retraction, whatever
 * is in its range; else three merges, in the mean. An event behind the watermark costs a pass over
 * its range, for each step with such events.
 *
 * <p><b>State</b> of a key: events that the watermark has not reached (that is, of the delay of the
 * watermark, and with {@code finalOnly()} of the allowed lateness); for each event time, or each
 * event if they are counted, in the newest row's range 8 bytes and an accumulator. With
 * accumulating or retracting rows and an allowed lateness also the events of the lateness, and 8
 * bytes and an accumulator for what is in their ranges. All is gone once the watermark has passed
 * the last event by range and lateness. Events are kept as they come and go out again: nobody may
 * change them.
 *
 * <p>Over a restore the range and the allowed lateness must stay as they are, and the mode of the
 * rows if there is an allowed lateness; a restore with others fails and says so. What is kept in
 * memory may change.
 *
 * <p>Each method returns a new aggregation and leaves this one as it is.
 *
 * @param <T> the type of the events
 * @param <A> the type of the accumulators
 * @param <R> the type of the results
 */
public final class SlidingAggregation<T, A, R> {

    private final SlidingRange range;
    private final AggregateFunction<T, A, R> aggregate;
    private final Options<A, R> options;

    /** What may be said about an aggregation, with what holds if nothing is said. */
    private static final class Options<A, R> {

        private long latenessMillis;
        private Panes panes = Panes.finalOnly();
        private long partsInMemory = WindowAggregation.DEFAULT_PARTS_IN_MEMORY;
        private @Nullable AggregateTypes<A, R> types;
        private @Nullable String uid;

        private Options<A, R> but(Consumer<Options<A, R>> change) {
            Options<A, R> changed = new Options<>();
            changed.latenessMillis = latenessMillis;
            changed.panes = panes;
            changed.partsInMemory = partsInMemory;
            changed.types = types;
            changed.uid = uid;
            change.accept(changed);
            return changed;
        }
    }

    private SlidingAggregation(
            SlidingRange range, AggregateFunction<T, A, R> aggregate, Options<A, R> options) {
        this.range = range;
        this.aggregate = aggregate;
        this.options = options;
    }

    /**
     * For each event with time t, an aggregate over the events of its key with times in (t − range,
     * t]: those of the very same time see each other.
     *
     * @param aggregate with {@code merge}; an {@link
     *     io.tidemark.operators.aggregate.InvertibleAggregate} makes the cost of an event
     *     independent of what is in its range, at once and not only in the mean
     * @throws IllegalArgumentException if the range is below 1 ms
     */
    public static <T, A, R> SlidingAggregation<T, A, R> over(
            Duration range, AggregateFunction<T, A, R> aggregate) {
        return new SlidingAggregation<>(
                new SlidingRange(Durations.positive("range", range), SlidingRange.ALL),
                aggregate,
                new Options<>());
    }

    /**
     * For each event with time t, an aggregate over the last events of its key up to and including
     * this one, in the order of event time, as far as their times are in (t − horizon, t]. Events
     * of equal times are ordered by their arrival: an event does not see those that came after it.
     *
     * <p>In what order events of equal times arrive is not the same in every run if they come from
     * several partitions.
     *
     * @param events how many events, the event itself included
     * @param horizon how far back they may be; it is what lets state end
     * @param aggregate as of {@link #over}
     * @throws IllegalArgumentException if the number is below 1, or the horizon below 1 ms
     */
    public static <T, A, R> SlidingAggregation<T, A, R> overLast(
            int events, Duration horizon, AggregateFunction<T, A, R> aggregate) {
        if (events < 1 || events == SlidingRange.ALL) {
            throw new IllegalArgumentException(
                    "events="
                            + events
                            + " is not between 1 and "
                            + (SlidingRange.ALL - 1)
                            + ": give 1 for the event alone, or more; for all in the horizon take"
                            + " over(…)");
        }
        return new SlidingAggregation<>(
                new SlidingRange(Durations.positive("horizon", horizon), events),
                aggregate,
                new Options<>());
    }

    /**
     * How long after its time a row may still change, inclusive: an event is late if the watermark
     * has reached its time plus the lateness. Zero unless given.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public SlidingAggregation<T, A, R> allowedLateness(Duration lateness) {
        long millis = Durations.notNegative("allowedLateness", lateness);
        return with(changed -> changed.latenessMillis = millis);
    }

    /**
     * Which rows an event sends: {@link Panes#finalOnly()} unless given, {@link
     * Panes#accumulating()} or {@link Panes#retracting()}.
     *
     * @throws IllegalArgumentException if rows are to add up, or to come early
     */
    public SlidingAggregation<T, A, R> emitting(Panes panes) {
        if (panes.refinement() == Refinement.DISCARDING) {
            throw new IllegalArgumentException(
                    "emitting=discarding(): the rows of an event do not add up, for each holds the"
                            + " event itself; take accumulating() or retracting()");
        }
        if (panes.hasEarly()) {
            throw new IllegalArgumentException(
                    "emitting="
                            + (panes.earlyMillis() > 0 ? "earlyEvery" : "earlyEveryProcessingTime")
                            + "(…): there are no early rows of an event, whose row is sent when the"
                            + " watermark reaches it; leave it out, or lower the watermark's delay");
        }
        return with(changed -> changed.panes = panes);
    }

    /**
     * How much a subtask keeps in memory: a key costs three parts, and one for each event that
     * waits or may be sent again and each time, or event, in its range. A part is some 40 to 100
     * bytes and an event or accumulator. What exceeds it is in the state backend only.
     *
     * @throws IllegalArgumentException if it is below 1
     */
    public SlidingAggregation<T, A, R> keepingInMemory(long parts) {
        if (parts < 1) {
            throw new IllegalArgumentException(
                    "keepingInMemory=" + parts + " is below 1: give one part or more");
        }
        return with(changed -> changed.partsInMemory = parts);
    }

    /** Names the types of the aggregate, where neither it nor its class tells them. */
    public SlidingAggregation<T, A, R> types(
            TypeInformation<A> accumulator, TypeInformation<R> result) {
        return with(changed -> changed.types = new AggregateTypes<>(accumulator, result));
    }

    /** The operator's stable uid, also its name. */
    public SlidingAggregation<T, A, R> uid(String uid) {
        return with(changed -> changed.uid = uid);
    }

    private SlidingAggregation<T, A, R> with(Consumer<Options<A, R>> change) {
        return new SlidingAggregation<>(range, aggregate, options.but(change));
    }

    /**
     * Puts the aggregation into a keyed stream whose events carry their event time as Flink
     * timestamp. An event is in {@code results}, {@code late} or {@code outOfRange}; {@code
     * partlyLate} is empty, for an event has one range only.
     *
     * @throws IllegalStateException if no uid was given
     * @throws IllegalArgumentException if the types of the aggregate cannot be told
     */
    public <K> WindowedResults<SlidingResult<T, R>, T> applyTo(KeyedStream<T, K> events) {
        String uid = options.uid;
        if (uid == null) {
            throw new IllegalStateException(
                    "a sliding aggregation without a uid loses its state when the job changes: give"
                            + " uid(…)");
        }
        AggregateTypes<A, R> types = AggregateTypes.of(aggregate, events.getType(), options.types);
        SerializerConfig config = events.getExecutionConfig().getSerializerConfig();
        WindowPlan plan =
                new WindowPlan(
                        options.latenessMillis, options.panes, -1, false, options.partsInMemory, 0);
        return WindowedResults.of(
                events,
                new SlidingEngine<K, T, A, R>(
                        range,
                        plan,
                        new Accumulators<>(
                                events.getExecutionEnvironment().clean(aggregate),
                                types.accumulator().createSerializer(config)),
                        events.getType().createSerializer(config)),
                SlidingResult.type(events.getType(), types.result()),
                plan,
                uid);
    }
}
