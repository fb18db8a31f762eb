package io.tidemark.operators.aggregate;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Objects;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

/**
 * How many decimal numbers there were and their exact sum; changed in place by its aggregates.
 *
 * <p>The sum is a {@code long} count of units of its scale for as long as that holds it, and a big
 * integer else. The scale of the sum is the largest of the numbers that are in it, at least 0: to
 * fall back when the last number of that scale leaves, the numbers are counted by scale. Where all
 * have one scale, that count is the count of all and takes no room.
 */
public final class DecimalTotal {

    /**
     * The most digits behind the point that a number may have, and the most zeros that its exponent
     * may add before the point: a number like {@code 1e1000000000} would fill the memory when
     * another is added to it.
     */
    public static final int MAX_SCALE = 1000;

    private long count;

    /** How many numbers have which smaller scale than the sum; null if none has. */
    private @Nullable SparseCounts below;

    private final ExactUnits sum = new ExactUnits();

    DecimalTotal() {}

    static TypeInformation<DecimalTotal> type() {
        return AccumulatorType.of(DecimalTotal.class, Serializer.INSTANCE);
    }

    long count() {
        return count;
    }

    BigDecimal sum() {
        return sum.value();
    }

    void add(BigDecimal number) {
        int scale = number.scale();
        if (scale < 0 || scale > MAX_SCALE) {
            add(withinBounds(number));
            return;
        }
        enter(scale, 1);
        sum.add(number);
    }

    void add(long number) {
        enter(0, 1);
        sum.add(number, 0);
    }

    void add(DecimalTotal part) {
        if (part.count == 0) {
            return;
        }
        enter(part.sum.scale(), part.countAtScale());
        if (part.below != null) {
            below().addAll(part.below);
            count += part.below.total();
        }
        sum.add(part.sum);
    }

    void subtract(DecimalTotal part) {
        if (part.count == 0) {
            return;
        }
        sum.subtract(part.sum);
        count -= part.count;
        if (part.sum.scale() < sum.scale()) {
            below().add(part.sum.scale(), -part.countAtScale());
        }
        if (part.below != null) {
            below().subtractAll(part.below);
        }
        settle();
    }

    /** Counts numbers of one scale, and lifts the sum to that scale if it is larger. */
    private void enter(int scale, long numbers) {
        if (scale > sum.scale()) {
            long atScale = countAtScale();
            if (atScale > 0) {
                below().add(sum.scale(), atScale);
            }
            sum.rescale(scale);
        } else if (scale < sum.scale()) {
            below().add(scale, numbers);
        }
        count += numbers;
    }

    /** Lowers the sum to the largest scale that is left. */
    private void settle() {
        if (countAtScale() == 0) {
            if (below == null || below.isEmpty()) {
                sum.rescale(0);
            } else {
                sum.rescale(below.greatest());
                below.removeGreatest();
            }
        }
        if (below != null && below.isEmpty()) {
            below = null;
        }
    }

    private long countAtScale() {
        return below == null ? count : count - below.total();
    }

    private SparseCounts below() {
        SparseCounts counts = below;
        if (counts == null) {
            counts = new SparseCounts();
            below = counts;
        }
        return counts;
    }

    private static BigDecimal withinBounds(BigDecimal number) {
        if (number.scale() > MAX_SCALE || number.scale() < -MAX_SCALE) {
            throw new ArithmeticException(
                    "the value of an event has the exponent "
                            + -(long) number.scale()
                            + ": expected one between -"
                            + MAX_SCALE
                            + " and "
                            + MAX_SCALE
                            + ", because an exact sum writes all digits out; reject such events"
                            + " before they are summed");
        }
        return number.setScale(0);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof DecimalTotal that
                && that.count == count
                && that.sum.equals(sum)
                && Objects.equals(that.below, below);
    }

    @Override
    public int hashCode() {
        return 31 * Long.hashCode(count) + sum.hashCode();
    }

    @Override
    public String toString() {
        return "count " + count + ", sum " + sum();
    }

    private static final class Serializer extends AccumulatorSerializer<DecimalTotal> {

        private static final long serialVersionUID = 1L;

        private static final int LARGE = 1;
        private static final int SEVERAL_SCALES = 2;

        static final Serializer INSTANCE = new Serializer();

        @Override
        public DecimalTotal createInstance() {
            return new DecimalTotal();
        }

        @Override
        public DecimalTotal copy(DecimalTotal from, DecimalTotal reuse) {
            reuse.count = from.count;
            reuse.sum.copyFrom(from.sum);
            if (from.below == null) {
                reuse.below = null;
            } else {
                reuse.below().copyFrom(from.below);
            }
            return reuse;
        }

        @Override
        public void serialize(DecimalTotal total, DataOutputView target) throws IOException {
            VarLong.write(total.count, target);
            BigInteger large = total.sum.large();
            VarLong.write(
                    (long) total.sum.scale() << 2
                            | (large == null ? 0 : LARGE)
                            | (total.below == null ? 0 : SEVERAL_SCALES),
                    target);
            if (large == null) {
                VarLong.writeSigned(total.sum.units(), target);
            } else {
                byte[] bytes = large.toByteArray();
                VarLong.write(bytes.length, target);
                target.write(bytes);
            }
            if (total.below != null) {
                total.below.write(target);
            }
        }

        @Override
        public DecimalTotal deserialize(DecimalTotal reuse, DataInputView source)
                throws IOException {
            reuse.count = VarLong.read(source);
            int scaleAndFlags = (int) VarLong.read(source);
            int scale = scaleAndFlags >>> 2;
            if ((scaleAndFlags & LARGE) == 0) {
                reuse.sum.set(VarLong.readSigned(source), scale);
            } else {
                byte[] bytes = new byte[(int) VarLong.read(source)];
                source.readFully(bytes);
                reuse.sum.set(new BigInteger(bytes), scale);
            }
            if ((scaleAndFlags & SEVERAL_SCALES) == 0) {
                reuse.below = null;
            } else {
                reuse.below().read(source);
            }
            return reuse;
        }

        @Override
        public TypeSerializerSnapshot<DecimalTotal> snapshotConfiguration() {
            return new Snapshot();
        }
    }

    /** What a savepoint remembers of the layout; public for Flink only. */
    public static final class Snapshot extends AccumulatorSnapshot<DecimalTotal> {

        /** For Flink, which creates it by name. */
        public Snapshot() {
            super(Serializer.INSTANCE);
        }
    }
}
