package io.tidemark.operators.aggregate;

import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;

/**
 * The type of an accumulator, or of a result, that comes with its own serializer.
 *
 * @param <A> the type
 */
final class AccumulatorType<A> extends TypeInformation<A> {

    private static final long serialVersionUID = 1L;

    private final Class<A> type;
    private final TypeSerializer<A> serializer;

    private AccumulatorType(Class<A> type, TypeSerializer<A> serializer) {
        this.type = type;
        this.serializer = serializer;
    }

    /** The type of the given class, written by the given serializer. */
    static <A> TypeInformation<A> of(Class<A> type, TypeSerializer<A> serializer) {
        return new AccumulatorType<>(type, serializer);
    }

    @Override
    public TypeSerializer<A> createSerializer(SerializerConfig config) {
        return serializer.duplicate();
    }

    @Override
    public Class<A> getTypeClass() {
        return type;
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
                && that.serializer.equals(serializer);
    }

    @Override
    public int hashCode() {
        return 31 * type.hashCode() + serializer.hashCode();
    }

    @Override
    public String toString() {
        return type.getName();
    }
}
