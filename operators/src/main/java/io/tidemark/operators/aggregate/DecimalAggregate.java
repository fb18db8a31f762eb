package io.tidemark.operators.aggregate;

import java.io.Serializable;
import java.math.BigDecimal;
import java.util.Objects;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.util.function.SerializableFunction;

/**
 * What the aggregates over one exact number of each event have in common: all but the result.
 *
 * @param <T> the type of the events
 * @param <R> the type of the result
 */
abstract class DecimalAggregate<T, R>
        implements TypedAggregate<T, DecimalTotal, R>, InvertibleAggregate<T, DecimalTotal, R> {

    private static final long serialVersionUID = 1L;

    private final Value<T> value;

    DecimalAggregate(Value<T> value) {
        this.value = value;
    }

    /** Adds the value of an event to a total. */
    @FunctionalInterface
    interface Value<T> extends Serializable {

        void addTo(DecimalTotal total, T event);

        static <T> Value<T> of(SerializableFunction<T, BigDecimal> value) {
            return (total, event) ->
                    total.add(
                            Objects.requireNonNull(
                                    value.apply(event),
                                    "the value of an event is null: expected a decimal number;"
                                            + " leave out events that have none before they are"
                                            + " aggregated"));
        }

        static <T> Value<T> ofLong(LongOf<T> value) {
            return (total, event) -> total.add(value.of(event));
        }
    }

    @Override
    public final DecimalTotal createAccumulator() {
        return new DecimalTotal();
    }

    @Override
    public final DecimalTotal add(T event, DecimalTotal total) {
        value.addTo(total, event);
        return total;
    }

    @Override
    public final DecimalTotal merge(DecimalTotal a, DecimalTotal b) {
        a.add(b);
        return a;
    }

    @Override
    public final DecimalTotal retract(DecimalTotal total, DecimalTotal part) {
        total.subtract(part);
        return total;
    }

    @Override
    public final TypeInformation<DecimalTotal> accumulatorType() {
        return DecimalTotal.type();
    }
}
