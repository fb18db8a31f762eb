package io.tidemark.operators.late;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/**
 * Counts of the items that come most often, in bounded memory.
 *
 * <p>No count is too high, and none is too low by more than {@link #error}, which is at most the
 * number of all events / ({@code kept} + 1); so every item that more events than that are of is
 * here. Up to {@code kept} distinct items, and in luck up to twice as many, the counts are exact
 * and the error is 0. What an item lost, or what was dropped, is in no count: the rest is what is
 * missing from the number of all events.
 *
 * <p>Cost an event: a look-up in a hash table, and a share of a sort. J. Misra, D. Gries: Finding
 * repeated elements, 1982; merged as in P. K. Agarwal, G. Cormode, Z. Huang, J. Phillips, Z. Wei,
 * K. Yi: Mergeable summaries, PODS 2012.
 *
 * @param <K> the type of the items
 */
final class FrequentItems<K> {

    private final int kept;
    private final Map<K, Long> counts = new HashMap<>();
    private long error;

    /** Counts of nothing yet, which take up to twice the memory of so many items. */
    FrequentItems(int kept) {
        this.kept = kept;
    }

    void add(K item) {
        counts.merge(item, 1L, Long::sum);
        shrink();
    }

    /** Adds what another counted, whose counts are too low by so much at most. */
    void addAll(Map<K, Long> others, long errorOfOthers) {
        others.forEach((item, count) -> counts.merge(item, count, Long::sum));
        error += errorOfOthers;
        shrink();
    }

    Map<K, Long> counts() {
        return new HashMap<>(counts);
    }

    long error() {
        return error;
    }

    void clear() {
        counts.clear();
        error = 0;
    }

    /**
     * Takes from each item the count of the first that is one too many. At least {@code kept} + 1
     * of them lose all of that, which is what bounds the error.
     */
    private void shrink() {
        if (counts.size() <= 2 * kept) {
            return;
        }
        long[] ascending = new long[counts.size()];
        int i = 0;
        for (long count : counts.values()) {
            ascending[i++] = count;
        }
        Arrays.sort(ascending);
        long less = ascending[ascending.length - 1 - kept];
        error += less;
        Iterator<Map.Entry<K, Long>> entries = counts.entrySet().iterator();
        while (entries.hasNext()) {
            Map.Entry<K, Long> entry = entries.next();
            if (entry.getValue() <= less) {
                entries.remove();
            } else {
                entry.setValue(entry.getValue() - less);
            }
        }
    }
}
