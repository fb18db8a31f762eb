package io.tidemark.jobs.ordersperminute;

import io.tidemark.jobs.orders.AdmittedOrders;
import io.tidemark.jobs.orders.AdmittedOrders.Outputs;
import io.tidemark.jobs.orders.Order;
import io.tidemark.jobs.orders.OrderTotals;
import io.tidemark.jobs.orders.OrderTotals.Totals;
import io.tidemark.operators.deadletter.DeadLetter;
import io.tidemark.operators.window.AlignedWindows;
import io.tidemark.operators.window.EventTimeWindows;
import io.tidemark.operators.window.Panes;
import io.tidemark.operators.window.WindowAggregation;
import io.tidemark.operators.window.WindowResult;
import io.tidemark.operators.window.WindowedResults;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.types.Either;

/**
 * The data flow of {@code orders-per-minute}, from records to four named outputs.
 *
 * <pre>
 *  records
 *     │
 *  [admitted orders] ───────── unreadable, too late, repeats ────────────▶ dead letters, late
 *     │                        by key
 *  [orders-in-window] ──────── idle partition, window closed ────────────▶ late
 *     │ totals of a key
 *     ▼
 *  results            the judges' counts, at each checkpoint ────────────▶ ledger
 * </pre>
 *
 * <p>The front is {@link AdmittedOrders}. Pure wiring: sources and sinks are the caller's.
 */
final class OrdersPerMinuteTopology {

    static final String WINDOW_UID = "orders-in-window";

    private OrdersPerMinuteTopology() {}

    /**
     * Wires the operators behind the given records, which carry their event time and watermarks.
     *
     * <p>A window has one row at its end, and one more for each step of the watermark in which it
     * took orders within the allowed lateness; each replaces the one before.
     */
    static Outputs<WindowResult<String, Totals>> of(
            DataStream<Either<DeadLetter, Order>> records, OrdersPerMinuteOptions options) {
        AlignedWindows windows = EventTimeWindows.tumbling(options.window());

        AdmittedOrders orders =
                AdmittedOrders.of(records, windows, options.window(), options.orders());

        WindowedResults<WindowResult<String, Totals>, Order> inWindow =
                WindowAggregation.of(windows, new OrderTotals())
                        .allowedLateness(options.orders().allowedLateness())
                        .emitting(Panes.accumulating())
                        .uid(WINDOW_UID)
                        .applyTo(orders.admitted().keyBy(Order::key, Types.STRING));

        return orders.with(inWindow.results(), inWindow);
    }
}
