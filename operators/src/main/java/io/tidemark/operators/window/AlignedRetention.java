package io.tidemark.operators.window;

/**
 * How long a key's slices and rows are remembered: as long as a window that they are in can still
 * change. All times are those of a key whose windows are not moved.
 *
 * @param <K> the type of the keys
 * @param <A> the type of the accumulators
 */
final class AlignedRetention<K, A> {

    private final AlignedWindows[] windows;

    private long closedLast = Long.MIN_VALUE;
    private long startOfOpen = Long.MIN_VALUE;

    AlignedRetention(AlignedWindows[] windows) {
        this.windows = windows;
    }

    /** Forgets what is in no window that can still change. */
    void forget(AlignedKey<K, A> key, long closed) throws Exception {
        if (key.log != null) {
            key.log.dropThrough(closed + 1);
        }
        if (key.slices.isEmpty() || key.slices.first() > closed) {
            return;
        }
        long keep = outlive(key.slices.last(), closed) ? startOfOpen(closed) : Long.MAX_VALUE;
        if (keep == Long.MAX_VALUE) {
            key.forgetTotals(); // A key with nothing in it may stay in memory, and has to be small.
        }
        for (WindowFold<K, A> fold : key.folds) {
            fold.leave(key.slices, keep);
        }
        if (key.prefixes != null) {
            key.prefixes.leave(keep);
        }
        key.slices.dropBefore(keep);
    }

    /** Whether a window that holds the given time can still change. */
    private boolean outlive(long time, long closed) {
        for (AlignedWindows kind : windows) {
            if (kind.lastEnd(time) - 1 > closed) {
                return true;
            }
        }
        return false;
    }

    /**
     * The start of the first window that can still change; asked for the same time by many keys.
     */
    private long startOfOpen(long closed) {
        if (closed != closedLast) {
            long start = Long.MAX_VALUE;
            for (AlignedWindows kind : windows) {
                start = Math.min(start, kind.startOf(kind.nextEnd(closed + 1)));
            }
            startOfOpen = start;
            closedLast = closed;
        }
        return startOfOpen;
    }

    /** Notes when there is something to forget, be it without a row. */
    void noteClosing(AlignedKey<K, A> key, long latenessMillis) throws Exception {
        if (!key.slices.isEmpty()) {
            key.dueAt(lastEnd(key.slices.last()) - 1 + latenessMillis + key.shift);
        }
        if (key.log != null && key.log.size() > 0) {
            // An empty window may end behind the last slice's windows, and may change too.
            key.dueAt(key.log.lastEnd() - 1 + latenessMillis + key.shift);
        }
    }

    private long lastEnd(long time) {
        long last = Long.MIN_VALUE;
        for (AlignedWindows kind : windows) {
            last = Math.max(last, kind.lastEnd(time));
        }
        return last;
    }
}
