package io.tidemark.operators.disorder;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * How many events happened how long ago, where "ago" is counted from an anchor that moves on: fine
 * near the anchor, coarse far from it, so that an age is known to 1/128 of itself at any scale and
 * any span of time.
 *
 * <p>Bins have a width that is a power of two and begin at a multiple of it; a bin may be as wide
 * as 1/64 of its age, and neighbours melt together as they grow old enough for that. Each bin
 * remembers the mean of its times, so that times on a coarse grain (days, weeks) stay exact. About
 * 64 to 128 bins an octave of age. New times wait in a buffer and are worked in a thousand at once.
 */
final class AgedCounts {

    private static final int BUFFER = 1_024;
    private static final int AGE_BITS = 6;

    private final long[] waiting = new long[BUFFER];
    private int waitingSize;

    private Bins bins = new Bins(64);

    void add(long time, long anchor) {
        waiting[waitingSize++] = time;
        if (waitingSize == BUFFER) {
            workIn(anchor);
        }
    }

    /** The ages seen from the anchor; what is ahead of it has age 0. */
    Quantities ages(long anchor) {
        Quantities ages = new Quantities();
        for (int i = 0; i < bins.size; i++) {
            long mean = bins.start[i] + Math.round(bins.offsets[i] / bins.count[i]);
            ages.add(Math.max(0, anchor - mean), bins.count[i]);
        }
        for (int i = 0; i < waitingSize; i++) {
            ages.add(Math.max(0, anchor - waiting[i]));
        }
        return ages;
    }

    private void workIn(long anchor) {
        Arrays.sort(waiting, 0, waitingSize);
        Bins merged = new Bins(bins.size + waitingSize);
        int next = 0;
        for (int i = 0; i < bins.size; i++) {
            while (next < waitingSize && waiting[next] < bins.start[i]) {
                merged.append(waiting[next++], 0, 1, 0, anchor);
            }
            merged.append(bins.start[i], bins.level[i], bins.count[i], bins.offsets[i], anchor);
        }
        while (next < waitingSize) {
            merged.append(waiting[next++], 0, 1, 0, anchor);
        }
        waitingSize = 0;
        bins = merged;
    }

    void write(DataOutput out) throws IOException {
        out.writeInt(waitingSize);
        for (int i = 0; i < waitingSize; i++) {
            out.writeLong(waiting[i]);
        }
        out.writeInt(bins.size);
        for (int i = 0; i < bins.size; i++) {
            out.writeLong(bins.start[i]);
            out.writeByte(bins.level[i]);
            out.writeLong(bins.count[i]);
            out.writeDouble(bins.offsets[i]);
        }
    }

    static AgedCounts read(DataInput in) throws IOException {
        AgedCounts read = new AgedCounts();
        read.waitingSize = in.readInt();
        for (int i = 0; i < read.waitingSize; i++) {
            read.waiting[i] = in.readLong();
        }
        int size = in.readInt();
        read.bins = new Bins(size);
        for (int i = 0; i < size; i++) {
            read.bins.start[i] = in.readLong();
            read.bins.level[i] = in.readByte();
            read.bins.count[i] = in.readLong();
            read.bins.offsets[i] = in.readDouble();
        }
        read.bins.size = size;
        return read;
    }

    /** Bins in the order of time; no two overlap. */
    private static final class Bins {

        final long[] start;
        final byte[] level;
        final long[] count;
        final double[] offsets;
        int size;

        Bins(int capacity) {
            start = new long[capacity];
            level = new byte[capacity];
            count = new long[capacity];
            offsets = new double[capacity];
        }

        /** Takes a bin that begins no earlier than the last one, as wide as its age allows. */
        void append(long from, int width, long times, double sumOfOffsets, long anchor) {
            long age = Math.abs(anchor - from) >>> AGE_BITS;
            int wide = Math.max(width, age == 0 ? 0 : 63 - Long.numberOfLeadingZeros(age));
            long begin = from >> wide << wide;
            double sum = sumOfOffsets + (double) (from - begin) * times;
            long all = times;
            while (size > 0 && begin < start[size - 1] + (1L << level[size - 1])) {
                size--;
                if (level[size] > wide) {
                    sum += (double) (begin - start[size]) * all;
                    begin = start[size];
                    wide = level[size];
                    sum += offsets[size];
                } else {
                    sum += offsets[size] + (double) (start[size] - begin) * count[size];
                }
                all += count[size];
            }
            start[size] = begin;
            level[size] = (byte) wide;
            count[size] = all;
            offsets[size] = sum;
            size++;
        }
    }
}
