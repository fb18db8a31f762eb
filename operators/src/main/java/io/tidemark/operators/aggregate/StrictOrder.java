package io.tidemark.operators.aggregate;

import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Objects;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * An order in which only what is written alike is equal: where a given comparator sees no
 * difference, the serialized bytes decide.
 *
 * <p>Without it, which of 1.0 and 1.00 is the smallest would depend on which came first.
 *
 * @param <V> the type of what is compared
 */
final class StrictOrder<V> implements Comparator<V>, Serializable {

    private static final long serialVersionUID = 1L;

    private final Comparator<V> first;
    private final TypeSerializer<V> serializer;

    private StrictOrder(Comparator<V> first, TypeSerializer<V> serializer) {
        this.first = first;
        this.serializer = serializer;
    }

    /**
     * The order of the given comparator, which must be serializable, and then of the bytes.
     *
     * @throws UnsupportedOperationException if the type would be written by Kryo
     */
    static <V> StrictOrder<V> of(Comparator<V> first, TypeInformation<V> type) {
        return new StrictOrder<>(first, AccumulatorType.serializerWithoutKryo(type));
    }

    /** A copy that shares nothing mutable: Flink may use the object of an event again. */
    V copy(V value) {
        return serializer.copy(value);
    }

    @Override
    public int compare(V a, V b) {
        int order = first.compare(a, b);
        return order != 0 || Objects.equals(a, b)
                ? order
                : Arrays.compareUnsigned(bytes(a), bytes(b));
    }

    private byte[] bytes(V value) {
        DataOutputSerializer target = new DataOutputSerializer(64);
        try {
            serializer.serialize(value, target);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return target.getCopyOfBuffer();
    }
}
