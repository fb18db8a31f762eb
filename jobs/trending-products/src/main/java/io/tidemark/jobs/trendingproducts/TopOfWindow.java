package io.tidemark.jobs.trendingproducts;

import io.tidemark.jobs.orders.OrderTotals.Totals;
import io.tidemark.operators.aggregate.TopN;
import io.tidemark.operators.aggregate.TypedAggregate;
import io.tidemark.operators.window.WindowResult;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;

/**
 * Ranks the products of one window, of which each row replaces the one before.
 *
 * <p>It keeps the last row of every product, not of the best only: a refund that comes late may
 * bring a product down, and another back that had been beaten. All rows must be of one window.
 */
final class TopOfWindow
        implements TypedAggregate<
                WindowResult<String, ProductTotals>,
                Map<String, WindowResult<String, ProductTotals>>,
                Ranking> {

    private static final long serialVersionUID = 1L;

    private static final TypeInformation<WindowResult<String, ProductTotals>> ROW =
            WindowResult.type(Types.STRING, ProductTotals.TYPE);

    private final TopN<WindowResult<String, ProductTotals>> best;

    private TopOfWindow(TopN<WindowResult<String, ProductTotals>> best) {
        this.best = best;
    }

    static TopOfWindow of(int n, RankBy rankBy) {
        return new TopOfWindow(
                switch (rankBy) {
                    case COUNT ->
                            TopN.highestLong(
                                    n, row -> row.value().totals().count(), WindowResult::key, ROW);
                    case SUM ->
                            TopN.highest(
                                    n, row -> row.value().totals().sum(), WindowResult::key, ROW);
                });
    }

    @Override
    public Map<String, WindowResult<String, ProductTotals>> createAccumulator() {
        return new HashMap<>();
    }

    @Override
    public Map<String, WindowResult<String, ProductTotals>> add(
            WindowResult<String, ProductTotals> row,
            Map<String, WindowResult<String, ProductTotals>> products) {
        products.merge(row.key(), row, (a, b) -> a.pane() > b.pane() ? a : b);
        return products;
    }

    @Override
    public Map<String, WindowResult<String, ProductTotals>> merge(
            Map<String, WindowResult<String, ProductTotals>> a,
            Map<String, WindowResult<String, ProductTotals>> b) {
        b.values().forEach(row -> add(row, a));
        return a;
    }

    @Override
    public Ranking getResult(Map<String, WindowResult<String, ProductTotals>> products) {
        List<WindowResult<String, ProductTotals>> top = best.createAccumulator();
        long windowStart = 0;
        long count = 0;
        BigDecimal sum = BigDecimal.ZERO;
        long met = Long.MIN_VALUE;
        long settled = 0;
        for (WindowResult<String, ProductTotals> row : products.values()) {
            top = best.add(row, top);
            windowStart = row.start();
            Totals totals = row.value().totals();
            count += totals.count();
            sum = sum.add(totals.sum());
            met = Math.max(met, totals.met());
            settled += row.value().settledBy(row.end());
        }
        return new Ranking(
                windowStart,
                new Totals(count, sum, met),
                settled,
                best.getResult(top).stream()
                        .map(row -> new Ranking.Product(row.key(), row.value().totals()))
                        .toList());
    }

    @Override
    public TypeInformation<Map<String, WindowResult<String, ProductTotals>>> accumulatorType() {
        return Types.MAP(Types.STRING, ROW);
    }

    @Override
    public TypeInformation<Ranking> resultType() {
        return Ranking.TYPE;
    }
}
