package io.tidemark.operators.window;

import java.util.Map;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** The type of sliding results, as Flink wants to know it. */
final class SlidingResultType<T, R> extends SerializedType<SlidingResult<T, R>> {

    private static final long serialVersionUID = 1L;

    private final TypeInformation<T> eventType;
    private final TypeInformation<R> valueType;

    SlidingResultType(TypeInformation<T> eventType, TypeInformation<R> valueType) {
        super(SlidingResult.class, eventType, valueType);
        this.eventType = eventType;
        this.valueType = valueType;
    }

    @Override
    public TypeSerializer<SlidingResult<T, R>> createSerializer(SerializerConfig config) {
        return new SlidingResultSerializer<>(
                eventType.createSerializer(config), valueType.createSerializer(config));
    }

    @Override
    public Map<String, TypeInformation<?>> getGenericParameters() {
        return Map.of("T", eventType, "R", valueType);
    }
}
