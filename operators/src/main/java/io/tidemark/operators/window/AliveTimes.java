package io.tidemark.operators.window;

import java.util.Arrays;

/**
 * When a key was alive: from each of its events on for a while. Ranges that touch are one, so there
 * is mostly one. They depend on the events alone, not on the order or pace in which they came.
 */
final class AliveTimes {

    /** First and last moments by turns, both inclusive, in order. */
    private long[] bounds = new long[2];

    private int size;

    /** Adds a range. */
    void add(long first, long last) {
        if (size > 0 && first >= bounds[size - 2] && first <= bounds[size - 1]) {
            bounds[size - 1] = Math.max(bounds[size - 1], last);
            return;
        }
        int from = 0;
        while (from < size && bounds[from + 1] < first) {
            from += 2;
        }
        long lowest = first;
        long highest = last;
        int to = from;
        while (to < size && bounds[to] <= last) {
            lowest = Math.min(lowest, bounds[to]);
            highest = Math.max(highest, bounds[to + 1]);
            to += 2;
        }
        int newSize = size - (to - from) + 2;
        if (newSize > bounds.length) {
            bounds = Arrays.copyOf(bounds, newSize * 2);
        }
        System.arraycopy(bounds, to, bounds, from + 2, size - to);
        bounds[from] = lowest;
        bounds[from + 1] = highest;
        size = newSize;
    }

    /** The end of the first window to end after the given time that saw the key alive, or NEVER. */
    long firstEnd(AlignedWindows kind, long after) {
        if (size == 0) {
            return HotKey.NEVER;
        }
        long end = kind.nextEnd(Math.max(after, bounds[0]));
        for (int i = 0; i < size; i += 2) {
            if (bounds[i + 1] >= kind.startOf(end)) {
                return bounds[i] < end ? end : kind.nextEnd(bounds[i]);
            }
        }
        return HotKey.NEVER;
    }

    /** Forgets ranges that were over before the given time. */
    void forgetBefore(long time) {
        int gone = 0;
        while (gone < size && bounds[gone + 1] < time) {
            gone += 2;
        }
        System.arraycopy(bounds, gone, bounds, 0, size - gone);
        size -= gone;
    }

    /** First and last moments by turns. */
    long[] toArray() {
        return Arrays.copyOf(bounds, size);
    }
}
