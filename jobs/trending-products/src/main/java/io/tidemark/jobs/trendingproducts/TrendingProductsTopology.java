package io.tidemark.jobs.trendingproducts;

import io.tidemark.jobs.orders.AdmittedOrders;
import io.tidemark.jobs.orders.AdmittedOrders.Outputs;
import io.tidemark.jobs.orders.Order;
import io.tidemark.operators.deadletter.DeadLetter;
import io.tidemark.operators.late.Late;
import io.tidemark.operators.window.AlignedWindows;
import io.tidemark.operators.window.EventTimeWindows;
import io.tidemark.operators.window.NeverIdle;
import io.tidemark.operators.window.Panes;
import io.tidemark.operators.window.WindowAggregation;
import io.tidemark.operators.window.WindowResult;
import io.tidemark.operators.window.WindowedResults;
import java.time.Duration;
import java.time.Instant;
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
 *     │ totals of a product
 *  [products-never-idle]       by window end
 *     │
 *  [top-in-window] ─────────── row of a window that closed ──▶ [no-late-totals]: the job fails
 *     │ ranking
 *     ▼
 *  results            the judges' counts, at each checkpoint ────────────▶ ledger
 * </pre>
 *
 * <p>The front is {@link AdmittedOrders}. Pure wiring: sources and sinks are the caller's.
 */
final class TrendingProductsTopology {

    static final String PRODUCTS_UID = "products-in-window";
    static final String NEVER_IDLE_UID = "products-never-idle";
    static final String TOP_UID = "top-in-window";
    static final String NO_LATE_UID = "no-late-totals";

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
     * window can still change. That holds of every subtask that the second stage waits for, and it
     * waits for all of them: none is ever idle. So nothing is late there; if something were, the
     * ranking would lack a product, and the job fails instead.
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
                        .applyTo(
                                NeverIdle.of(products.results(), NEVER_IDLE_UID)
                                        .keyBy(WindowResult::end, Types.LONG));
        DataStream<Late<Order>> none =
                top.late()
                        .map(TrendingProductsTopology::refuse, Late.type(Order.TYPE))
                        .uid(NO_LATE_UID)
                        .name(NO_LATE_UID);

        return orders.with(top.results(), products, none);
    }

    /** After the restart that follows, the rows come again from the last checkpoint. */
    static Late<Order> refuse(Late<WindowResult<String, ProductTotals>> late) {
        throw new IllegalStateException(
                "totals of product "
                        + late.event().key()
                        + " until "
                        + Instant.ofEpochMilli(late.event().end())
                        + " came when the ranking had closed at watermark "
                        + Instant.ofEpochMilli(late.watermark())
                        + " and would be missing from it: this is a fault of the job, not of the"
                        + " data; it starts again from its last checkpoint, and nothing is lost");
    }
}
