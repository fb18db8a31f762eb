package io.tidemark.operators.window;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The keys that are in memory, within a budget.
 *
 * <p>When the budget is spent, the hand of a clock goes round and names for eviction the first key
 * that was not touched since it last came by (the second-chance rule).
 *
 * @param <K> the type of the keys
 * @param <H> what is kept of each
 */
final class HotKeys<K, H extends HotKey<K>> {

    private final long budget;
    private final Map<K, H> byKey = new HashMap<>();
    private final List<H> clock = new ArrayList<>();

    private int hand;
    private long weight;

    /**
     * An empty cache.
     *
     * @param budget how many parts of windows it may hold; a key costs {@link HotKey#OWN_WEIGHT}
     */
    HotKeys(long budget) {
        this.budget = budget;
    }

    @Nullable H get(K key) {
        H found = byKey.get(key);
        if (found != null) {
            found.spared = true;
        }
        return found;
    }

    void add(H key) {
        byKey.put(key.key, key);
        key.place = clock.size();
        clock.add(key);
        weight += key.weight;
    }

    void remove(H key) {
        byKey.remove(key.key);
        H last = clock.remove(clock.size() - 1);
        if (last != key) {
            clock.set(key.place, last);
            last.place = key.place;
        }
        key.place = -1;
        weight -= key.weight;
    }

    /** Notes that a key in the cache became heavier or lighter. */
    void reweigh(H key, int newWeight) {
        if (key.place >= 0) {
            weight += newWeight - key.weight;
        }
        key.weight = newWeight;
    }

    boolean overBudget() {
        return weight > budget && clock.size() > 1;
    }

    /** The key that should go first, never the given one. */
    H victim(H notThis) {
        while (true) {
            if (hand >= clock.size()) {
                hand = 0;
            }
            H candidate = clock.get(hand++);
            if (candidate == notThis) {
                continue;
            }
            if (!candidate.spared) {
                return candidate;
            }
            candidate.spared = false;
        }
    }

    /** All keys in memory; the cache must not change while one walks over them. */
    List<H> all() {
        return clock;
    }

    int size() {
        return clock.size();
    }

    long weight() {
        return weight;
    }
}
