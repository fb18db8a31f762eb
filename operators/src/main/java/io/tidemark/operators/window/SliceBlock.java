package io.tidemark.operators.window;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Some slices of one key that follow each other: what is read from the backend, and written to it,
 * at once.
 *
 * @param <A> the type of the accumulators
 */
final class SliceBlock<A> {

    /** A block takes no more slices at its end once it has so many; in its middle it does. */
    static final int SIZE = 64;

    private static final int FIRST_CAPACITY = 2;

    /** An emptied block with more room than this gives it back. */
    private static final int SPARE_CAPACITY = 8;

    final long number;

    /** Whether the backend has a block of this number. */
    boolean stored;

    /** Whether the backend has it otherwise than it is. */
    boolean dirty;

    private long first;
    private long last;
    private int from;
    private int size;
    private long[] starts;
    private Object @Nullable [] accumulators;

    /** A block that is not loaded. */
    SliceBlock(long number, long first, long last) {
        this.number = number;
        this.first = first;
        this.last = last;
        this.starts = new long[0];
        this.stored = true;
    }

    /** A new block of one slice. */
    SliceBlock(long number, long start, A accumulator) {
        this.number = number;
        this.starts = new long[FIRST_CAPACITY];
        this.accumulators = new Object[FIRST_CAPACITY];
        this.dirty = true;
        insert(0, start, accumulator);
    }

    /** The start of the first slice. */
    long first() {
        return first;
    }

    /** The start of the last slice. */
    long last() {
        return last;
    }

    boolean isLoaded() {
        return accumulators != null;
    }

    void load(StoredSlices<A> slices, Accumulators<?, A, ?> aggregate) {
        starts = slices.starts.clone();
        Object[] copies = new Object[starts.length];
        for (int i = 0; i < copies.length; i++) {
            copies[i] = aggregate.copy(cast(slices.accumulators[i]));
        }
        accumulators = copies;
        from = 0;
        size = starts.length;
        dropBefore(first);
    }

    void unload() {
        starts = new long[0];
        accumulators = null;
        from = 0;
        size = 0;
    }

    StoredSlices<A> toStore(Accumulators<?, A, ?> aggregate) {
        Object[] copies = new Object[size - from];
        for (int i = from; i < size; i++) {
            copies[i - from] = aggregate.copy(accumulator(i));
        }
        return new StoredSlices<>(Arrays.copyOfRange(starts, from, size), copies);
    }

    /** How many slices are in memory. */
    int count() {
        return size - from;
    }

    /** The first index, to go with {@link #end}. */
    int begin() {
        return from;
    }

    /** The index behind the last slice. */
    int end() {
        return size;
    }

    long start(int index) {
        return starts[index];
    }

    A accumulator(int index) {
        if (accumulators == null) {
            throw new IllegalStateException("block " + number + " is not loaded");
        }
        return cast(accumulators[index]);
    }

    @SuppressWarnings("ReferenceEquality") // To write what is there costs a write barrier.
    void set(int index, A accumulator) {
        if (accumulators != null) {
            if (accumulators[index] != accumulator) {
                accumulators[index] = accumulator;
            }
            dirty = true;
        }
    }

    /** The index of the first slice that starts at the given time or later. */
    int indexOf(long start) {
        // Nearly all that is asked for lies at the ends, and these are known without a look.
        if (start <= first) {
            return from;
        }
        return start > last ? size : indexFromEnd(start);
    }

    private int indexFromEnd(long start) {
        int index = size;
        int near = Math.max(from, size - 4);
        while (index > near && starts[index - 1] >= start) {
            index--;
        }
        if (index > near || index == from) {
            return index;
        }
        int low = from;
        while (low < index) {
            int middle = (low + index) >>> 1;
            if (starts[middle] < start) {
                low = middle + 1;
            } else {
                index = middle;
            }
        }
        return low;
    }

    void insert(int index, long start, A accumulator) {
        if (accumulators == null) {
            throw new IllegalStateException("block " + number + " is not loaded");
        }
        int at = index;
        if (size == starts.length) {
            // Only as much room as the slices need that were not dropped.
            int count = size - from;
            int capacity = Math.max(FIRST_CAPACITY, count * 2);
            long[] roomierStarts = new long[capacity];
            Object[] roomier = new Object[capacity];
            System.arraycopy(starts, from, roomierStarts, 0, count);
            System.arraycopy(accumulators, from, roomier, 0, count);
            starts = roomierStarts;
            accumulators = roomier;
            at -= from;
            from = 0;
            size = count;
        }
        System.arraycopy(starts, at, starts, at + 1, size - at);
        System.arraycopy(accumulators, at, accumulators, at + 1, size - at);
        starts[at] = start;
        accumulators[at] = accumulator;
        size++;
        dirty = true;
        first = starts[from];
        last = starts[size - 1];
    }

    /** Drops the slices that start before the given time; at least one must remain. */
    void dropBefore(long start) {
        if (accumulators == null) {
            first = Math.max(first, start);
            return;
        }
        while (from < size && starts[from] < start) {
            accumulators[from] = null;
            from++;
        }
        if (from < size) {
            first = starts[from];
        }
    }

    /** Drops the first so many slices of a loaded block; at least one must remain. */
    void dropFirst(int count) {
        if (accumulators != null) {
            Arrays.fill(accumulators, from, from + count, null);
        }
        from += count;
        first = starts[from];
        // A block that is loaded later drops what starts earlier than its first: not enough here.
        dirty |= starts[from - 1] == first;
    }

    /** Drops all slices, and what room they had if it was much. */
    void clear() {
        if (accumulators == null || starts.length > SPARE_CAPACITY) {
            starts = new long[FIRST_CAPACITY];
            accumulators = new Object[FIRST_CAPACITY];
        } else {
            Arrays.fill(accumulators, from, size, null);
        }
        from = 0;
        size = 0;
        dirty = true;
    }

    @SuppressWarnings("unchecked") // Only accumulators are put in.
    private static <A> A cast(Object accumulator) {
        return (A) accumulator;
    }
}
