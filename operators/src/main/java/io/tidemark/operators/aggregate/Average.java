package io.tidemark.operators.aggregate;

import java.math.BigDecimal;
import java.math.MathContext;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.util.function.SerializableFunction;
import org.jspecify.annotations.Nullable;

/**
 * The arithmetic mean of one number of each event: the exact sum, as {@link ExactSum} keeps it,
 * divided by the count and rounded once.
 *
 * <p>It is rounded to 16 significant digits, half to even ({@link MathContext#DECIMAL64}), or as
 * {@link #roundedTo} says. There is no mean of nothing: that result is null.
 *
 * @param <T> the type of the events
 */
public final class Average<T> extends DecimalAggregate<T, BigDecimal> {

    private static final long serialVersionUID = 1L;

    private final Value<T> value;
    private final MathContext rounding;

    private Average(Value<T> value, MathContext rounding) {
        super(value);
        this.value = value;
        this.rounding = rounding;
    }

    /** The mean of a decimal number of each event. */
    public static <T> Average<T> of(SerializableFunction<T, BigDecimal> value) {
        return new Average<>(Value.of(value), MathContext.DECIMAL64);
    }

    /** The mean of a whole number of each event. */
    public static <T> Average<T> ofLong(LongOf<T> value) {
        return new Average<>(Value.ofLong(value), MathContext.DECIMAL64);
    }

    /**
     * The same mean, rounded otherwise.
     *
     * @throws IllegalArgumentException if the precision is 0 (unlimited): a third has no last digit
     */
    public Average<T> roundedTo(MathContext otherRounding) {
        if (otherRounding.getPrecision() == 0) {
            throw new IllegalArgumentException(
                    "rounding="
                            + otherRounding
                            + " keeps all digits, and a mean may have infinitely many: give a"
                            + " precision of at least 1, such as MathContext.DECIMAL128");
        }
        return new Average<>(value, otherRounding);
    }

    @Override
    public @Nullable BigDecimal getResult(DecimalTotal total) {
        return total.count() == 0
                ? null
                : total.sum().divide(BigDecimal.valueOf(total.count()), rounding);
    }

    /** Decimals; its serializer writes a null too. */
    @Override
    public TypeInformation<BigDecimal> resultType() {
        return Types.BIG_DEC;
    }
}
