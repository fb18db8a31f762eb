package io.tidemark.operators.disorder;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How a delay went over event time, in at most 600 points: thinned by halving as it grows, and
 * always up to the last one.
 */
final class DelaySeries {

    private static final int MOST = 598;

    private long[] times = new long[16];
    private long[] delays = new long[16];
    private int size;
    private long stride = 1;
    private long seen;
    private long lastTime;
    private long lastDelay;

    void add(long time, long delay) {
        lastTime = time;
        lastDelay = delay;
        if (seen++ % stride != 0) {
            return;
        }
        if (size == MOST) {
            for (int i = 0; i < MOST / 2; i++) {
                times[i] = times[2 * i];
                delays[i] = delays[2 * i];
            }
            size = MOST / 2;
            stride *= 2;
        }
        reserve(size + 1);
        times[size] = time;
        delays[size++] = delay;
    }

    private void reserve(int points) {
        if (points > times.length) {
            int room = Math.min(MOST, Math.max(points, 2 * times.length));
            times = Arrays.copyOf(times, room);
            delays = Arrays.copyOf(delays, room);
        }
    }

    List<Long> times() {
        return listed(times, lastTime);
    }

    List<Long> delays() {
        return listed(delays, lastDelay);
    }

    private List<Long> listed(long[] numbers, long last) {
        List<Long> list = new ArrayList<>(size + 1);
        for (int i = 0; i < size; i++) {
            list.add(numbers[i]);
        }
        if (seen > 0 && (seen - 1) % stride != 0) {
            list.add(last);
        }
        return list;
    }

    void write(DataOutput out) throws IOException {
        out.writeLong(stride);
        out.writeLong(seen);
        out.writeLong(lastTime);
        out.writeLong(lastDelay);
        out.writeInt(size);
        for (int i = 0; i < size; i++) {
            out.writeLong(times[i]);
            out.writeLong(delays[i]);
        }
    }

    void read(DataInput in) throws IOException {
        stride = in.readLong();
        seen = in.readLong();
        lastTime = in.readLong();
        lastDelay = in.readLong();
        size = in.readInt();
        reserve(size);
        for (int i = 0; i < size; i++) {
            times[i] = in.readLong();
            delays[i] = in.readLong();
        }
    }
}
