package io.tidemark.operators.window;

import io.tidemark.operators.aggregate.Average;
import io.tidemark.operators.aggregate.Count;
import io.tidemark.operators.aggregate.CountAndSum;
import io.tidemark.operators.aggregate.DistinctCount;
import io.tidemark.operators.aggregate.ExactSum;
import io.tidemark.operators.aggregate.Max;
import io.tidemark.operators.aggregate.Min;
import io.tidemark.operators.aggregate.Quantiles;
import io.tidemark.operators.aggregate.TopItems;
import io.tidemark.operators.aggregate.TopN;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.jspecify.annotations.Nullable;

/**
 * An aggregate beside what it must give.
 *
 * @param function the aggregate under test
 * @param given the types of its accumulators and results, if they have to be named
 * @param naive what it must give for a list of events
 */
record TestAggregate<A, R>(
        String name,
        AggregateFunction<Sale, A, R> function,
        @Nullable AggregateTypes<A, R> given,
        Function<List<Sale>, R> naive) {

    private static final TypeInformation<List<Long>> LONGS = Types.LIST(Types.LONG);

    /**
     * So few different values that a sketch counts them exactly. That it errs within its bound
     * where there are many is a matter of its own tests; here it is about what windows do with it.
     */
    private static final long FEW = 64;

    /** All amounts, in their order. */
    static final TestAggregate<List<Long>, List<Long>> LIST =
            new TestAggregate<>(
                    "list",
                    new Collecting(),
                    new AggregateTypes<>(LONGS, LONGS),
                    TestAggregate::sorted);

    /** All amounts, in the order of the events: only for windows that have one. */
    static final TestAggregate<List<Long>, List<Long>> IN_ORDER =
            new TestAggregate<>(
                    "list in order",
                    new Listed(),
                    null,
                    sales -> sales.stream().map(Sale::amount).toList());

    static final TestAggregate<?, BigDecimal> SUM =
            of("sum", ExactSum.ofLong(Sale::amount), TestAggregate::sum);

    /** All for which the order of the events does not matter, invertible or not. */
    static final List<TestAggregate<?, ?>> ALL =
            List.of(
                    of("count", Count.<Sale>events(), sales -> (long) sales.size()),
                    SUM,
                    of(
                            "count and sum",
                            CountAndSum.of(sale -> BigDecimal.valueOf(sale.amount())),
                            sales -> new CountAndSum.Total(sales.size(), sum(sales))),
                    of("max", Max.ofLong(Sale::amount), TestAggregate::max),
                    LIST,
                    of("bag", new Treacherous(), sales -> Treacherous.Bag.of(sorted(sales))),
                    of("min", Min.ofLong(Sale::amount), TestAggregate::min),
                    of("average", Average.ofLong(Sale::amount), TestAggregate::average),
                    of(
                            "top 3",
                            TopN.highestLong(3, Sale::amount, Sale::time, Sale.TYPE),
                            TestAggregate::highest),
                    of(
                            "top 2 items",
                            TopItems.mostFrequent(2, TestAggregate::item, Types.LONG),
                            TestAggregate::mostFrequent),
                    of(
                            "distinct",
                            DistinctCount.ofLong(sale -> Math.floorMod(sale.amount(), FEW)),
                            sales ->
                                    sales.stream()
                                            .map(sale -> Math.floorMod(sale.amount(), FEW))
                                            .distinct()
                                            .count()),
                    // Its buckets are never collapsed: neither order nor merging changes a result,
                    // so that one accumulator that gets each event says exactly what must come out.
                    oneByOne("quantiles", Quantiles.of(Sale::amount, 0, 0.5, 0.99)));

    private static <A, R> TestAggregate<A, R> of(
            String name, AggregateFunction<Sale, A, R> function, Function<List<Sale>, R> naive) {
        return new TestAggregate<>(name, function, null, naive);
    }

    private static <A, R> TestAggregate<A, R> oneByOne(
            String name, AggregateFunction<Sale, A, R> function) {
        return of(
                name,
                function,
                sales -> {
                    A all = function.createAccumulator();
                    for (Sale sale : sales) {
                        all = function.add(sale, all);
                    }
                    return function.getResult(all);
                });
    }

    private static BigDecimal sum(List<Sale> sales) {
        return sales.stream()
                .map(sale -> BigDecimal.valueOf(sale.amount()))
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    private static List<Long> sorted(List<Sale> sales) {
        return sales.stream().map(Sale::amount).sorted().collect(Collectors.toList());
    }

    private static @Nullable Long max(List<Sale> sales) {
        return sales.stream().map(Sale::amount).max(Long::compare).orElse(null);
    }

    private static @Nullable Long min(List<Sale> sales) {
        return sales.stream().map(Sale::amount).min(Long::compare).orElse(null);
    }

    private static @Nullable BigDecimal average(List<Sale> sales) {
        return sales.isEmpty()
                ? null
                : sum(sales).divide(BigDecimal.valueOf(sales.size()), MathContext.DECIMAL64);
    }

    private static List<Sale> highest(List<Sale> sales) {
        return sales.stream()
                .sorted(Comparator.comparing(Sale::amount).reversed().thenComparing(Sale::time))
                .limit(3)
                .toList();
    }

    private static Long item(Sale sale) {
        return Math.floorMod(sale.amount(), 5L);
    }

    private static List<Tuple2<Long, Long>> mostFrequent(List<Sale> sales) {
        return sales.stream()
                .collect(Collectors.groupingBy(TestAggregate::item, Collectors.counting()))
                .entrySet()
                .stream()
                .sorted(
                        Map.Entry.<Long, Long>comparingByValue()
                                .reversed()
                                .thenComparing(Map.Entry.comparingByKey()))
                .limit(2)
                .map(counted -> Tuple2.of(counted.getKey(), counted.getValue()))
                .toList();
    }

    /** The types of its accumulators and results. */
    AggregateTypes<A, R> types() {
        return AggregateTypes.of(function, Sale.TYPE, given);
    }

    /** What the engines make of it. */
    Accumulators<Sale, A, R> accumulators(DataStream<Sale> input) {
        return new Accumulators<>(
                function,
                types().accumulator()
                        .createSerializer(input.getExecutionConfig().getSerializerConfig()));
    }

    @Override
    public String toString() {
        return name;
    }
}
