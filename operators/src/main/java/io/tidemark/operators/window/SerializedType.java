package io.tidemark.operators.window;

import java.util.List;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/**
 * A type with a serializer of its own, built around those of the types in it; neither a key nor a
 * tuple.
 *
 * @param <X> the type
 */
abstract class SerializedType<X> extends TypeInformation<X> {

    private static final long serialVersionUID = 1L;

    private final Class<X> type;
    private final List<TypeInformation<?>> parts;

    @SuppressWarnings("unchecked") // A class literal cannot carry type arguments.
    SerializedType(Class<?> type, TypeInformation<?>... parts) {
        this.type = (Class<X>) type;
        this.parts = List.of(parts);
    }

    @Override
    public abstract TypeSerializer<X> createSerializer(SerializerConfig config);

    @Override
    public final Class<X> getTypeClass() {
        return type;
    }

    @Override
    public final boolean isBasicType() {
        return false;
    }

    @Override
    public final boolean isTupleType() {
        return false;
    }

    @Override
    public final int getArity() {
        return 1;
    }

    @Override
    public final int getTotalFields() {
        return 1;
    }

    @Override
    public final boolean isKeyType() {
        return false;
    }

    @Override
    public final boolean canEqual(Object other) {
        return other != null && other.getClass() == getClass();
    }

    @Override
    public final boolean equals(Object other) {
        return canEqual(other) && parts.equals(((SerializedType<?>) other).parts);
    }

    @Override
    public final int hashCode() {
        return 31 * type.hashCode() + parts.hashCode();
    }

    @Override
    public final String toString() {
        return type.getSimpleName() + parts;
    }
}
