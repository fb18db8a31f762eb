package io.tidemark.operators.window;

import io.tidemark.operators.late.WindowEnds;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Event-time windows whose edges do not depend on the data: tumbling, hopping and calendar windows.
 *
 * <p>All times are epoch milliseconds, and a window is [start, end). Every time is in at least one
 * window. No two windows share a start or an end, so a window is known by its end. Times from
 * −2<sup>62</sup> to 2<sup>62</sup> are answered exactly; beyond them nothing is promised.
 *
 * <p>The starts and ends of all windows cut time into <em>slices</em>. Hopping windows have one
 * slice a hop if the hop divides the size, else two (the <em>paired windows</em> of Krishnamurthy,
 * Wu and Franklin, On-the-fly sharing for streamed aggregation, SIGMOD 2006). A slice is in a
 * window whole or not at all: what a window holds is the sum of its slices.
 *
 * <p>Of {@linkplain #isStaggered staggered} windows every answer is that of a key whose windows are
 * not moved. Another key's windows end less than a hop earlier or later, so {@link #lastEnd} is
 * then no measure for a gate, which knows no keys.
 *
 * <p>An instance may remember what it was asked last, so it belongs to one thread. Flink
 * deserializes one for each subtask.
 */
public abstract sealed class AlignedWindows implements WindowEnds
        permits FixedWindows, CalendarWindows {

    private static final long serialVersionUID = 1L;

    AlignedWindows() {}

    /** The start, inclusive, of the slice that holds the time: the latest edge at or before it. */
    abstract long sliceStart(long time);

    /** The end, exclusive, of the slice that holds the time: the earliest edge after it. */
    abstract long sliceEnd(long time);

    /** The end, exclusive, of the first window to end among those that hold the time. */
    public abstract long firstEnd(long time);

    @Override
    public abstract long lastEnd(long time);

    /**
     * The earliest end of a window after the given one, which need not be a window's end itself.
     */
    public abstract long nextEnd(long end);

    /** The latest end of a window at or before the given time. */
    abstract long latestEnd(long time);

    /** The start, inclusive, of the window with the given end; undefined where no window ends. */
    public abstract long startOf(long end);

    /** How long a window is at most, in milliseconds; none is longer, most may be shorter. */
    public abstract long longestMillis();

    /** Whether each key has its windows at other times than its neighbours. */
    public boolean isStaggered() {
        return false;
    }

    /**
     * By how many milliseconds the windows of a key are moved into the future: zero if they are not
     * staggered, else from zero, inclusive, to the hop, exclusive.
     *
     * <p>The other methods know no key: give them a time less the shift, and add the shift to the
     * time that comes back.
     */
    long shift(int keyHash) {
        return 0;
    }

    /** Windows that share a state in a few words. */
    static String inWords(List<AlignedWindows> windows) {
        return windows.stream().map(Object::toString).collect(Collectors.joining(Settings.AND));
    }

    /**
     * The windows in a few words, such as {@code hopping 10m by 1s}: equal for equal windows, also
     * in later versions, for state is stored with them.
     */
    @Override
    public abstract String toString();
}
