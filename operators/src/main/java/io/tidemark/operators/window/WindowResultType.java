package io.tidemark.operators.window;

import java.util.Map;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** The type of window results, as Flink wants to know it. */
final class WindowResultType<K, R> extends TypeInformation<WindowResult<K, R>> {

    private static final long serialVersionUID = 1L;

    private final TypeInformation<K> keyType;
    private final TypeInformation<R> valueType;

    WindowResultType(TypeInformation<K> keyType, TypeInformation<R> valueType) {
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

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"}) // A class literal cannot carry the type arguments.
    public Class<WindowResult<K, R>> getTypeClass() {
        return (Class) WindowResult.class;
    }

    @Override
    public boolean isBasicType() {
        return false;
    }

    @Override
    public boolean isTupleType() {
        return false;
    }

    @Override
    public int getArity() {
        return 1;
    }

    @Override
    public int getTotalFields() {
        return 1;
    }

    @Override
    public boolean isKeyType() {
        return false;
    }

    @Override
    public boolean canEqual(Object other) {
        return other instanceof WindowResultType<?, ?>;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof WindowResultType<?, ?> that
                && keyType.equals(that.keyType)
                && valueType.equals(that.valueType);
    }

    @Override
    public int hashCode() {
        return 31 * keyType.hashCode() + valueType.hashCode();
    }

    @Override
    public String toString() {
        return "WindowResult<" + keyType + ", " + valueType + ">";
    }
}
