package io.tidemark.jobs.trendingproducts;

import io.tidemark.jobs.orders.AdmittedOrders;
import io.tidemark.jobs.orders.AdmittedOrders.Outputs;
import io.tidemark.jobs.orders.Order;
import io.tidemark.operators.deadletter.DeadLetter;
import io.tidemark.operators.window.AlignedWindows;
import io.tidemark.operators.window.EventTimeWindows;
import io.tidemark.operators.window.Panes;
import io.tidemark.operators.window.WindowAggregation;
import io.tidemark.operators.window.WindowResult;
import io.tidemark.operators.window.WindowedResults;
import java.time.Duration;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.types.Either;

/**
 * The data flow of {@code trending-products}, from records to four named outputs.
 *
 * <pre>
 *  records
 *     │
 *  [admitted orders] ───────── unreadable, too late, repeats ────────────▶ dead letters, late
 *     │                        by product
 *  [products-in-window] ────── idle partition, windows closed ───────────▶ late
 *     │ totals of a product    by window end
 *  [top-in-window]
 *     │ ranking
 *     ▼
 *  results            the judges' counts, at each checkpoint ────────────▶ ledger
 * </pre>
 *
 * <p>The front is {@link AdmittedOrders}. Pure wiring: sources and sinks are the caller's.
 */
final class TrendingProductsTopology {

    static final String PRODUCTS_UID = "products-in-window";
    static final String TOP_UID = "top-in-window";

    private TrendingProductsTopology() {}

    /**
     * Wires the operators behind the given records, which carry their event time and watermarks.
     *
     * <p>An order is late if it is too late for the first of its windows to end, as it would be in
     * tumbling windows of one hop. Judged by its last window it would be in some windows and not in
     * others, and in which ones would depend on how far the slowest partition has come, so that no
     * two runs need agree.
     *
     * <p>A row of the first stage has its window's end − 1 for event time, and each hop has one
     * such end: the second stage's windows are one hop long and end with the windows of the first.
     * Rows that late orders bring find them open: a row leaves the first stage in front of a
     * watermark that it was made by, so the second has only seen the one before, by which its
     * window can still change. Nothing is late there, and if it were, the ledger would miss it.
     */
    static Outputs<WindowResult<Long, Ranking>> of(
            DataStream<Either<DeadLetter, Order>> records, TrendingProductsOptions options) {
        Duration lateness = options.orders().allowedLateness();
        AlignedWindows windows = EventTimeWindows.hopping(options.window(), options.hop());

        AdmittedOrders orders =
                AdmittedOrders.of(records, windows::firstEnd, options.window(), options.orders());

        WindowedResults<WindowResult<String, ProductTotals>, Order> products =
                WindowAggregation.of(windows, new SettledTotals(windows))
                        .allowedLateness(lateness)
                        .emitting(Panes.accumulating())
                        .uid(PRODUCTS_UID)
                        .applyTo(orders.admitted().keyBy(Order::key, Types.STRING));

        AlignedWindows endings =
                EventTimeWindows.tumbling(options.hop()).offsetBy(options.window());
        WindowedResults<WindowResult<Long, Ranking>, WindowResult<String, ProductTotals>> top =
                WindowAggregation.of(endings, TopOfWindow.of(options.top(), options.rankBy()))
                        .allowedLateness(lateness)
                        .emitting(Panes.accumulating())
                        .uid(TOP_UID)
                        .applyTo(products.results().keyBy(WindowResult::end, Types.LONG));

        return orders.with(top.results(), products);
    }
}
