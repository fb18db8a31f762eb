package io.tidemark.operators.aggregate;

import java.math.BigDecimal;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.util.function.SerializableFunction;

/**
 * Sums one number of each event, exactly: no {@code double} on the way and no overflow, so that
 * neither the order of the events nor what came and left again changes the sum.
 *
 * <p>The scale of the sum is the largest scale of the numbers that are in it, at least 0: 12.50 and
 * 7.5 give 20.00. The sum of nothing is 0. A number with an exponent beyond {@link
 * DecimalTotal#MAX_SCALE} either way is refused with an {@link ArithmeticException}, and null with
 * a {@link NullPointerException}.
 *
 * @param <T> the type of the events
 */
public final class ExactSum<T> extends DecimalAggregate<T, BigDecimal> {

    private static final long serialVersionUID = 1L;

    private ExactSum(Value<T> value) {
        super(value);
    }

    /** The sum of a decimal number of each event. */
    public static <T> ExactSum<T> of(SerializableFunction<T, BigDecimal> value) {
        return new ExactSum<>(Value.of(value));
    }

    /**
     * The sum of a whole number of each event. The result is a decimal of scale 0, because the sum
     * of many {@code long}s need not be one.
     */
    public static <T> ExactSum<T> ofLong(LongOf<T> value) {
        return new ExactSum<>(Value.ofLong(value));
    }

    @Override
    public BigDecimal getResult(DecimalTotal total) {
        return total.sum();
    }

    @Override
    public TypeInformation<BigDecimal> resultType() {
        return Types.BIG_DEC;
    }
}
