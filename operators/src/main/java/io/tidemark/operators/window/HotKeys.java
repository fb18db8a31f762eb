package io.tidemark.operators.window;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The keys that are in memory, within a budget: a hash table whose chains run through the keys
 * themselves, because at some ten thousand keys each pointer that has to be followed is a look into
 * the main memory.
 *
 * <p>When the budget is spent, the hand of a clock goes round and names for eviction the first key
 * that was not touched since it last came by (the second-chance rule).
 *
 * @param <K> the type of the keys
 * @param <H> what is kept of each
 */
final class HotKeys<K, H extends HotKey<K>> {

    private static final int FIRST_CAPACITY = 1 << 6;

    private final long budget;
    private final List<H> clock = new ArrayList<>();

    private HotKey<?>[] table = new HotKey<?>[FIRST_CAPACITY];
    private int hand;
    private long weight;
    private boolean crowded;
    private long turnedOut;

    /**
     * An empty cache.
     *
     * @param budget how many parts of windows it may hold; a key costs {@link HotKey#OWN_WEIGHT}
     */
    HotKeys(long budget) {
        this.budget = budget;
    }

    @SuppressWarnings({"unchecked", "ReferenceEquality"}) // Only keys of this cache are linked.
    @Nullable H get(K key) {
        int hash = spread(key.hashCode());
        HotKey<?> found = table[hash & (table.length - 1)];
        while (found != null) {
            if (found.hash == hash && (found.key == key || found.key.equals(key))) {
                if (!found.spared) {
                    found.spared = true;
                }
                return (H) found;
            }
            found = found.next;
        }
        return null;
    }

    void add(H key) {
        if (clock.size() >= table.length) {
            grow();
        }
        key.hash = spread(key.key.hashCode());
        link(key);
        key.place = clock.size();
        clock.add(key);
        weight += key.weight;
    }

    void remove(H key) {
        unlink(key);
        H last = clock.remove(clock.size() - 1);
        if (last != key) {
            clock.set(key.place, last);
            last.place = key.place;
        }
        key.place = -1;
        weight -= key.weight;
    }

    /** Removes a key because others need the room. */
    void turnOut(H key) {
        remove(key);
        turnedOut++;
    }

    /** Notes that a key in the cache became heavier or lighter. */
    void reweigh(H key, int newWeight) {
        if (key.place >= 0) {
            weight += newWeight - key.weight;
        }
        key.weight = newWeight;
    }

    boolean overBudget() {
        boolean over = weight > budget && clock.size() > 1;
        crowded |= over;
        return over;
    }

    /** Whether a key that comes in will have to go before long, or push out another. */
    boolean isCrowded() {
        return crowded;
    }

    /** Whether keys with nothing in them do not crowd out others. */
    boolean hasMuchRoom() {
        return weight <= budget / 2;
    }

    /**
     * Looks back on the time since the last checkpoint: memory is short as long as more keys had to
     * leave it than are in it.
     */
    void lookBack() {
        crowded = turnedOut > clock.size();
        turnedOut = 0;
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

    private void link(HotKey<?> key) {
        int slot = key.hash & (table.length - 1);
        key.next = table[slot];
        table[slot] = key;
    }

    private void unlink(HotKey<?> key) {
        int slot = key.hash & (table.length - 1);
        HotKey<?> before = null;
        for (HotKey<?> at = table[slot]; at != null && at != key; at = at.next) {
            before = at;
        }
        if (before == null) {
            table[slot] = key.next;
        } else {
            before.next = key.next;
        }
        key.next = null;
    }

    private void grow() {
        table = new HotKey<?>[table.length * 2];
        clock.forEach(this::link);
    }

    private static int spread(int hash) {
        return hash ^ (hash >>> 16);
    }
}
