package io.tidemark.watermarks;

import java.io.IOException;
import java.util.Arrays;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * A sketch of durations of fixed size: counts in bins that are one millisecond wide up to 64 ms and
 * at most 1/32 of their value beyond.
 *
 * <p>The bins are the same in every sketch, so that sketches can be added and taken away exactly
 * and in any order. An answer lies at a bin's upper edge: never too small, and at most 3.2% too
 * large. At most 7.5 kB, less while no long duration was counted; about 2 ns an addition.
 */
final class DelayHistogram {

    private static final int BINS_AN_OCTAVE_BITS = 5;
    private static final int BINS_AN_OCTAVE = 1 << BINS_AN_OCTAVE_BITS;
    private static final int BINS = (63 - BINS_AN_OCTAVE_BITS) * BINS_AN_OCTAVE + BINS_AN_OCTAVE;

    private static final DelayHistogram NOTHING = new DelayHistogram();

    private int[] counts = new int[2 * BINS_AN_OCTAVE];
    private long total;

    /** No bin above it is filled: most are empty, and need not be looked at. */
    private int top;

    /** Counts a duration; a negative one counts as 0. */
    void add(long millis) {
        int bin = binOf(millis);
        raiseTo(bin);
        counts[bin]++;
        total++;
    }

    private void raiseTo(int bin) {
        if (bin > top) {
            top = bin;
            if (bin >= counts.length) {
                counts =
                        Arrays.copyOf(counts, Math.min(BINS, Math.max(bin + 1, 2 * counts.length)));
            }
        }
    }

    void add(DelayHistogram other) {
        raiseTo(other.top);
        for (int bin = 0; bin <= other.top; bin++) {
            counts[bin] += other.counts[bin];
        }
        total += other.total;
    }

    /** Takes away what {@link #add(DelayHistogram)} added. */
    void subtract(DelayHistogram other) {
        for (int bin = 0; bin <= other.top; bin++) {
            counts[bin] -= other.counts[bin];
        }
        total -= other.total;
    }

    void clear() {
        Arrays.fill(counts, 0, top + 1, 0);
        total = 0;
        top = 0;
    }

    long total() {
        return total;
    }

    /** The smallest duration, at a bin's upper edge, that at most {@code above} counted exceed. */
    long exceededByAtMost(long above) {
        return exceededByAtMost(above, NOTHING);
    }

    /** The same of what this one and the other have counted together. */
    long exceededByAtMost(long above, DelayHistogram other) {
        long seen = 0;
        for (int bin = Math.max(top, other.top); bin > 0; bin--) {
            seen += countOf(bin) + other.countOf(bin);
            if (seen > above) {
                return upperEdge(bin);
            }
        }
        return 0;
    }

    private int countOf(int bin) {
        return bin < counts.length ? counts[bin] : 0;
    }

    /** The duration that the given share of those counted do not exceed; 0 if none is counted. */
    long quantile(double share) {
        return exceededByAtMost((long) Math.floor((1 - share) * total));
    }

    static int binOf(long millis) {
        if (millis < 2 * BINS_AN_OCTAVE) {
            return (int) Math.max(0, millis);
        }
        int shift = 63 - BINS_AN_OCTAVE_BITS - Long.numberOfLeadingZeros(millis);
        return (shift << BINS_AN_OCTAVE_BITS) + (int) (millis >>> shift);
    }

    static long upperEdge(int bin) {
        if (bin < 2 * BINS_AN_OCTAVE) {
            return bin;
        }
        int shift = (bin >>> BINS_AN_OCTAVE_BITS) - 1;
        long mantissa = bin - ((long) shift << BINS_AN_OCTAVE_BITS);
        return ((mantissa + 1) << shift) - 1;
    }

    /** Writes the bins that are not empty. */
    void write(DataOutputView out) throws IOException {
        int filled = 0;
        for (int count : counts) {
            filled += count == 0 ? 0 : 1;
        }
        out.writeInt(filled);
        for (int bin = 0; bin <= top; bin++) {
            if (counts[bin] != 0) {
                out.writeShort(bin);
                out.writeInt(counts[bin]);
            }
        }
    }

    void read(DataInputView in) throws IOException {
        clear();
        int filled = in.readInt();
        for (int i = 0; i < filled; i++) {
            int bin = in.readUnsignedShort();
            raiseTo(bin);
            counts[bin] = in.readInt();
            total += counts[bin];
        }
    }
}
