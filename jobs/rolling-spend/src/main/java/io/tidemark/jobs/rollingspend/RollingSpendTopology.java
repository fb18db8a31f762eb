package io.tidemark.jobs.rollingspend;

import io.tidemark.jobs.orders.AdmittedOrders;
import io.tidemark.jobs.orders.AdmittedOrders.Outputs;
import io.tidemark.jobs.orders.Order;
import io.tidemark.jobs.orders.OrderTotals;
import io.tidemark.jobs.orders.OrderTotals.Totals;
import io.tidemark.operators.deadletter.DeadLetter;
import io.tidemark.operators.window.Panes;
import io.tidemark.operators.window.SlidingAggregation;
import io.tidemark.operators.window.SlidingResult;
import io.tidemark.operators.window.WindowedResults;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.types.Either;

/**
 * The data flow of {@code rolling-spend}, from records to four named outputs.
 *
 * <pre>
 *  records
 *     │
 *  [admitted orders] ───────── unreadable, too late, repeats ────────────▶ dead letters, late
 *     │                        by customer
 *  [spend-as-of-order] ─────── idle partition, order behind the rest ────▶ late
 *     │ an order, and the totals up to it
 *     ▼
 *  results            the judges' counts, at each checkpoint ────────────▶ ledger
 * </pre>
 *
 * <p>The front is {@link AdmittedOrders}. Pure wiring: sources and sinks are the caller's.
 */
final class RollingSpendTopology {

    static final String SPEND_UID = "spend-as-of-order";

    private RollingSpendTopology() {}

    /**
     * Wires the operators behind the given records, which carry their event time and watermarks.
     *
     * <p>An order is late if it lies behind the watermark by the allowed lateness. Within it, the
     * order and those up to the range after it have a new row, once a step of the watermark.
     */
    static Outputs<SlidingResult<Order, Totals>> of(
            DataStream<Either<DeadLetter, Order>> records, RollingSpendOptions options) {
        AdmittedOrders orders =
                AdmittedOrders.of(records, time -> time + 1, options.range(), options.orders());

        WindowedResults<SlidingResult<Order, Totals>, Order> spend =
                SlidingAggregation.over(options.range(), new OrderTotals())
                        .allowedLateness(options.orders().allowedLateness())
                        .emitting(Panes.accumulating())
                        .uid(SPEND_UID)
                        .applyTo(orders.admitted().keyBy(Order::key, Types.STRING));

        return orders.with(spend.results(), spend);
    }
}
