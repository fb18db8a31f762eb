package io.tidemark.operators.disorder;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How the progress of one partition grew with arrival: the first progress, and what it had come to
 * at the end of each stretch of arrival in which it moved.
 *
 * <p>Stretches are 2<sup>n</sup> ms (or rows) long and begin at a multiple of that, so that those
 * of several partitions have the same ends: there the progress of each is known exactly. At first
 * they are 1 long; whenever {@value #MOST} points are full, their length doubles.
 */
final class ProgressCurve {

    static final int MOST = 2_000;

    private long[] arrivals = new long[64];
    private long[] progresses = new long[64];
    private int size;
    private int doublings;
    private long firstArrival;
    private long firstProgress = Long.MIN_VALUE;

    /** Takes the progress after one more event; neither number is ever less than before. */
    void add(long arrival, long progress) {
        if (firstProgress == Long.MIN_VALUE) {
            firstArrival = arrival;
            firstProgress = progress;
        }
        if (size > 0 && progresses[size - 1] == progress) {
            return;
        }
        put(arrival, progress);
        while (size > MOST) {
            doublings++;
            int points = size;
            size = 0;
            for (int i = 0; i < points; i++) {
                put(arrivals[i], progresses[i]);
            }
        }
    }

    private void put(long arrival, long progress) {
        if (size == 0 || arrivals[size - 1] >> doublings != arrival >> doublings) {
            if (size == arrivals.length) {
                arrivals = Arrays.copyOf(arrivals, 2 * size);
                progresses = Arrays.copyOf(progresses, 2 * size);
            }
            size++;
        }
        arrivals[size - 1] = arrival;
        progresses[size - 1] = progress;
    }

    /** The length of its stretches as a power of two; 0 if every move has a point. */
    int doublings() {
        return doublings;
    }

    /** The first progress, and then the last of each stretch in which it moved. */
    List<ProgressPoint> points() {
        List<ProgressPoint> points = new ArrayList<>(size + 1);
        if (size > 0 && progresses[0] != firstProgress) {
            points.add(new ProgressPoint(firstArrival, firstProgress));
        }
        for (int i = 0; i < size; i++) {
            points.add(new ProgressPoint(arrivals[i], progresses[i]));
        }
        return points;
    }

    void write(DataOutput out) throws IOException {
        out.writeLong(firstArrival);
        out.writeLong(firstProgress);
        out.writeByte(doublings);
        out.writeInt(size);
        for (int i = 0; i < size; i++) {
            out.writeLong(arrivals[i]);
            out.writeLong(progresses[i]);
        }
    }

    static ProgressCurve read(DataInput in) throws IOException {
        ProgressCurve read = new ProgressCurve();
        read.firstArrival = in.readLong();
        read.firstProgress = in.readLong();
        read.doublings = in.readByte();
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
