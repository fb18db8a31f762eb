package io.tidemark.operators.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.testing.SeededRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The cache beside a map. */
@ExtendWith(SeededRandom.class)
class HotKeysTest {

    private static final int STEPS = 3_000;
    private static final long BUDGET = 500;

    private final HotKeys<String, Key> hot = new HotKeys<>(BUDGET);
    private final Map<String, Key> expected = new HashMap<>();

    private static final class Key extends HotKey<String> {

        Key(String name) {
            super(name);
        }
    }

    @RepeatedTest(20)
    void holdsWhatWasAddedAndNotRemoved(Random random) {
        int names = List.of(2, 40, 1_000).get(random.nextInt(3));
        for (int i = 0; i < STEPS; i++) {
            String name = name(random.nextInt(names));
            Key held = expected.get(name);
            assertThat(hot.get(name)).isSameAs(held);
            if (held == null) {
                add(name, random.nextInt(10));
            } else if (random.nextInt(3) == 0) {
                hot.remove(held);
                expected.remove(name);
            } else {
                hot.reweigh(held, random.nextInt(10));
            }
            if (random.nextInt(4) == 0) {
                evict(random);
            }
            assertThat(hot.size()).isEqualTo(expected.size());
            assertThat(hot.weight()).isEqualTo(weight());
            assertThat(hot.overBudget()).isEqualTo(weight() > BUDGET && expected.size() > 1);
        }
        assertThat(hot.all()).containsExactlyInAnyOrderElementsOf(expected.values());
    }

    /** Eight of one hash code each. */
    private static String name(int number) {
        StringBuilder name = new StringBuilder();
        for (int bit = 0; bit < 3; bit++) {
            name.append((number >> bit & 1) == 0 ? "Aa" : "BB");
        }
        return name.append(number / 8).toString();
    }

    private Key add(String name, int weight) {
        Key key = new Key(name);
        key.weight = weight;
        hot.add(key);
        expected.put(name, key);
        return key;
    }

    private long weight() {
        return expected.values().stream().mapToLong(key -> key.weight).sum();
    }

    /** Somebody else than the one that needs the room, if possible one that was not touched. */
    private void evict(Random random) {
        if (expected.size() < 2) {
            return;
        }
        List<Key> held = List.copyOf(hot.all());
        Key needy = held.get(random.nextInt(held.size()));
        Set<Key> untouched =
                held.stream()
                        .filter(key -> !key.spared && key != needy)
                        .collect(Collectors.toSet());
        Key victim = hot.victim(needy);

        assertThat(expected.get(victim.key)).isSameAs(victim).isNotSameAs(needy);
        if (!untouched.isEmpty()) {
            assertThat(untouched).contains(victim);
        }
        hot.remove(victim);
        expected.remove(victim.key);
    }

    @Test
    void theHandGoesRound() {
        for (int i = 0; i < 10; i++) {
            add(name(i), 1);
        }
        Key none = new Key("none");
        List<Key> first = new ArrayList<>();
        List<Key> second = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            first.add(hot.victim(none));
        }
        for (int i = 0; i < 10; i++) {
            second.add(hot.victim(none));
        }

        assertThat(first).containsExactlyInAnyOrderElementsOf(expected.values());
        assertThat(second).isEqualTo(first);
    }

    @Test
    void aKeyThatWasTouchedIsSparedOnce() {
        add("a", 1);
        add("b", 1);
        add("c", 1);
        hot.get("a");
        Key none = new Key("none");

        assertThat(hot.victim(none).key).isEqualTo("b");
        assertThat(hot.victim(none).key).isEqualTo("c");
        assertThat(hot.victim(none).key).isEqualTo("a");
    }

    @Test
    void isCrowdedFromWhereTheBudgetWasSpentAsLongAsItTurnsOver() {
        add("a", 1);
        Key heavy = add("b", (int) BUDGET);
        assertThat(hot.overBudget()).isTrue();
        hot.reweigh(heavy, 10);
        assertThat(hot.overBudget()).isFalse();
        assertThat(hot.isCrowded()).as("nobody looked back").isTrue();

        for (String passing : List.of("c", "d", "e")) {
            hot.turnOut(add(passing, 1));
        }
        hot.lookBack();
        assertThat(hot.isCrowded()).as("three had to leave, two are there").isTrue();

        hot.turnOut(add("f", 1));
        hot.turnOut(add("g", 1));
        hot.lookBack();
        assertThat(hot.isCrowded()).isFalse();
    }

    @Test
    void aKeyThatWasTakenOutAndComesBackWeighsWhatItDoes() {
        Key key = add("a", 3);
        hot.remove(key);
        hot.reweigh(key, 8); // Outside it counts for nothing.
        assertThat(hot.weight()).isZero();
        hot.add(key);

        assertThat(hot.weight()).isEqualTo(8);
        assertThat(hot.get("a")).isSameAs(key);
    }
}
