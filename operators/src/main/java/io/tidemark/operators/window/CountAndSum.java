package io.tidemark.operators.window;

import java.math.BigDecimal;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.util.function.SerializableFunction;

/**
 * Counts events and sums one decimal value of each, exactly: no {@code double} on the way, so that
 * the order of the events does not matter.
 *
 * <p>The scale of the sum is the largest scale of any value. State a key and window: a {@code
 * long}, a decimal and a flag. Cost an event: one decimal addition.
 *
 * @param <T> the type of the events
 */
public final class CountAndSum<T>
        implements AggregateFunction<T, CountAndSum.Accumulator, CountAndSum.Accumulator> {

    private static final long serialVersionUID = 1L;

    private final SerializableFunction<T, BigDecimal> value;
    private final SerializableFunction<T, Boolean> isUpdate;

    private CountAndSum(
            SerializableFunction<T, BigDecimal> value, SerializableFunction<T, Boolean> isUpdate) {
        this.value = value;
        this.isUpdate = isUpdate;
    }

    /**
     * An aggregate over the given value.
     *
     * @param isUpdate whether an event came after its window's end but within the allowed lateness
     */
    public static <T> CountAndSum<T> of(
            SerializableFunction<T, BigDecimal> value, SerializableFunction<T, Boolean> isUpdate) {
        return new CountAndSum<>(value, isUpdate);
    }

    @Override
    public Accumulator createAccumulator() {
        return new Accumulator(0, BigDecimal.ZERO, false);
    }

    @Override
    public Accumulator add(T event, Accumulator total) {
        return new Accumulator(
                total.count + 1,
                total.sum.add(value.apply(event)),
                total.updated || isUpdate.apply(event));
    }

    @Override
    public Accumulator getResult(Accumulator total) {
        return total;
    }

    @Override
    public Accumulator merge(Accumulator a, Accumulator b) {
        return new Accumulator(a.count + b.count, a.sum.add(b.sum), a.updated || b.updated);
    }

    /**
     * The totals of one window.
     *
     * @param count how many events
     * @param sum the exact sum of their values
     * @param updated whether at least one of them came after the window's end
     */
    public record Accumulator(long count, BigDecimal sum, boolean updated) {

        /** The type without Kryo. */
        public static final TypeInformation<Accumulator> TYPE =
                TypeInformation.of(Accumulator.class);
    }
}
