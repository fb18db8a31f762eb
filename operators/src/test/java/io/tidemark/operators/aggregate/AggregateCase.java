package io.tidemark.operators.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.jspecify.annotations.Nullable;

/**
 * An aggregate, and what must be true of its result.
 *
 * @param empty the result of nothing
 * @param reference finds the result from the list of all events, naively, and compares
 */
record AggregateCase<A, R>(
        String name,
        TypedAggregate<Reading, A, R> aggregate,
        @Nullable R empty,
        Reference<R> reference) {

    /** What must be true of the result of at least one event. */
    @FunctionalInterface
    interface Reference<R> {

        void check(List<Reading> events, R result);
    }

    static Stream<AggregateCase<?, ?>> all() {
        return Stream.of(
                exact("count", Count.events(), 0L, events -> (long) events.size()),
                exact(
                        "sum of decimals",
                        ExactSum.of(Reading::amount),
                        BigDecimal.ZERO,
                        AggregateCase::sum),
                exact(
                        "sum of longs",
                        ExactSum.ofLong(Reading::number),
                        BigDecimal.ZERO,
                        AggregateCase::sumOfNumbers),
                exact(
                        "count and sum",
                        CountAndSum.of(Reading::amount),
                        new CountAndSum.Total(0, BigDecimal.ZERO),
                        events -> new CountAndSum.Total(events.size(), sum(events))),
                exact(
                        "average of decimals",
                        Average.of(Reading::amount),
                        null,
                        events ->
                                sum(events)
                                        .divide(
                                                BigDecimal.valueOf(events.size()),
                                                MathContext.DECIMAL64)),
                exact(
                        "average of longs",
                        Average.ofLong(Reading::number).roundedTo(new MathContext(3)),
                        null,
                        events ->
                                sumOfNumbers(events)
                                        .divide(
                                                BigDecimal.valueOf(events.size()),
                                                new MathContext(3))),
                exact(
                        "least item",
                        Min.of(Reading::item, Types.STRING),
                        null,
                        events -> sorted(events, Comparator.comparing(Reading::item)).item()),
                exact(
                        "least number",
                        Min.ofLong(Reading::number),
                        null,
                        events -> sorted(events, Comparator.comparing(Reading::number)).number()),
                exact(
                        "greatest number",
                        Max.ofLong(Reading::number),
                        null,
                        events ->
                                sorted(events, Comparator.comparing(Reading::number).reversed())
                                        .number()),
                new AggregateCase<>(
                        "greatest amount",
                        Max.of(Reading::amount, Types.BIG_DEC),
                        null,
                        (events, result) -> {
                            // Which one of several of one size is a matter of the laws.
                            BigDecimal greatest =
                                    sorted(events, Comparator.comparing(Reading::amount).reversed())
                                            .amount();
                            assertThat(result).isEqualByComparingTo(greatest);
                        }),
                ranked(
                        "top 3 rows by a long",
                        TopN.highestLong(3, Reading::number, Reading::item, Reading.TYPE),
                        3,
                        Comparator.comparing(Reading::number)
                                .reversed()
                                .thenComparing(Reading::item)),
                ranked(
                        "top 20 rows by a decimal",
                        TopN.highest(20, Reading::amount, Reading::item, Reading.TYPE),
                        20,
                        Comparator.comparing(Reading::amount)
                                .reversed()
                                .thenComparing(Reading::item)),
                exact(
                        "top 3 items",
                        TopItems.mostFrequent(3, Reading::item, Types.STRING),
                        List.of(),
                        AggregateCase::mostFrequent),
                new AggregateCase<>(
                        "distinct items",
                        DistinctCount.of(Reading::item),
                        0L,
                        (events, result) -> {
                            // As few as these are counted all but exactly: two may look alike.
                            HashSet<String> items = new HashSet<>();
                            events.forEach(event -> items.add(event.item()));
                            assertThat((double) result)
                                    .isCloseTo(
                                            items.size(), within(Math.max(1, items.size() * 0.01)));
                        }),
                new AggregateCase<>(
                        "quantiles",
                        Quantiles.of(Reading::level, 0.5, 0, 0.99, 1),
                        List.of(Double.NaN, Double.NaN, Double.NaN, Double.NaN),
                        (events, result) -> {
                            double[] levels = events.stream().mapToDouble(Reading::level).toArray();
                            Arrays.sort(levels);
                            int n = levels.length;
                            near(result.get(0), levels[(n + 1) / 2 - 1]);
                            near(result.get(1), levels[0]);
                            near(result.get(2), levels[(99 * n + 99) / 100 - 1]);
                            near(result.get(3), levels[n - 1]);
                        }));
    }

    private static <A, R> AggregateCase<A, R> exact(
            String name,
            TypedAggregate<Reading, A, R> aggregate,
            @Nullable R empty,
            Function<List<Reading>, R> naive) {
        return new AggregateCase<>(
                name,
                aggregate,
                empty,
                (events, result) -> assertThat(result).isEqualTo(naive.apply(events)));
    }

    /**
     * Which one of several rows that are equal in this order comes first is a matter of the laws.
     */
    private static <A> AggregateCase<A, List<Reading>> ranked(
            String name,
            TypedAggregate<Reading, A, List<Reading>> aggregate,
            int n,
            Comparator<Reading> order) {
        return new AggregateCase<>(
                name,
                aggregate,
                List.of(),
                (events, result) -> {
                    List<Reading> rows = events.stream().sorted(order).limit(n).toList();
                    assertThat(result).hasSameSizeAs(rows);
                    for (int i = 0; i < rows.size(); i++) {
                        assertThat(result.get(i)).usingComparator(order).isEqualTo(rows.get(i));
                    }
                });
    }

    private static void near(double found, double exact) {
        if (Double.isInfinite(exact)) {
            assertThat(found).isEqualTo(exact);
        } else {
            assertThat(Math.abs(found - exact)).isLessThanOrEqualTo(Math.abs(exact) / 128 + 4e-310);
        }
    }

    private static BigDecimal sum(List<Reading> events) {
        BigDecimal sum = BigDecimal.ZERO;
        for (Reading event : events) {
            sum = sum.add(event.amount());
        }
        return sum;
    }

    private static BigDecimal sumOfNumbers(List<Reading> events) {
        return events.stream()
                .map(event -> BigDecimal.valueOf(event.number()))
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    private static List<Tuple2<String, Long>> mostFrequent(List<Reading> events) {
        Map<String, Long> counts = new TreeMap<>();
        events.forEach(event -> counts.merge(event.item(), 1L, Long::sum));
        return counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(3)
                .map(entry -> Tuple2.of(entry.getKey(), entry.getValue()))
                .toList();
    }

    private static Reading sorted(List<Reading> events, Comparator<Reading> order) {
        return events.stream().min(order).orElseThrow();
    }

    @Override
    public String toString() {
        return name;
    }
}
