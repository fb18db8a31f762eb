package io.tidemark.operators.disorder;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * By how much the progress overshoots a moment when it first reaches it: a result that is due at a
 * moment leaves with the next event that moves the progress, and that may be a night later.
 *
 * <p>The {@value #LARGEST} largest jumps of the progress are remembered and give the overshoot
 * exactly; for a moment in none of them it is the mean over all moments in the smaller jumps, which
 * is wrong by less than the smallest jump that is remembered.
 */
final class ProgressJumps {

    private static final int LARGEST = 1_024;

    private final PriorityQueue<Jump> largest =
            new PriorityQueue<>(
                    16, Comparator.comparingLong(Jump::length).thenComparingLong(Jump::from));
    private long smallestKept;

    private double smallLength;
    private double smallOvershoot;

    void add(long from, long to) {
        long length = to - from;
        if (largest.size() == LARGEST) {
            if (length <= smallestKept) {
                addSmall(length);
                return;
            }
            addSmall(largest.remove().length());
        }
        largest.add(new Jump(from, to));
        smallestKept = largest.element().length();
    }

    private void addSmall(long length) {
        smallLength += length;
        smallOvershoot += (double) length * (length - 1) / 2;
    }

    Overshoot overshoot() {
        Jump[] sorted = largest.toArray(Jump[]::new);
        Arrays.sort(sorted, Comparator.comparingLong(Jump::from));
        return new Overshoot(
                Arrays.stream(sorted).mapToLong(Jump::from).toArray(),
                Arrays.stream(sorted).mapToLong(Jump::to).toArray(),
                smallLength == 0 ? 0 : smallOvershoot / smallLength);
    }

    void write(DataOutput out) throws IOException {
        out.writeInt(largest.size());
        for (Jump jump : largest) {
            out.writeLong(jump.from());
            out.writeLong(jump.to());
        }
        out.writeDouble(smallLength);
        out.writeDouble(smallOvershoot);
    }

    static ProgressJumps read(DataInput in) throws IOException {
        ProgressJumps read = new ProgressJumps();
        int size = in.readInt();
        for (int i = 0; i < size; i++) {
            read.add(in.readLong(), in.readLong());
        }
        read.smallLength = in.readDouble();
        read.smallOvershoot = in.readDouble();
        return read;
    }

    /**
     * How all of several progresses together overshoot: only over a moment that each of them jumps
     * over, and then by as much as the one that jumps least far. Of the smaller jumps, of which the
     * moments are not known, no more is known than that together they come more often.
     */
    static Overshoot common(List<Overshoot> all) {
        if (all.size() == 1) {
            // Each is asked in an order of its own.
            Overshoot one = all.get(0);
            return new Overshoot(one.from, one.to, one.elsewhere);
        }
        long[] from = {Long.MIN_VALUE};
        long[] to = {Long.MAX_VALUE};
        double often = 0;
        for (Overshoot one : all) {
            long[][] both = intersection(from, to, one.from, one.to);
            from = both[0];
            to = both[1];
            often += 1 / one.elsewhere;
        }
        return new Overshoot(from, to, all.isEmpty() ? 0 : 1 / often);
    }

    private static long[][] intersection(long[] from, long[] to, long[] from2, long[] to2) {
        long[] begins = new long[from.length + from2.length];
        long[] ends = new long[begins.length];
        int size = 0;
        int i = 0;
        int j = 0;
        while (i < from.length && j < from2.length) {
            long begin = Math.max(from[i], from2[j]);
            long end = Math.min(to[i], to2[j]);
            if (begin < end) {
                begins[size] = begin;
                ends[size++] = end;
            }
            if (to[i] < to2[j]) {
                i++;
            } else {
                j++;
            }
        }
        return new long[][] {Arrays.copyOf(begins, size), Arrays.copyOf(ends, size)};
    }

    private record Jump(long from, long to) {
        long length() {
            return to - from;
        }
    }

    /** The jumps in the order of time. */
    static final class Overshoot {

        private final long[] from;
        private final long[] to;
        private final double elsewhere;
        private int next;

        Overshoot(long[] from, long[] to, double elsewhere) {
            this.from = from;
            this.to = to;
            this.elsewhere = elsewhere;
        }

        void write(DataOutput out) throws IOException {
            out.writeInt(from.length);
            for (int i = 0; i < from.length; i++) {
                out.writeLong(from[i]);
                out.writeLong(to[i]);
            }
            out.writeDouble(elsewhere);
        }

        static Overshoot read(DataInput in) throws IOException {
            int size = in.readInt();
            long[] from = new long[size];
            long[] to = new long[size];
            for (int i = 0; i < size; i++) {
                from[i] = in.readLong();
                to[i] = in.readLong();
            }
            return new Overshoot(from, to, in.readDouble());
        }

        /** Begins again: moments are asked for in ascending order. */
        void rewind() {
            next = 0;
        }

        /** The end of the remembered jump over that moment; the moment itself if there is none. */
        double endAt(double moment) {
            while (next < to.length && to[next] < moment) {
                next++;
            }
            return next < to.length && from[next] < moment ? to[next] : moment;
        }

        /** By how much the progress exceeded that moment when it first reached it. */
        double at(double moment) {
            while (next < to.length && to[next] < moment) {
                next++;
            }
            return next < to.length && from[next] < moment ? to[next] - moment : elsewhere;
        }
    }
}
