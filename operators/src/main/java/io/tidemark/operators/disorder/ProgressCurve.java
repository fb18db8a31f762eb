package io.tidemark.operators.disorder;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How the progress of one partition grew with arrival: the state after each n-th event, where n
 * doubles whenever {@value #MOST} points are full.
 */
final class ProgressCurve {

    static final int MOST = 2_000;

    private long[] arrivals = new long[64];
    private long[] progresses = new long[64];
    private int size;
    private long stride = 1;
    private long seen;

    /** Takes the state after one more event. */
    void add(long arrival, long progress) {
        long number = seen++;
        if ((number & (stride - 1)) != 0) {
            return;
        }
        if (size == MOST) {
            thin();
            if ((number & (stride - 1)) != 0) {
                return;
            }
        }
        if (size == arrivals.length) {
            arrivals = Arrays.copyOf(arrivals, Math.min(MOST, size * 2));
            progresses = Arrays.copyOf(progresses, Math.min(MOST, size * 2));
        }
        arrivals[size] = arrival;
        progresses[size++] = progress;
    }

    private void thin() {
        stride *= 2;
        size = (size + 1) / 2;
        for (int i = 1; i < size; i++) {
            arrivals[i] = arrivals[2 * i];
            progresses[i] = progresses[2 * i];
        }
    }

    /** Whether no point has been given up. */
    boolean isWhole() {
        return stride == 1;
    }

    List<ProgressPoint> points() {
        List<ProgressPoint> points = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            points.add(new ProgressPoint(arrivals[i], progresses[i]));
        }
        return points;
    }

    void write(DataOutput out) throws IOException {
        out.writeLong(stride);
        out.writeLong(seen);
        out.writeInt(size);
        for (int i = 0; i < size; i++) {
            out.writeLong(arrivals[i]);
            out.writeLong(progresses[i]);
        }
    }

    static ProgressCurve read(DataInput in) throws IOException {
        ProgressCurve read = new ProgressCurve();
        read.stride = in.readLong();
        read.seen = in.readLong();
        read.size = in.readInt();
        read.arrivals = new long[Math.max(64, read.size)];
        read.progresses = new long[Math.max(64, read.size)];
        for (int i = 0; i < read.size; i++) {
            read.arrivals[i] = in.readLong();
            read.progresses[i] = in.readLong();
        }
        return read;
    }
}
