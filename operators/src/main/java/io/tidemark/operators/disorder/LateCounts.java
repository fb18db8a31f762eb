package io.tidemark.operators.disorder;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * How many moments lay at or before the watermark of each delay: exact, one array and one addition
 * a moment.
 *
 * <p>With {@code gap = max - moment} a moment is surely passed by every delay of at most {@code gap
 * - step} and by none of {@code gap} or more. Only between the two does the rounding to the step
 * decide, and there stands at most a delay or two of the grid: those are computed. The others are
 * one number, the end of the range, which is added to a difference array and summed up at the end.
 */
final class LateCounts {

    private final DelayGrid grid;
    private final GridIndex surely;

    /** At [i] what the count of delay i has more than that of delay i + 1. */
    private final long[] differences;

    LateCounts(DelayGrid grid, GridIndex surely) {
        this.grid = grid;
        this.surely = surely;
        this.differences = new long[grid.size() + 1];
    }

    /**
     * Counts one moment that lies before the progress.
     *
     * @return the smallest index from which on no delay has passed it
     */
    int add(long progress, long moment) {
        long gap = progress - moment;
        int index = surely.delaysPassing(gap);
        differences[index]++;
        int kept = index;
        while (index < grid.size() && grid.delayMillis(index) < gap) {
            if (grid.closingProgress(index, moment + 1) <= progress) {
                differences[index + 1]++;
                differences[index]--;
                kept = index + 1;
            }
            index++;
        }
        return kept;
    }

    /** The count of each delay. */
    long[] totals() {
        long[] totals = new long[grid.size()];
        long sum = 0;
        for (int i = grid.size() - 1; i >= 0; i--) {
            sum += differences[i + 1];
            totals[i] = sum;
        }
        return totals;
    }

    void merge(LateCounts other) {
        for (int i = 0; i < differences.length; i++) {
            differences[i] += other.differences[i];
        }
    }

    void write(DataOutput out) throws IOException {
        for (long difference : differences) {
            out.writeLong(difference);
        }
    }

    void read(DataInput in) throws IOException {
        for (int i = 0; i < differences.length; i++) {
            differences[i] = in.readLong();
        }
    }
}
