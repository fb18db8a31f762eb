package io.tidemark.operators.window;

import java.util.Arrays;

/** A few starts of slices, in order, each once. */
final class StartSet {

    private long[] starts = new long[2];
    private int size;

    void add(long start) {
        int at = size;
        while (at > 0 && starts[at - 1] > start) {
            at--;
        }
        if (at > 0 && starts[at - 1] == start) {
            return;
        }
        if (size == starts.length) {
            starts = Arrays.copyOf(starts, size * 2);
        }
        System.arraycopy(starts, at, starts, at + 1, size - at);
        starts[at] = start;
        size++;
    }

    int size() {
        return size;
    }

    long get(int index) {
        return starts[index];
    }

    void clear() {
        size = 0;
    }

    long[] toArray() {
        return Arrays.copyOf(starts, size);
    }

    void addAll(long[] others) {
        for (long other : others) {
            add(other);
        }
    }
}
