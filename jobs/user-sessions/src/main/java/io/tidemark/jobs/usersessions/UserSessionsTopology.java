package io.tidemark.jobs.usersessions;

import io.tidemark.jobs.orders.AdmittedOrders;
import io.tidemark.jobs.orders.AdmittedOrders.Outputs;
import io.tidemark.jobs.orders.Order;
import io.tidemark.jobs.orders.OrderTotals;
import io.tidemark.jobs.orders.OrderTotals.Totals;
import io.tidemark.operators.deadletter.DeadLetter;
import io.tidemark.operators.window.EventTimeWindows;
import io.tidemark.operators.window.Panes;
import io.tidemark.operators.window.WindowAggregation;
import io.tidemark.operators.window.WindowResult;
import io.tidemark.operators.window.WindowedResults;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.types.Either;

/**
 * The data flow of {@code user-sessions}, from records to four named outputs.
 *
 * <pre>
 *  records
 *     │
 *  [admitted orders] ───────── unreadable, too late, repeats ────────────▶ dead letters, late
 *     │                        by user
 *  [orders-in-session] ─────── idle partition, session closed ───────────▶ late
 *     │ totals of a session, and rows taken back
 *     ▼
 *  results            the judges' counts, at each checkpoint ────────────▶ ledger
 * </pre>
 *
 * <p>The front is {@link AdmittedOrders}. Pure wiring: sources and sinks are the caller's.
 */
final class UserSessionsTopology {

    static final String SESSIONS_UID = "orders-in-session";

    private UserSessionsTopology() {}

    /**
     * Wires the operators behind the given records, which carry their event time and watermarks.
     *
     * <p>An order is late if it lies behind the watermark by the allowed lateness. One that does
     * not finds every session open that it could join, however far the other partitions have come,
     * so that the sessions are the same in every run.
     */
    static Outputs<WindowResult<String, Totals>> of(
            DataStream<Either<DeadLetter, Order>> records, UserSessionsOptions options) {
        AdmittedOrders orders =
                AdmittedOrders.of(records, time -> time + 1, options.gap(), options.orders());

        WindowedResults<WindowResult<String, Totals>, Order> sessions =
                WindowAggregation.of(
                                EventTimeWindows.<Order>sessions(options.gap()), new OrderTotals())
                        // A session closes 1 ms before an order can come that lies exactly the gap
                        // behind its last one, and would join it: that order must find it open.
                        .allowedLateness(options.orders().allowedLateness().plusMillis(1))
                        .emitting(Panes.retracting())
                        .uid(SESSIONS_UID)
                        .applyTo(orders.admitted().keyBy(Order::key, Types.STRING));

        return orders.with(sessions.results(), sessions);
    }
}
