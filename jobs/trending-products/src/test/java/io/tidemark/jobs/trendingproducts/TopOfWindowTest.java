package io.tidemark.jobs.trendingproducts;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.jobs.orders.OrderTotals.Totals;
import io.tidemark.operators.window.PaneTiming;
import io.tidemark.operators.window.WindowResult;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TopOfWindowTest {

    private final TopOfWindow byCount = TopOfWindow.of(2, RankBy.COUNT);

    @Test
    void theLastRowOfAProductReplacesTheOthersInWhateverOrderTheyAreMerged() {
        Map<String, WindowResult<String, ProductTotals>> newer = byCount.createAccumulator();
        byCount.add(row("jam", 7, 1), newer);
        Map<String, WindowResult<String, ProductTotals>> older = byCount.createAccumulator();
        byCount.add(row("jam", 3, 0), older);
        byCount.add(row("tea", 5, 0), older);

        Ranking ranking = byCount.getResult(byCount.merge(newer, older));

        assertThat(ranking.top()).extracting(Ranking.Product::key).containsExactly("jam", "tea");
        assertThat(ranking.all().count()).isEqualTo(12);
        assertThat(ranking.settled()).isEqualTo(12);
    }

    @Test
    void productsThatAreLevelStandInTheOrderOfTheirNames() {
        Map<String, WindowResult<String, ProductTotals>> products = byCount.createAccumulator();
        List.of("tea", "jam", "egg", "ham").forEach(key -> byCount.add(row(key, 4, 0), products));

        assertThat(byCount.getResult(products).top())
                .extracting(Ranking.Product::key)
                .containsExactly("egg", "ham");
    }

    @Test
    void productsAreRankedBySumWhateverItsScale() {
        TopOfWindow bySum = TopOfWindow.of(1, RankBy.SUM);
        Map<String, WindowResult<String, ProductTotals>> products = bySum.createAccumulator();
        bySum.add(row("jam", new Totals(9, new BigDecimal("2.50"), 0), 0), products);
        bySum.add(row("tea", new Totals(1, new BigDecimal("10"), 0), 0), products);

        assertThat(bySum.getResult(products).top())
                .extracting(Ranking.Product::key)
                .containsExactly("tea");
        assertThat(bySum.getResult(products).all().sum()).isEqualTo(new BigDecimal("12.50"));
    }

    private static WindowResult<String, ProductTotals> row(String key, long count, int pane) {
        return row(key, new Totals(count, BigDecimal.ONE, Long.MIN_VALUE), pane);
    }

    private static WindowResult<String, ProductTotals> row(String key, Totals totals, int pane) {
        return new WindowResult<>(
                key,
                0,
                0,
                60_000,
                new ProductTotals(totals, 60_000, totals.count()),
                PaneTiming.ON_TIME,
                pane,
                false,
                false);
    }
}
