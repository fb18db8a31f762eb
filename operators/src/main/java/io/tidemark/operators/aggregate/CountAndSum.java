package io.tidemark.operators.aggregate;

import java.math.BigDecimal;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.util.function.SerializableFunction;

/**
 * Counts events and sums one number of each, exactly, as {@link ExactSum} does.
 *
 * <p>The result of nothing is a count of 0 and a sum of 0.
 *
 * @param <T> the type of the events
 */
public final class CountAndSum<T> extends DecimalAggregate<T, CountAndSum.Total> {

    private static final long serialVersionUID = 1L;

    private CountAndSum(Value<T> value) {
        super(value);
    }

    /** The count of the events and the sum of a decimal number of each. */
    public static <T> CountAndSum<T> of(SerializableFunction<T, BigDecimal> value) {
        return new CountAndSum<>(Value.of(value));
    }

    /** The count of the events and the sum of a whole number of each, a decimal of scale 0. */
    public static <T> CountAndSum<T> ofLong(LongOf<T> value) {
        return new CountAndSum<>(Value.ofLong(value));
    }

    @Override
    public Total getResult(DecimalTotal total) {
        return new Total(total.count(), total.sum());
    }

    @Override
    public TypeInformation<Total> resultType() {
        return Total.TYPE;
    }

    /**
     * The totals of a window.
     *
     * @param count how many events
     * @param sum the exact sum of their numbers
     */
    public record Total(long count, BigDecimal sum) {

        /** The type without Kryo. */
        public static final TypeInformation<Total> TYPE = TypeInformation.of(Total.class);
    }
}
