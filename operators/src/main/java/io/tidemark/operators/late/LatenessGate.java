package io.tidemark.operators.late;

import java.io.Serializable;
import java.time.Duration;
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
 *                 progress, WindowEnds.tumbling(ofMinutes(1)), Order::partition, Order::logTime)
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

    private final Progress progress;
    private final WindowEnds windows;
    private final KeySelector<T, Integer> partition;
    private final TimeOf<T> logTime;
    private final long allowedLatenessMillis;
    private final @Nullable Mark<T> mark;

    private LatenessGate(
            Progress progress,
            WindowEnds windows,
            KeySelector<T, Integer> partition,
            TimeOf<T> logTime,
            long allowedLatenessMillis,
            @Nullable Mark<T> mark) {
        this.progress = progress;
        this.windows = windows;
        this.partition = partition;
        this.logTime = logTime;
        this.allowedLatenessMillis = allowedLatenessMillis;
        this.mark = mark;
    }

    /**
     * A gate without allowed lateness.
     *
     * @param progress the rule that the source's watermarks follow too
     * @param windows the windows that the events go to
     * @param partition the partition of the log that an event came from
     * @param logTime when the log took it, epoch milliseconds
     */
    public static <T> LatenessGate<T> judging(
            Progress progress,
            WindowEnds windows,
            KeySelector<T, Integer> partition,
            TimeOf<T> logTime) {
        return new LatenessGate<>(progress, windows, partition, logTime, 0, null);
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
        return new LatenessGate<>(progress, windows, partition, logTime, lateness.toMillis(), mark);
    }

    /**
     * The same gate, marking the events that it lets pass although they lie behind the watermark: a
     * window can then tell whether it was complete before one of its events came, which is so if
     * that event met a watermark of at least the window's end − 1. Only the gate can tell the same
     * way each time.
     */
    public LatenessGate<T> marking(Mark<T> behind) {
        return new LatenessGate<>(
                progress, windows, partition, logTime, allowedLatenessMillis, behind);
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
                        .transform(
                                uid,
                                type,
                                new LatenessGateOperator<>(
                                        progress,
                                        windows,
                                        logTime,
                                        allowedLatenessMillis,
                                        mark,
                                        late,
                                        ledger))
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
}
