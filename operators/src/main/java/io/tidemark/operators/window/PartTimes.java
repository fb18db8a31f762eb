package io.tidemark.operators.window;

import java.util.Arrays;

/** A list of times. */
final class PartTimes {

    private long[] times = new long[16];
    private int size;

    void add(long time) {
        if (size == times.length) {
            times = Arrays.copyOf(times, size * 2);
        }
        times[size++] = time;
    }

    long get(int index) {
        return times[index];
    }
}
