package io.tidemark.operators.aggregate;

import java.util.Comparator;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.util.function.SerializableFunction;

/**
 * The smallest key of any event, in the natural order of the keys.
 *
 * <p>Keys that compare as equal and are not (the decimals 1.0 and 1.00) are ordered by their
 * serialized bytes, so that the result does not depend on which came first. The accumulator is one
 * key. Cost an event: one comparison. There is no smallest of nothing: that result is null. A key
 * that is null is refused with a {@link NullPointerException}.
 *
 * @param <T> the type of the events
 * @param <K> the type of the keys
 */
public final class Min<T, K extends Comparable<? super K>> extends ExtremeAggregate<T, K> {

    private static final long serialVersionUID = 1L;

    private Min(Offer<T, K> offer, TypeInformation<K> keyType) {
        super(offer, Comparator.<K>naturalOrder(), keyType);
    }

    /**
     * The smallest key of any event.
     *
     * @throws UnsupportedOperationException if the type of the keys would be written by Kryo
     */
    public static <T, K extends Comparable<? super K>> Min<T, K> of(
            SerializableFunction<T, K> key, TypeInformation<K> keyType) {
        return new Min<>(Offer.of(key), keyType);
    }

    /** The smallest whole number of any event; none is boxed but a new smallest one. */
    public static <T> Min<T, Long> ofLong(LongOf<T> number) {
        return new Min<>(
                (event, best, order) -> {
                    long candidate = number.of(event);
                    if (best.key == null || candidate < best.key) {
                        best.key = candidate;
                    }
                },
                Types.LONG);
    }
}
