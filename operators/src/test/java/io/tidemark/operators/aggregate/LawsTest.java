package io.tidemark.operators.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.testing.Mutant;
import io.tidemark.operators.testing.SeededRandom;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@ExtendWith(SeededRandom.class)
class LawsTest {

    private static final int HISTORIES = 300;

    static Stream<AggregateCase<?, ?>> aggregates() {
        return AggregateCase.all();
    }

    @ParameterizedTest
    @MethodSource("aggregates")
    void theResultDependsOnTheEventsOnly(AggregateCase<?, ?> aggregate, Random random)
            throws Exception {
        for (int i = 0; i < HISTORIES; i++) {
            Laws.of(aggregate, random).resultDependsOnEventsOnly(30);
        }
    }

    @ParameterizedTest
    @MethodSource("aggregates")
    void mergingSharesNothing(AggregateCase<?, ?> aggregate, Random random) throws Exception {
        for (int i = 0; i < HISTORIES; i++) {
            Laws.of(aggregate, random).mergingSharesNothing();
        }
    }

    @ParameterizedTest
    @MethodSource("aggregates")
    void copiesAreIndependent(AggregateCase<?, ?> aggregate, Random random) throws Exception {
        for (int i = 0; i < HISTORIES; i++) {
            Laws.of(aggregate, random).copiesAreIndependent();
        }
    }

    @ParameterizedTest
    @MethodSource("aggregates")
    void retractingUndoesMerging(AggregateCase<?, ?> aggregate, Random random) throws Exception {
        for (int i = 0; i < HISTORIES; i++) {
            Laws.of(aggregate, random).retractingUndoesMerging();
        }
    }

    @Test
    void whatCanBeInvertedSaysSo() {
        assertThat(
                        AggregateCase.all()
                                .filter(c -> c.aggregate() instanceof InvertibleAggregate)
                                .map(AggregateCase::name))
                .containsExactly(
                        "count",
                        "sum of decimals",
                        "sum of longs",
                        "count and sum",
                        "average of decimals",
                        "average of longs",
                        "top 3 items",
                        "quantiles");
    }

    @Test
    void theLawsCatchSharing(Random random) throws Exception {
        Mutant.mustBeCaught(
                random, 300, r -> Laws.of(broken(new Sharing()), r).mergingSharesNothing());
    }

    @Test
    void theLawsCatchWhatStaysBehind(Random random) throws Exception {
        Mutant.mustBeCaught(
                random, 300, r -> Laws.of(broken(new Leaving()), r).retractingUndoesMerging());
    }

    @Test
    void theLawsCatchADependenceOnTheOrder(Random random) throws Exception {
        Mutant.mustBeCaught(
                random, 300, r -> Laws.of(broken(new Early()), r).resultDependsOnEventsOnly(30));
    }

    private static AggregateCase<Map<String, Long>, List<Tuple2<String, Long>>> broken(
            Items items) {
        return new AggregateCase<>("broken", items, List.of(), (events, result) -> {});
    }

    /** Counts items, and can be broken. */
    private static class Items
            implements TypedAggregate<Reading, Map<String, Long>, List<Tuple2<String, Long>>>,
                    InvertibleAggregate<Reading, Map<String, Long>, List<Tuple2<String, Long>>> {

        private static final long serialVersionUID = 1L;

        private final TopItems<Reading, String> sound =
                TopItems.mostFrequent(30, Reading::item, Types.STRING);

        @Override
        public Map<String, Long> createAccumulator() {
            return new HashMap<>();
        }

        @Override
        public Map<String, Long> add(Reading event, Map<String, Long> counts) {
            return sound.add(event, counts);
        }

        @Override
        public Map<String, Long> merge(Map<String, Long> a, Map<String, Long> b) {
            return sound.merge(a, b);
        }

        @Override
        public Map<String, Long> retract(Map<String, Long> total, Map<String, Long> part) {
            return sound.retract(total, part);
        }

        @Override
        public List<Tuple2<String, Long>> getResult(Map<String, Long> counts) {
            return sound.getResult(counts);
        }

        @Override
        public TypeInformation<Map<String, Long>> accumulatorType() {
            return sound.accumulatorType();
        }

        @Override
        public TypeInformation<List<Tuple2<String, Long>>> resultType() {
            return sound.resultType();
        }
    }

    /** Hands its second argument on. */
    private static final class Sharing extends Items {

        private static final long serialVersionUID = 1L;

        @Override
        public Map<String, Long> merge(Map<String, Long> a, Map<String, Long> b) {
            return a.isEmpty() ? b : super.merge(a, b);
        }
    }

    /** Leaves items behind that no event is of. */
    private static final class Leaving extends Items {

        private static final long serialVersionUID = 1L;

        @Override
        public Map<String, Long> retract(Map<String, Long> total, Map<String, Long> part) {
            part.forEach((key, count) -> total.merge(key, -count, Long::sum));
            return total;
        }
    }

    /** Counts the items that came first only. */
    private static final class Early extends Items {

        private static final long serialVersionUID = 1L;

        @Override
        public Map<String, Long> add(Reading event, Map<String, Long> counts) {
            return counts.size() < 3 || counts.containsKey(event.item())
                    ? super.add(event, counts)
                    : counts;
        }
    }
}
