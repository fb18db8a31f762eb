package io.tidemark.operators.late;

import java.time.Duration;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.util.OutputTag;
import org.apache.flink.util.function.SerializableFunction;
import org.jspecify.annotations.Nullable;

/**
 * The place where lateness is judged, once for each event, by the progress of the event's own
 * partition.
 *
 * <pre>{@code
 * GatedStream<Order> gated = LatenessGate.<Order>judging(
 *                 progress, WindowEnds.tumbling(ofMinutes(1)), Order::partition, Order::logTime)
 *         .allowing(ofSeconds(30), Order::asUpdate)
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
    private final @Nullable SerializableFunction<T, T> markUpdate;

    private LatenessGate(
            Progress progress,
            WindowEnds windows,
            KeySelector<T, Integer> partition,
            TimeOf<T> logTime,
            long allowedLatenessMillis,
            @Nullable SerializableFunction<T, T> markUpdate) {
        this.progress = progress;
        this.windows = windows;
        this.partition = partition;
        this.logTime = logTime;
        this.allowedLatenessMillis = allowedLatenessMillis;
        this.markUpdate = markUpdate;
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
     * @param markUpdate what becomes of an event that comes within that time, so that a window's
     *     row can tell that it was updated: a verdict that only the gate can give the same way each
     *     time
     * @throws IllegalArgumentException if the lateness is negative
     */
    public LatenessGate<T> allowing(Duration lateness, SerializableFunction<T, T> markUpdate) {
        if (lateness.isNegative()) {
            throw new IllegalArgumentException(
                    "lateness=" + lateness + " is negative: give 0 or more");
        }
        return new LatenessGate<>(
                progress, windows, partition, logTime, lateness.toMillis(), markUpdate);
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
                                        markUpdate,
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
