package io.tidemark.operators.disorder;

import java.util.Arrays;

/**
 * Where the newest event time of all partitions stands when a progress reaches a moment.
 *
 * <p>Known at the ends of stretches, straight in between; asked in ascending order it costs next to
 * nothing.
 */
final class Crossing {

    private static final long NONE = Long.MIN_VALUE;

    private long[] reached = new long[64];
    private long[] before = new long[64];
    private long[] after = new long[64];
    private int size;
    private long begin = NONE;
    private int next;

    /** One whose progress begins there. */
    static Crossing from(long begin) {
        Crossing crossing = new Crossing();
        crossing.begin(begin);
        return crossing;
    }

    void begin(long progress) {
        begin = progress;
    }

    /** At the end of a stretch, in which the newest event time went from one to another. */
    void reach(long progress, long newestBefore, long newestAfter) {
        if (size > 0 && progress <= reached[size - 1]) {
            return;
        }
        if (size == reached.length) {
            reached = Arrays.copyOf(reached, 2 * size);
            before = Arrays.copyOf(before, 2 * size);
            after = Arrays.copyOf(after, 2 * size);
        }
        reached[size] = progress;
        before[size] = newestBefore;
        after[size++] = newestAfter;
    }

    /** Begins again: moments are asked for in ascending order. */
    void rewind() {
        next = 0;
    }

    /** Where the newest event time stands then; NaN if the moment is never reached. */
    double at(long moment) {
        while (next < size && reached[next] < moment) {
            next++;
        }
        if (next == size) {
            return Double.NaN;
        }
        long from = next == 0 ? begin : reached[next - 1];
        if (from == NONE || moment >= reached[next]) {
            return after[next];
        }
        if (moment <= from) {
            return before[next];
        }
        double part = (double) (moment - from) / (reached[next] - from);
        return before[next] + part * (after[next] - before[next]);
    }
}
