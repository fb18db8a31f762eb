package io.tidemark.operators.window;

import io.tidemark.operators.aggregate.Count;
import io.tidemark.operators.aggregate.CountAndSum;
import io.tidemark.operators.aggregate.ExactSum;
import io.tidemark.operators.aggregate.Max;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.jspecify.annotations.Nullable;

/**
 * An aggregate beside what it must give.
 *
 * @param function the aggregate under test
 * @param types of its accumulators and results, if they have to be named
 * @param naive what it must give for a list of events
 */
record TestAggregate<A, R>(
        String name,
        AggregateFunction<Sale, A, R> function,
        @Nullable AggregateTypes<A, R> types,
        Function<List<Sale>, R> naive) {

    private static final TypeInformation<List<Long>> LONGS = Types.LIST(Types.LONG);

    /** All amounts, in their order. */
    static final TestAggregate<List<Long>, List<Long>> LIST =
            new TestAggregate<>(
                    "list",
                    new Collecting(),
                    new AggregateTypes<>(LONGS, LONGS),
                    TestAggregate::sorted);

    /** All there are. */
    static final List<TestAggregate<?, ?>> ALL =
            List.of(
                    new TestAggregate<>(
                            "count", Count.<Sale>events(), null, sales -> (long) sales.size()),
                    new TestAggregate<>(
                            "sum", ExactSum.ofLong(Sale::amount), null, TestAggregate::sum),
                    new TestAggregate<>(
                            "count and sum",
                            CountAndSum.of(sale -> BigDecimal.valueOf(sale.amount())),
                            null,
                            sales -> new CountAndSum.Total(sales.size(), sum(sales))),
                    new TestAggregate<>(
                            "max",
                            Max.ofLong(Sale::amount),
                            null,
                            sales ->
                                    sales.stream()
                                            .map(Sale::amount)
                                            .max(Long::compare)
                                            .orElse(null)),
                    LIST,
                    new TestAggregate<>(
                            "bag",
                            new Treacherous(),
                            null,
                            sales -> Treacherous.Bag.of(sorted(sales))));

    private static BigDecimal sum(List<Sale> sales) {
        return sales.stream()
                .map(sale -> BigDecimal.valueOf(sale.amount()))
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    private static List<Long> sorted(List<Sale> sales) {
        return sales.stream().map(Sale::amount).sorted().collect(Collectors.toList());
    }

    @Override
    public String toString() {
        return name;
    }
}
