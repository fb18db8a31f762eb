package io.tidemark.jobs.ordersperminute;

import io.tidemark.operators.deadletter.DeadLetter;
import io.tidemark.operators.deadletter.DeadLetters;
import io.tidemark.operators.dedup.Deduplication;
import io.tidemark.operators.dedup.Deduplication.DeduplicatedStream;
import io.tidemark.operators.late.Late;
import io.tidemark.operators.late.LateBehindWindows;
import io.tidemark.operators.late.LatenessGate;
import io.tidemark.operators.late.LatenessGate.GatedStream;
import io.tidemark.operators.late.LedgerEntry;
import io.tidemark.operators.late.Progress;
import io.tidemark.operators.late.WindowEnds;
import io.tidemark.operators.window.CountAndSum;
import io.tidemark.watermarks.BoundedDisorder;
import io.tidemark.watermarks.BoundedWatermarks;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.types.Either;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * The data flow of {@code orders-per-minute}, from records to four named outputs.
 *
 * <pre>
 *  records, with event time and a watermark of each partition
 *     │
 *  [dead-letters] ──────────── cannot be read, cannot be right ──────────▶ dead letters
 *     │ orders                 by partition
 *  [lateness-gate] ─────────── too late for every window ────────────────▶ late
 *     │ in time                by id
 *  [deduplication] ─────────── repeats: counted, gone
 *     │ first of each id       by key
 *  [orders-in-window] ──────── idle partition, window closed ─[late-behind-windows]─▶ late
 *     │
 *     ▼
 *  results            the four judges' counts, at each checkpoint ──────▶ ledger
 * </pre>
 *
 * <p>Pure wiring: sources and sinks are the caller's.
 */
final class OrdersPerMinuteTopology {

    static final String SOURCE_UID = "orders-source";
    static final String DEAD_LETTERS_UID = "dead-letters";
    static final String GATE_UID = "lateness-gate";
    static final String DEDUPLICATION_UID = "deduplication";
    static final String WINDOW_UID = "orders-in-window";
    static final String LATE_BEHIND_WINDOWS_UID = "late-behind-windows";
    static final String RESULTS_SINK_UID = "results-sink";
    static final String LATE_SINK_UID = "late-sink";
    static final String DEAD_LETTER_SINK_UID = "dead-letter-sink";
    static final String LEDGER_SINK_UID = "ledger-sink";

    private OrdersPerMinuteTopology() {}

    /**
     * What the job writes.
     *
     * @param results one row for each key and window, and one more for each order within the
     *     allowed lateness
     * @param late orders that no window could take
     * @param deadLetters records that could not become orders
     * @param ledger what was counted between two checkpoints
     */
    record Outputs(
            SingleOutputStreamOperator<OrdersInWindow> results,
            DataStream<Late<Order>> late,
            DataStream<DeadLetter> deadLetters,
            DataStream<LedgerEntry> ledger) {}

    /**
     * Event time and watermarks for the records of a source, partition by partition.
     *
     * <p>A bounded run declares no partition idle: one that has nothing more to give ends, and
     * where some have ended and the rest is called idle, because the broker pauses or a transaction
     * stays open, Flink takes the end of time for the watermark and everything that follows is
     * late.
     */
    static WatermarkStrategy<Either<DeadLetter, Order>> watermarks(OrdersPerMinuteOptions options) {
        WatermarkStrategy<Either<DeadLetter, Order>> watermarks =
                BoundedWatermarks.by(
                        options.disorder(),
                        record -> record.isRight() ? record.right().time() : Long.MIN_VALUE,
                        record -> record.right().logTime());
        return options.idleAfter().isZero() || options.kafka().untilEnd()
                ? watermarks
                : watermarks.withIdleness(options.idleAfter());
    }

    /**
     * Wires the operators behind the given records, which carry their event time and watermarks.
     */
    static Outputs of(
            DataStream<Either<DeadLetter, Order>> records, OrdersPerMinuteOptions options) {
        DeadLetters<Order> read = DeadLetters.split(records, Order.TYPE, DEAD_LETTERS_UID);

        WindowEnds windows = WindowEnds.tumbling(options.window());
        GatedStream<Order> gated =
                LatenessGate.<Order>judging(
                                new GateProgress(options.disorder()),
                                windows,
                                Order::partition,
                                Order::logTime)
                        .allowing(options.allowedLateness(), Order::asUpdate)
                        .applyTo(read.events(), Order.TYPE, GATE_UID);

        DeduplicatedStream<Order> deduplicated =
                Deduplication.<Order>by(
                                Order::id,
                                options.dedupFor(),
                                options.window().plus(options.allowedLateness()))
                        .applyTo(gated.passed(), Order.TYPE, DEDUPLICATION_UID);

        OutputTag<Order> refused = new OutputTag<>("refused", Order.TYPE);
        SingleOutputStreamOperator<OrdersInWindow> results =
                deduplicated
                        .admitted()
                        .keyBy(Order::key, Types.STRING)
                        .window(TumblingEventTimeWindows.of(options.window()))
                        .allowedLateness(options.allowedLateness())
                        .sideOutputLateData(refused)
                        .aggregate(
                                CountAndSum.of(Order::value, Order::update),
                                new ToResult(),
                                CountAndSum.Accumulator.TYPE,
                                CountAndSum.Accumulator.TYPE,
                                OrdersInWindow.TYPE)
                        .uid(WINDOW_UID)
                        .name(WINDOW_UID);
        LateBehindWindows<Order> lateBehindWindows =
                LateBehindWindows.of(
                        results.getSideOutput(refused),
                        windows,
                        Order.TYPE,
                        LATE_BEHIND_WINDOWS_UID);

        return new Outputs(
                results,
                gated.late().union(lateBehindWindows.late()),
                read.deadLetters(),
                read.ledger()
                        .union(gated.ledger(), deduplicated.ledger(), lateBehindWindows.ledger()));
    }

    /** The watermarks' own rule, in the gate's words. */
    private record GateProgress(BoundedDisorder rule) implements Progress {

        @Override
        public long advance(long progress, long eventTime, long logTime) {
            return rule.advance(progress, eventTime, logTime);
        }

        @Override
        public long watermark(long progress) {
            return rule.watermark(progress);
        }

        @Override
        public boolean isAhead(long eventTime, long logTime) {
            return rule.isAhead(eventTime, logTime);
        }
    }

    private static final class ToResult
            extends ProcessWindowFunction<
                    CountAndSum.Accumulator, OrdersInWindow, String, TimeWindow> {

        private static final long serialVersionUID = 1L;

        @Override
        public void process(
                String key,
                Context context,
                Iterable<CountAndSum.Accumulator> totals,
                Collector<OrdersInWindow> out) {
            CountAndSum.Accumulator total = totals.iterator().next();
            out.collect(
                    new OrdersInWindow(
                            context.window().getStart(),
                            context.window().getEnd(),
                            key,
                            total.count(),
                            total.sum(),
                            total.updated()
                                    ? OrdersInWindow.Pane.LATE_UPDATE
                                    : OrdersInWindow.Pane.ON_TIME));
        }
    }
}
