package io.tidemark.operators.window;

import java.util.Map;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** The type of window results, as Flink wants to know it. */
final class WindowResultType<K, R> extends SerializedType<WindowResult<K, R>> {

    private static final long serialVersionUID = 1L;

    private final TypeInformation<K> keyType;
    private final TypeInformation<R> valueType;

    WindowResultType(TypeInformation<K> keyType, TypeInformation<R> valueType) {
        super(WindowResult.class, keyType, valueType);
        this.keyType = keyType;
        this.valueType = valueType;
    }

    @Override
    public TypeSerializer<WindowResult<K, R>> createSerializer(SerializerConfig config) {
        return new WindowResultSerializer<>(
                keyType.createSerializer(config), valueType.createSerializer(config));
    }

    @Override
    public Map<String, TypeInformation<?>> getGenericParameters() {
        return Map.of("K", keyType, "R", valueType);
    }
}
