package io.tidemark.operators.window;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Of the slices of one key, the totals of all up to each of them: what is in [from, to) is the
 * total up to {@code to} without the total up to {@code from}. So where several kinds of windows
 * share the slices of an invertible aggregate, a slice is merged once and not once a kind, and a
 * window costs one copy and one retraction, however many slices it has.
 *
 * <p>Computed from the slices as windows are sent, and again after a restore; nothing of it is
 * stored. An event that goes into a slice afterwards is added to the totals of all later ones.
 *
 * @param <K> the type of the keys
 * @param <A> the type of the accumulators
 */
final class Prefixes<K, A> {

    private static final int FIRST_CAPACITY = 8;

    private final Accumulators<?, A, ?> aggregate;

    /** The starts of the slices, in order; before the first one lies {@link #base}. */
    private long[] starts = new long[FIRST_CAPACITY];

    private Object[] totals = new Object[FIRST_CAPACITY];
    private int from;
    private int size;

    /** The total of the slices that are gone; null for nothing. */
    private @Nullable A base;

    /** How many slices are in the base. */
    private int dropped;

    /** All slices that start before this time are in the totals. */
    private long end = Long.MIN_VALUE;

    Prefixes(Accumulators<?, A, ?> aggregate) {
        this.aggregate = aggregate;
    }

    /** The total of [low, high), the caller's own; null if no slice is in it. */
    @Nullable A over(Slices<K, A> slices, long low, long high) throws Exception {
        if (high > end) {
            slices.visit(end, high, this::append);
            end = high;
        }
        int first = indexOf(low);
        int last = indexOf(high);
        if (first == last) {
            return null;
        }
        A total = aggregate.copy(total(last - 1));
        A before = first > from ? total(first - 1) : base;
        return before == null ? total : aggregate.retract(total, before);
    }

    private void append(long start, A part) {
        A last = size > from ? total(size - 1) : base;
        A total = last == null ? aggregate.copy(part) : aggregate.merge(aggregate.copy(last), part);
        insert(size, start, total);
    }

    /** An event went into a slice that is in the totals. */
    <T> void added(long start, T event, boolean isNew, Accumulators<T, A, ?> events) {
        int index = place(start, isNew);
        for (int i = index; i < size; i++) {
            totals[i] = events.add(event, total(i));
        }
    }

    /** A part was merged into a slice that is in the totals. */
    void merged(long start, A part, boolean isNew) {
        int index = place(start, isNew);
        for (int i = index; i < size; i++) {
            totals[i] = aggregate.merge(total(i), part);
        }
    }

    private int place(long start, boolean isNew) {
        int index = indexOf(start);
        if (isNew) {
            A before = index > from ? total(index - 1) : base;
            insert(index, start, before == null ? aggregate.create() : aggregate.copy(before));
            return indexOf(start);
        }
        return index;
    }

    /** Slices that start before the given time are about to be forgotten. */
    void leave(long before) {
        int index = indexOf(before);
        if (index > from) {
            dropped += index - from;
            base = index == size ? null : total(index - 1);
            Arrays.fill(totals, from, index, null);
            from = index;
        }
        if (from == size) {
            base = null;
            from = 0;
            size = 0;
            dropped = 0;
        } else if (dropped >= size - from) {
            startAnew();
        }
    }

    /**
     * Takes what is gone out of all totals, which would grow with the life of the key. Done when as
     * many slices are gone as there are, it costs a slice one retraction.
     */
    private void startAnew() {
        if (base != null) {
            for (int i = from; i < size; i++) {
                totals[i] = aggregate.retract(total(i), base);
            }
        }
        base = null;
        dropped = 0;
    }

    /** How many accumulators it keeps. */
    int weight() {
        return size - from;
    }

    private int indexOf(long start) {
        int low = from;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (starts[middle] < start) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private void insert(int index, long start, A total) {
        int at = index;
        if (size == starts.length) {
            int count = size - from;
            int capacity = Math.max(FIRST_CAPACITY, count * 2);
            long[] roomierStarts = new long[capacity];
            Object[] roomier = new Object[capacity];
            System.arraycopy(starts, from, roomierStarts, 0, count);
            System.arraycopy(totals, from, roomier, 0, count);
            starts = roomierStarts;
            totals = roomier;
            at -= from;
            from = 0;
            size = count;
        }
        System.arraycopy(starts, at, starts, at + 1, size - at);
        System.arraycopy(totals, at, totals, at + 1, size - at);
        starts[at] = start;
        totals[at] = total;
        size++;
    }

    @SuppressWarnings("unchecked") // Only accumulators are put in.
    private A total(int index) {
        return (A) totals[index];
    }
}
