package io.tidemark.operators.window;

import org.jspecify.annotations.Nullable;

/**
 * A key with aligned windows in memory. Times are those of a key whose windows are not moved: event
 * time less {@link #shift}; only {@code due} and {@code noted} are watermarks.
 *
 * @param <K> the type of the keys
 * @param <A> the type of the accumulators
 */
final class AlignedKey<K, A> extends HotKey<K> {

    private static final WindowFold<?, ?>[] NO_FOLDS = new WindowFold<?, ?>[0];

    /** The slice that the last event went into; NEVER if it has to be looked for. */
    long recentStart = NEVER;

    /** Its accumulator. */
    @Nullable A recent;

    /** Whether the slices still have another accumulator, or do not know that this one changed. */
    boolean recentAhead;

    final long shift;
    final Slices<K, A> slices;

    /** One a kind of windows; none before one is needed, or where they share prefixes. */
    WindowFold<K, A>[] folds = none();

    /** Where several kinds of windows have their totals from; null before one is needed. */
    @Nullable Prefixes<K, A> prefixes;

    /** No slice from here on is in any fold. */
    long folded = Long.MIN_VALUE;

    /** All windows with end − 1 up to here were fired. */
    long through = Long.MIN_VALUE;

    /** The watermark at which early rows are due. */
    long earlyDue = NEVER;

    /** When windows are fired even if empty. */
    @Nullable AliveTimes alive;

    /** Starts of slices that late events went into since the last step. */
    @Nullable StartSet late;

    /** Starts of slices that changed since the last early rows. */
    @Nullable StartSet changed;

    @Nullable PaneLog<A> log;

    AlignedKey(K key, long shift, SliceStore<K, A> store) {
        super(key);
        this.shift = shift;
        this.slices = new Slices<>(key, store);
    }

    @SuppressWarnings("unchecked") // Nothing is in it.
    private static <K, A> WindowFold<K, A>[] none() {
        return (WindowFold<K, A>[]) NO_FOLDS;
    }

    /** Gives back what totals took; they are computed again from the slices. */
    void forgetTotals() {
        folds = none();
        prefixes = null;
    }

    /** Forgets early rows that nobody asks for any more. */
    void forgetEarly() {
        earlyDue = NEVER;
        changed = null;
    }

    /** Brings the slices up to date. */
    void settle() throws Exception {
        if (recent != null && recentAhead) {
            slices.set(recentStart, recent);
        }
        if (recent != null) {
            recent = null;
            recentAhead = false;
            recentStart = NEVER;
        }
    }

    long[] times() {
        return new long[] {due, noted, through, earlyDue};
    }

    void restoreTimes(long[] times) {
        due = times[0];
        noted = times[1];
        through = times[2];
        earlyDue = times[3];
    }

    /** Takes the times of what came while the key was not read; it was fired as before. */
    void joinTimes(long[] times) {
        dueAt(times[0]);
        noted = Math.min(noted, times[1]);
    }

    void restoreAlive(long[] ranges) {
        for (int i = 0; i < ranges.length; i += 2) {
            alive().add(ranges[i], ranges[i + 1]);
        }
    }

    AliveTimes alive() {
        if (alive == null) {
            alive = new AliveTimes();
        }
        return alive;
    }

    PaneLog<A> log() {
        if (log == null) {
            log = new PaneLog<>();
        }
        return log;
    }

    StartSet late() {
        if (late == null) {
            late = new StartSet();
        }
        return late;
    }

    StartSet changed() {
        if (changed == null) {
            changed = new StartSet();
        }
        return changed;
    }

    boolean hasLate() {
        return late != null && late.size() > 0;
    }

    boolean hasChanged() {
        return changed != null && changed.size() > 0;
    }

    static long[] stored(@Nullable StartSet starts) {
        return starts == null ? new long[0] : starts.toArray();
    }
}
