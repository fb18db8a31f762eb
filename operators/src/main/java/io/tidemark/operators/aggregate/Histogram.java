package io.tidemark.operators.aggregate;

import java.io.IOException;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

/**
 * How many numbers fell into each of the buckets, which are narrow near zero and wide far from it;
 * changed in place by its aggregate.
 *
 * <p>A bucket holds the numbers that agree in sign, exponent and the first {@value #FRACTION_BITS}
 * bits of the fraction, so that its number is read off the bits of a {@code double} and every
 * machine finds the same one: no logarithm, whose last digit may differ.
 */
public final class Histogram {

    /** Leading bits of the fraction that tell buckets apart: 64 buckets from 1 to 2. */
    static final int FRACTION_BITS = 6;

    private static final int DROPPED_BITS = 52 - FRACTION_BITS;

    private final SparseCounts counts = new SparseCounts();

    Histogram() {}

    static TypeInformation<Histogram> type() {
        return AccumulatorType.of(Histogram.class, Serializer.INSTANCE);
    }

    long total() {
        return counts.total();
    }

    void add(double number) {
        counts.add(bucketOf(number), 1);
    }

    void add(Histogram part) {
        counts.addAll(part.counts);
    }

    void subtract(Histogram part) {
        counts.subtractAll(part.counts);
    }

    /** The middle of the bucket in which the number at a place lies, from 1 to the total. */
    double at(long place) {
        return middleOf(counts.at(place));
    }

    /** Buckets are numbered in the order of their numbers: negative ones from -1 downwards. */
    static int bucketOf(double number) {
        int magnitude = (int) (Double.doubleToRawLongBits(Math.abs(number)) >>> DROPPED_BITS);
        return number < 0 ? ~magnitude : magnitude;
    }

    static double middleOf(int bucket) {
        if (bucket < 0) {
            return -middleOf(~bucket);
        }
        double low = Double.longBitsToDouble((long) bucket << DROPPED_BITS);
        if (bucket == 0 || Double.isInfinite(low)) {
            return low;
        }
        return Double.longBitsToDouble(
                ((long) bucket << DROPPED_BITS) | (1L << (DROPPED_BITS - 1)));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Histogram that && that.counts.equals(counts);
    }

    @Override
    public int hashCode() {
        return counts.hashCode();
    }

    @Override
    public String toString() {
        return total() + " numbers";
    }

    private static final class Serializer extends AccumulatorSerializer<Histogram> {

        private static final long serialVersionUID = 1L;

        static final Serializer INSTANCE = new Serializer();

        @Override
        public Histogram createInstance() {
            return new Histogram();
        }

        @Override
        public Histogram copy(Histogram from, Histogram reuse) {
            reuse.counts.copyFrom(from.counts);
            return reuse;
        }

        @Override
        public void serialize(Histogram histogram, DataOutputView target) throws IOException {
            histogram.counts.write(target);
        }

        @Override
        public Histogram deserialize(Histogram reuse, DataInputView source) throws IOException {
            reuse.counts.read(source);
            return reuse;
        }

        @Override
        public TypeSerializerSnapshot<Histogram> snapshotConfiguration() {
            return new Snapshot();
        }
    }

    /** What a savepoint remembers of the layout; public for Flink only. */
    public static final class Snapshot extends AccumulatorSnapshot<Histogram> {

        /** For Flink, which creates it by name. */
        public Snapshot() {
            super(Serializer.INSTANCE);
        }
    }
}
