package io.tidemark.operators.aggregate;

import java.io.Serializable;
import java.util.Comparator;
import java.util.Objects;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.typeutils.runtime.NullableSerializer;
import org.apache.flink.util.function.SerializableFunction;
import org.jspecify.annotations.Nullable;

/**
 * What the smallest and the greatest have in common: the first key in some order.
 *
 * @param <T> the type of the events
 * @param <K> the type of the keys
 */
abstract class ExtremeAggregate<T, K> implements TypedAggregate<T, Extreme<K>, K> {

    private static final long serialVersionUID = 1L;

    private final Offer<T, K> offer;
    private final StrictOrder<K> order;
    private final TypeInformation<K> keyType;

    ExtremeAggregate(Offer<T, K> offer, Comparator<K> order, TypeInformation<K> keyType) {
        this.offer = offer;
        this.order = StrictOrder.of(order, keyType);
        this.keyType = keyType;
    }

    /** Lets the key of an event take the place of the best one, if it is better. */
    @FunctionalInterface
    interface Offer<T, K> extends Serializable {

        void offer(T event, Extreme<K> best, StrictOrder<K> order);

        static <T, K> Offer<T, K> of(SerializableFunction<T, K> key) {
            return (event, best, order) ->
                    replaceIfBetter(
                            best,
                            Objects.requireNonNull(
                                    key.apply(event),
                                    "the key of an event is null: expected something to compare;"
                                            + " leave out events that have none before they are"
                                            + " aggregated"),
                            order);
        }
    }

    @Override
    public final Extreme<K> createAccumulator() {
        return new Extreme<>();
    }

    @Override
    public final Extreme<K> add(T event, Extreme<K> best) {
        offer.offer(event, best, order);
        return best;
    }

    @Override
    public final Extreme<K> merge(Extreme<K> a, Extreme<K> b) {
        if (b.key != null) {
            replaceIfBetter(a, b.key, order);
        }
        return a;
    }

    /** The key, or null if there were no events. */
    @Override
    public final @Nullable K getResult(Extreme<K> best) {
        return best.key;
    }

    @Override
    public final TypeInformation<Extreme<K>> accumulatorType() {
        return AccumulatorType.of(Extreme.class, keyType, ExtremeSerializer::new);
    }

    /** The type of the keys, with a serializer that writes a null too. */
    @Override
    public final TypeInformation<K> resultType() {
        return AccumulatorType.of(
                keyType.getTypeClass(),
                keyType,
                keys -> NullableSerializer.wrapIfNullIsNotSupported(keys, false));
    }

    private static <K> void replaceIfBetter(Extreme<K> best, K key, StrictOrder<K> order) {
        if (best.key == null || order.compare(key, best.key) < 0) {
            best.key = order.copy(key);
        }
    }
}
