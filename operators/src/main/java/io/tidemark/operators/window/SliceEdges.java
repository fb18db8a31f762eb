package io.tidemark.operators.window;

import java.util.ArrayList;
import java.util.List;

/**
 * The slices that several kinds of windows cut time into together. What was asked lately is
 * remembered, so the cost does not grow with the number of windows.
 */
final class SliceEdges {

    private static final int REMEMBERED = 1 << 10;
    private static final int GRAIN_SHIFT = 4;

    private final List<AlignedWindows> windows;
    private final Slice[] recent = new Slice[REMEMBERED];

    SliceEdges(List<AlignedWindows> windows) {
        this.windows = windows;
    }

    /**
     * A slice.
     *
     * @param start inclusive
     * @param end exclusive
     * @param firstEnd where the first of its windows ends
     * @param lastEnd where the last of its windows ends
     */
    record Slice(long start, long end, long firstEnd, long lastEnd) {}

    /** The slice that holds the given time. */
    Slice at(long time) {
        int place = (int) (time >> GRAIN_SHIFT) & (REMEMBERED - 1);
        Slice slice = recent[place];
        if (slice == null || time < slice.start || time >= slice.end) {
            slice = find(time);
            recent[place] = slice;
        }
        return slice;
    }

    private Slice find(long time) {
        long start = Long.MIN_VALUE;
        long end = Long.MAX_VALUE;
        long firstEnd = Long.MAX_VALUE;
        long lastEnd = Long.MIN_VALUE;
        for (AlignedWindows each : windows) {
            start = Math.max(start, each.sliceStart(time));
            end = Math.min(end, each.sliceEnd(time));
            firstEnd = Math.min(firstEnd, each.firstEnd(time));
            lastEnd = Math.max(lastEnd, each.lastEnd(time));
        }
        return new Slice(start, end, firstEnd, lastEnd);
    }

    /** The windows that an event missed: those of a slice that have closed. */
    List<PartlyLate.Missed> missed(Slice slice, long closed, long shift) {
        List<PartlyLate.Missed> missed = new ArrayList<>();
        for (int kind = 0; kind < windows.size(); kind++) {
            AlignedWindows each = windows.get(kind);
            for (long end = each.firstEnd(slice.start());
                    end - 1 <= closed && each.startOf(end) <= slice.start();
                    end = each.nextEnd(end)) {
                missed.add(new PartlyLate.Missed(kind, each.startOf(end) + shift, end + shift));
            }
        }
        return missed;
    }
}
