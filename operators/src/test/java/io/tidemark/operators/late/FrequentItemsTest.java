package io.tidemark.operators.late;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.testing.SeededRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SeededRandom.class)
class FrequentItemsTest {

    private static final int KEPT = 16;

    @RepeatedTest(20)
    void countsKeepTheirBoundHoweverTheyAreMerged(Random random) {
        int distinct = 1 + random.nextInt(400);
        Map<Integer, Long> exact = new HashMap<>();
        List<FrequentItems<Integer>> parts = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            parts.add(new FrequentItems<>(KEPT));
        }
        long all = random.nextInt(20_000);
        for (long i = 0; i < all; i++) {
            // Few are frequent, many are rare.
            int item = (int) (distinct * Math.pow(random.nextDouble(), 4));
            exact.merge(item, 1L, Long::sum);
            parts.get(random.nextInt(5)).add(item);
        }
        FrequentItems<Integer> merged = new FrequentItems<>(KEPT);
        FrequentItems<Integer> some = new FrequentItems<>(KEPT);
        some.addAll(parts.get(0).counts(), parts.get(0).error());
        some.addAll(parts.get(1).counts(), parts.get(1).error());
        merged.addAll(some.counts(), some.error());
        for (FrequentItems<Integer> part : parts.subList(2, 5)) {
            merged.addAll(part.counts(), part.error());
        }

        assertThat(merged.counts().size()).isLessThanOrEqualTo(2 * KEPT);
        assertThat(merged.error()).isLessThanOrEqualTo(all / (KEPT + 1));
        exact.forEach(
                (item, count) ->
                        assertThat(merged.counts().getOrDefault(item, 0L))
                                .as("item %s of %s", item, all)
                                .isBetween(count - merged.error(), count));
        if (exact.size() <= KEPT) {
            assertThat(merged.counts()).isEqualTo(exact);
        }
    }

    @Test
    void oneTooManyCostsEachItsShare() {
        FrequentItems<String> items = new FrequentItems<>(1);
        items.addAll(Map.of("a", 5L, "b", 2L), 0);
        assertThat(items.error()).isZero();

        items.add("c");

        assertThat(items.counts()).isEqualTo(Map.of("a", 3L));
        assertThat(items.error()).isEqualTo(2);
    }
}
