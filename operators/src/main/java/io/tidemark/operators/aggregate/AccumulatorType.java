package io.tidemark.operators.aggregate;

import java.util.Objects;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.util.function.SerializableFunction;
import org.jspecify.annotations.Nullable;

/**
 * The type of an accumulator, or of a result, that comes with its own serializer.
 *
 * @param <A> the type
 */
final class AccumulatorType<A> extends TypeInformation<A> {

    private static final long serialVersionUID = 1L;

    private final Class<?> type;
    private final @Nullable TypeInformation<?> part;
    private final SerializableFunction<SerializerConfig, TypeSerializer<A>> serializer;

    private AccumulatorType(
            Class<?> type,
            @Nullable TypeInformation<?> part,
            SerializableFunction<SerializerConfig, TypeSerializer<A>> serializer) {
        this.type = type;
        this.part = part;
        this.serializer = serializer;
    }

    /** The type of the given class, written by the given serializer. */
    static <A> TypeInformation<A> of(Class<A> type, AccumulatorSerializer<A> serializer) {
        return new AccumulatorType<>(type, null, config -> serializer);
    }

    /** The type of the given class, written by a serializer around that of its part. */
    static <A, P> TypeInformation<A> of(
            Class<?> type,
            TypeInformation<P> part,
            SerializableFunction<TypeSerializer<P>, TypeSerializer<A>> around) {
        return new AccumulatorType<>(
                type, part, config -> around.apply(part.createSerializer(config)));
    }

    /**
     * The serializer of a part, with Flink's default settings but one.
     *
     * @throws UnsupportedOperationException if the type would be written by Kryo
     */
    static <P> TypeSerializer<P> serializerWithoutKryo(TypeInformation<P> part) {
        SerializerConfigImpl withoutKryo = new SerializerConfigImpl();
        withoutKryo.setGenericTypes(false);
        return part.createSerializer(withoutKryo);
    }

    @Override
    public TypeSerializer<A> createSerializer(SerializerConfig config) {
        return serializer.apply(config);
    }

    @Override
    @SuppressWarnings("unchecked") // The class of a generic type stands for all of its forms.
    public Class<A> getTypeClass() {
        return (Class<A>) type;
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
        return other instanceof AccumulatorType;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof AccumulatorType<?> that
                && that.type == type
                && Objects.equals(that.part, part);
    }

    @Override
    public int hashCode() {
        return 31 * type.hashCode() + Objects.hashCode(part);
    }

    @Override
    public String toString() {
        return part == null ? type.getName() : type.getName() + "<" + part + ">";
    }
}
