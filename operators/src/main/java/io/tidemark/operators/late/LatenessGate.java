package io.tidemark.operators.late;

import java.io.Serializable;
import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.util.OutputTag;
import org.jspecify.annotations.Nullable;

/**
 * The place where lateness is judged, once for each event, by the progress of the event's own
 * partition.
 *
 * <pre>{@code
 * GatedStream<Order> gated = LatenessGate.<Order>judging(
 *                 watermarks, WindowEnds.tumbling(ofMinutes(1)), Order::partition)
 *         .allowing(ofSeconds(30))
 *         .marking(Order::behind)
 *         .applyTo(orders, orderType, "lateness-gate");
 * }</pre>
 *
 * <p>The events must carry their event time as Flink timestamp and arrive in the order of their
 * partition's log, as they do from a source whose partitions are each read by one subtask. See the
 * package for the guarantee, the state and the cost.
 *
 * @param <T> the type of the events
 */
public final class LatenessGate<T> {

    private final Settings<T> settings;
    private final KeySelector<T, Integer> partition;

    private LatenessGate(Settings<T> settings, KeySelector<T, Integer> partition) {
        this.settings = settings;
        this.partition = partition;
    }

    /**
     * A gate without allowed lateness.
     *
     * @param strategy the strategy that the source's watermarks follow too, without idleness: it
     *     judges each partition by what its generator emits on events. Its generators must be able
     *     to write their state ({@link org.apache.flink.core.io.IOReadableWritable}), as those of
     *     {@code io.tidemark.watermarks} are
     * @param windows the windows that the events go to
     * @param partition the partition of the log that an event came from
     * @throws IllegalArgumentException if no checkpoint can keep what the strategy knows
     */
    public static <T> LatenessGate<T> judging(
            WatermarkStrategy<T> strategy, WindowEnds windows, KeySelector<T, Integer> partition) {
        return new LatenessGate<>(
                new Settings<>(ClocklessGenerators.of(strategy), windows, 0, null, null, 0),
                partition);
    }

    /**
     * The same gate for windows that still take events for a while after their end.
     *
     * @param lateness how long, in event time, 0 or more
     * @throws IllegalArgumentException if the lateness is negative
     */
    public LatenessGate<T> allowing(Duration lateness) {
        if (lateness.isNegative()) {
            throw new IllegalArgumentException(
                    "lateness=" + lateness + " is negative: give 0 or more");
        }
        return new LatenessGate<>(settings.allowing(Millis.of("lateness", lateness)), partition);
    }

    /**
     * The same gate, marking the events that it lets pass although they lie behind the watermark: a
     * window can then tell whether it was complete before one of its events came, which is so if
     * that event met a watermark of at least the window's end − 1. Only the gate can tell the same
     * way each time.
     */
    public LatenessGate<T> marking(Mark<T> behind) {
        return new LatenessGate<>(settings.marking(behind), partition);
    }

    /**
     * The same gate, counting the events that are stamped too far ahead to move the watermark, in
     * the account {@link LedgerAccount#AHEAD}.
     *
     * @param ahead tells by the event alone, as a guard by log time does; what a guard by the
     *     events before finds ahead, only its metric counts
     */
    public LatenessGate<T> countingAhead(Ahead<T> ahead) {
        return new LatenessGate<>(settings.countingAhead(ahead), partition);
    }

    /**
     * The same gate, holding the source's watermark behind the watermarks of the partitions that it
     * judges: for strategies that learn their delay. In a restored source they learn anew and may
     * come out ahead of what the gate remembers; windows would close too soon.
     *
     * @param releasedAfter how long, by the clock, a partition may be silent before it holds
     *     nothing back any more; it is released at latest after twice that time
     * @throws IllegalArgumentException if that is below 1 ms
     */
    public LatenessGate<T> holdingWatermarks(Duration releasedAfter) {
        if (Millis.isNone(releasedAfter)) {
            throw new IllegalArgumentException(
                    "releasedAfter="
                            + releasedAfter
                            + " is below 1 ms: give the idleness of the source");
        }
        return new LatenessGate<>(
                settings.holding(Millis.of("releasedAfter", releasedAfter)), partition);
    }

    /**
     * What becomes of an event that lies behind the watermark and is not late.
     *
     * @param <T> the type of the events
     */
    @FunctionalInterface
    public interface Mark<T> extends Serializable {

        /**
         * The event, marked.
         *
         * @param watermark the watermark of its partition that it met, at or after its time, epoch
         *     milliseconds
         */
        T behind(T event, long watermark);
    }

    /**
     * Whether an event is stamped further ahead than it can be.
     *
     * @param <T> the type of the events
     */
    @FunctionalInterface
    public interface Ahead<T> extends Serializable {

        /** Whether the event does not move the watermark, however high its time is. */
        boolean test(T event);
    }

    /**
     * Puts the gate into a stream.
     *
     * @param uid the operator's stable uid, also its name
     */
    public GatedStream<T> applyTo(DataStream<T> events, TypeInformation<T> type, String uid) {
        OutputTag<Late<T>> late = new OutputTag<>("late", Late.type(type));
        OutputTag<LedgerEntry> ledger =
                new OutputTag<>("ledger", TypeInformation.of(LedgerEntry.class));
        SingleOutputStreamOperator<T> passed =
                events.keyBy(partition, Types.INT)
                        .transform(uid, type, new LatenessGateOperator<>(settings, late, ledger))
                        .uid(uid);
        return new GatedStream<>(passed, passed.getSideOutput(late), passed.getSideOutput(ledger));
    }

    /**
     * What leaves a gate.
     *
     * @param passed events that a window can still take
     * @param late events that none can
     * @param ledger the gate's entries in the ledger
     * @param <T> the type of the events
     */
    public record GatedStream<T>(
            SingleOutputStreamOperator<T> passed,
            DataStream<Late<T>> late,
            DataStream<LedgerEntry> ledger) {}

    /** What a gate is told; immutable. */
    record Settings<T>(
            ClocklessGenerators<T> generators,
            WindowEnds windows,
            long allowedLatenessMillis,
            @Nullable Mark<T> mark,
            @Nullable Ahead<T> ahead,
            long releasedAfterMillis)
            implements Serializable {

        Settings<T> allowing(long millis) {
            return new Settings<>(generators, windows, millis, mark, ahead, releasedAfterMillis);
        }

        Settings<T> marking(Mark<T> behind) {
            return new Settings<>(
                    generators, windows, allowedLatenessMillis, behind, ahead, releasedAfterMillis);
        }

        Settings<T> countingAhead(Ahead<T> test) {
            return new Settings<>(
                    generators, windows, allowedLatenessMillis, mark, test, releasedAfterMillis);
        }

        Settings<T> holding(long afterMillis) {
            return new Settings<>(
                    generators, windows, allowedLatenessMillis, mark, ahead, afterMillis);
        }

        boolean holdsWatermarks() {
            return releasedAfterMillis > 0;
        }

        boolean isAhead(T event) {
            return ahead != null && ahead.test(event);
        }

        T marked(T event, long watermark) {
            return mark == null ? event : mark.behind(event, watermark);
        }
    }
}
