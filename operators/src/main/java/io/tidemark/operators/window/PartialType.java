package io.tidemark.operators.window;

import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** The type of what a local aggregation sends, as Flink wants to know it. */
final class PartialType<K, T, A> extends SerializedType<Partial<K, T, A>> {

    private static final long serialVersionUID = 1L;

    private final TypeInformation<K> keyType;
    private final TypeInformation<T> eventType;
    private final TypeInformation<A> accumulatorType;

    PartialType(
            TypeInformation<K> keyType,
            TypeInformation<T> eventType,
            TypeInformation<A> accumulatorType) {
        super(Partial.class, keyType, eventType, accumulatorType);
        this.keyType = keyType;
        this.eventType = eventType;
        this.accumulatorType = accumulatorType;
    }

    @Override
    public TypeSerializer<Partial<K, T, A>> createSerializer(SerializerConfig config) {
        return new PartialSerializer<>(
                keyType.createSerializer(config),
                eventType.createSerializer(config),
                accumulatorType.createSerializer(config));
    }
}
