package io.tidemark.operators.window;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The total of the slices in a range of time that moves forward, computed from what enters and what
 * leaves.
 *
 * @param <K> the type of the keys
 * @param <A> the type of the accumulators
 */
abstract class WindowFold<K, A> {

    /** The range whose total is known: [start, end). Empty at first. */
    long start = Long.MIN_VALUE;

    long end = Long.MIN_VALUE;

    /** How many slices are in it. */
    int count;

    /** A fold for the given aggregate: a running total if it can be, else two stacks. */
    static <K, A> WindowFold<K, A> of(Accumulators<?, A, ?> aggregate) {
        return aggregate.invertible() ? new RunningTotal<>(aggregate) : new TwoStacks<>(aggregate);
    }

    /** So many folds, one for each kind of windows. */
    static <K, A> WindowFold<K, A>[] each(int kinds, Accumulators<?, A, ?> aggregate) {
        @SuppressWarnings({"unchecked", "rawtypes"}) // Java has no arrays of generic types.
        WindowFold<K, A>[] folds = new WindowFold[kinds];
        Arrays.setAll(folds, i -> of(aggregate));
        return folds;
    }

    /** Whether so many kinds of windows have {@link Prefixes} in common instead of a fold each. */
    static boolean areShared(int kinds, Accumulators<?, ?, ?> aggregate) {
        return kinds > 1 && aggregate.invertible();
    }

    /**
     * The total of [from, to), or null if no slice is in it. It will change: whoever keeps it
     * copies it.
     *
     * <p>A range that starts and ends at or after the last one costs what enters and what leaves;
     * any other costs all of its slices.
     */
    final @Nullable A over(Slices<K, A> slices, long from, long to) throws Exception {
        if (from < start || to < end || from >= end) {
            forget();
            start = from;
            end = from;
        }
        if (to > end) {
            enter(slices, end, to);
            end = to;
        }
        leave(slices, from);
        return count == 0 ? null : total();
    }

    /** Slices that start before the given time are about to be forgotten. */
    final void leave(Slices<K, A> slices, long before) throws Exception {
        if (before <= start) {
            return;
        }
        if (before >= end) {
            forget();
            start = before;
            end = before;
        } else {
            exit(slices, start, before);
            start = before;
        }
    }

    /** Whether a slice with the given start is in the range. */
    final boolean holds(long sliceStart) {
        return sliceStart >= start && sliceStart < end;
    }

    /** Forgets all: the range is empty. */
    void forget() {
        count = 0;
        start = Long.MIN_VALUE;
        end = Long.MIN_VALUE;
    }

    /**
     * An event went into a slice of the range after the total had been computed.
     *
     * @param isNew whether the slice did not exist before
     */
    abstract <T> void added(T event, boolean isNew, Accumulators<T, A, ?> events);

    /** A part was merged into a slice of the range after the total had been computed. */
    abstract void merged(A part, boolean isNew);

    abstract void enter(Slices<K, A> slices, long from, long to) throws Exception;

    /** Slices that start in [from, before) leave; they are the first. */
    abstract void exit(Slices<K, A> slices, long from, long before) throws Exception;

    abstract A total();

    /** How many accumulators it keeps for itself, besides one. */
    abstract int weight();
}
