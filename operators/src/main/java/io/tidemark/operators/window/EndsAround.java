package io.tidemark.operators.window;

/**
 * Of several kinds of windows, the last ends by a time and the next after it. The keys that are due
 * at one watermark mostly ask for the same time, so it is remembered: what a key costs does not
 * grow with the number of kinds that have nothing to send.
 */
final class EndsAround {

    private final AlignedWindows[] windows;
    private final long[] latest;
    private final long[] next;

    private long time = Long.MIN_VALUE;
    private int first;

    EndsAround(AlignedWindows[] windows) {
        this.windows = windows;
        this.latest = new long[windows.length];
        this.next = new long[windows.length];
    }

    /** Makes the given time, which must not lie beyond all windows, the one that is asked for. */
    void around(long asked) {
        if (asked == time) {
            return;
        }
        first = 0;
        for (int i = 0; i < windows.length; i++) {
            latest[i] = windows[i].latestEnd(asked);
            next[i] = windows[i].nextEnd(asked);
            if (next[i] < next[first]) {
                first = i;
            }
        }
        time = asked;
    }

    /** Whether a window of this kind ended after the given time, and by the one asked for. */
    boolean endedSince(long since, int kind) {
        return latest[kind] > since;
    }

    /** The kind of which a window ends next. */
    int nextKind() {
        return first;
    }

    /** When that is. */
    long nextEnd() {
        return next[first];
    }
}
