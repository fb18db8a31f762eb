package io.tidemark.operators.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RowKeyTest {

    @Test
    void keysStandInTheOrderOfTheirTextsAndNullsInFront() {
        List<RowKey> inOrder =
                List.of(
                        key((String) null),
                        key(""),
                        key("1"),
                        key("10"),
                        key("12345678"),
                        key("12345679"),
                        key("2"),
                        key("é"),
                        key("\u2603"),
                        key("\u2604"));
        for (int i = 0; i < inOrder.size(); i++) {
            for (int j = 0; j < inOrder.size(); j++) {
                assertThat(inOrder.get(i).compareTo(inOrder.get(j)))
                        .as("%s and %s", inOrder.get(i), inOrder.get(j))
                        .matches(sign(i, j));
            }
        }
        assertThat(key("a", null)).isLessThan(key("a", "")).isEqualByComparingTo(key("a", null));
        assertThat(key("a", "z")).isLessThan(key("b", "a"));
    }

    /** Whatever the texts: sorting would fail of an order that contradicts itself. */
    @Test
    void theOrderIsOneOrderAndAgreesWithEquality() {
        long seed = Long.getLong("tidemark.seed", System.nanoTime());
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        List<RowKey> keys = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            keys.add(key(text(random), text(random)));
        }
        for (RowKey a : keys) {
            for (RowKey b : keys) {
                assertThat(a.compareTo(b) == 0).isEqualTo(a.equals(b));
                assertThat(Integer.signum(a.compareTo(b)))
                        .isEqualTo(-Integer.signum(b.compareTo(a)));
                for (RowKey c : keys) {
                    if (a.compareTo(b) < 0 && b.compareTo(c) < 0) {
                        assertThat(a).isLessThan(c);
                    }
                }
            }
        }
    }

    private static Predicate<Integer> sign(int i, int j) {
        return order -> Integer.signum(order) == Integer.compare(i, j);
    }

    private static @Nullable String text(Random random) {
        if (random.nextInt(8) == 0) {
            return null;
        }
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(10); i > 0; i--) {
            text.append("ab\0\u00ff\u0100\u2603".charAt(random.nextInt(6)));
        }
        return text.toString();
    }

    private static RowKey key(@Nullable String... texts) {
        return new RowKey(texts);
    }
}
