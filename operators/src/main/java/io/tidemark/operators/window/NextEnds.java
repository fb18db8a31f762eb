package io.tidemark.operators.window;

import java.util.Arrays;

/**
 * Of several kinds of windows, the first to end after a time, and where it starts. The keys that
 * are due at one watermark mostly ask for the same time, so it is remembered.
 */
final class NextEnds {

    /** Nothing happens before this, so a key that was fired through less was never fired. */
    private static final long EARLIEST = -EventTimes.FARTHEST - EventTimes.LONGEST;

    private final AlignedWindows[] windows;
    private final long[] ends;
    private final long[] starts;

    /** What was asked last of each kind. */
    private final long[] times;

    NextEnds(AlignedWindows[] windows) {
        this.windows = windows;
        this.ends = new long[windows.length];
        this.starts = new long[windows.length];
        this.times = new long[windows.length];
        Arrays.fill(times, Long.MIN_VALUE);
    }

    /** Whether a time lies before all windows. */
    static boolean isBeforeAll(long time) {
        return time < EARLIEST;
    }

    /** Whether a time lies behind all windows. */
    static boolean isBehindAll(long time) {
        return time > EventTimes.FARTHEST + EventTimes.LONGEST;
    }

    /** The end of the first window of a kind that ends after the given time. */
    long endAfter(long asked, int kind) {
        if (asked != times[kind]) {
            ends[kind] = windows[kind].nextEnd(asked);
            starts[kind] = windows[kind].startOf(ends[kind]);
            times[kind] = asked;
        }
        return ends[kind];
    }

    /** The start of the window that {@link #endAfter} told last of this kind. */
    long start(int kind) {
        return starts[kind];
    }
}
