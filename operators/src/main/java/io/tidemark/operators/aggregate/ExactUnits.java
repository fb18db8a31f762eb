package io.tidemark.operators.aggregate;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * A decimal number that is added to in place: a {@code long} count of units of its scale for as
 * long as that holds it, and a big integer else.
 *
 * <p>Whoever adds sees to it that the scale is large enough before: nothing is ever rounded.
 */
final class ExactUnits {

    private static final int LONG_DIGITS = 18;

    private static final long[] POWERS_OF_TEN = new long[LONG_DIGITS + 1];

    static {
        long power = 1;
        for (int i = 0; i <= LONG_DIGITS; i++) {
            POWERS_OF_TEN[i] = power;
            power *= 10;
        }
    }

    private int scale;

    /** The units, if {@link #large} is null. */
    private long units;

    /** The units, if and only if they do not fit into a {@code long}. */
    private @Nullable BigInteger large;

    int scale() {
        return scale;
    }

    long units() {
        return units;
    }

    @Nullable BigInteger large() {
        return large;
    }

    BigDecimal value() {
        return large == null ? BigDecimal.valueOf(units, scale) : new BigDecimal(large, scale);
    }

    /** Adds a number of the same or a smaller scale. */
    void add(BigDecimal number) {
        if (number.precision() <= LONG_DIGITS) {
            // The shift to scale 0 hands the number's own long over, without a big integer.
            add(number.scaleByPowerOfTen(number.scale()).longValue(), number.scale());
        } else {
            set(value().add(number));
        }
    }

    /** Adds units of the same or a smaller scale. */
    void add(long more, int itsScale) {
        int digits = scale - itsScale;
        if (large == null && digits <= LONG_DIGITS) {
            long factor = POWERS_OF_TEN[digits];
            long added = more * factor;
            long result = units + added;
            boolean multiplied = Math.multiplyHigh(more, factor) == added >> 63;
            boolean summed = ((units ^ result) & (added ^ result)) >= 0;
            if (multiplied && summed) {
                units = result;
                return;
            }
        }
        set(value().add(BigDecimal.valueOf(more, itsScale)));
    }

    /** Adds a number of the same or a smaller scale. */
    void add(ExactUnits part) {
        if (part.large == null) {
            add(part.units, part.scale);
        } else {
            set(value().add(part.value()));
        }
    }

    /** Takes away a number of the same or a smaller scale. */
    void subtract(ExactUnits part) {
        // Of all longs, the smallest alone has no opposite.
        if (part.large == null && part.units != Long.MIN_VALUE) {
            add(-part.units, part.scale);
        } else {
            set(value().subtract(part.value()));
        }
    }

    /** Writes the same number in another scale, which must not need rounding. */
    void rescale(int newScale) {
        if (newScale == scale) {
            return;
        }
        if (large == null && units == 0) {
            scale = newScale;
        } else {
            set(value().setScale(newScale));
        }
    }

    void set(long newUnits, int newScale) {
        units = newUnits;
        large = null;
        scale = newScale;
    }

    void set(BigInteger newUnits, int newScale) {
        if (newUnits.bitLength() < Long.SIZE) {
            set(newUnits.longValue(), newScale);
        } else {
            units = 0;
            large = newUnits;
            scale = newScale;
        }
    }

    void copyFrom(ExactUnits other) {
        scale = other.scale;
        units = other.units;
        large = other.large;
    }

    private void set(BigDecimal number) {
        set(number.unscaledValue(), number.scale());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ExactUnits that && that.value().equals(value());
    }

    @Override
    public int hashCode() {
        return value().hashCode();
    }
}
