package io.tidemark.operators.disorder;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
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

        /** Begins again: moments are asked for in ascending order. */
        void rewind() {
            next = 0;
        }

        /** By how much the progress exceeded that moment when it first reached it. */
        double at(long moment) {
            while (next < to.length && to[next] < moment) {
                next++;
            }
            return next < to.length && from[next] < moment ? to[next] - moment : elsewhere;
        }
    }
}
