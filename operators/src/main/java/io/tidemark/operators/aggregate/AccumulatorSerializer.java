package io.tidemark.operators.aggregate;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

/**
 * What the serializers of mutable accumulators have in common: an accumulator is read into and
 * copied into another one.
 *
 * <p>Serializers are equal when they are of one class, and one serves all threads; one that wraps
 * the serializer of a part says so for itself.
 *
 * @param <A> the type of the accumulator
 */
abstract class AccumulatorSerializer<A> extends TypeSerializer<A> {

    private static final long serialVersionUID = 1L;

    @Override
    public abstract A createInstance();

    /** Makes {@code reuse} equal to {@code from}, sharing nothing mutable, and returns it. */
    @Override
    public abstract A copy(A from, A reuse);

    /** Makes {@code reuse} equal to what was written, and returns it. */
    @Override
    public abstract A deserialize(A reuse, DataInputView source) throws IOException;

    @Override
    public final A copy(A from) {
        return copy(from, createInstance());
    }

    @Override
    public final A deserialize(DataInputView source) throws IOException {
        return deserialize(createInstance(), source);
    }

    @Override
    public final void copy(DataInputView source, DataOutputView target) throws IOException {
        serialize(deserialize(source), target);
    }

    @Override
    public final boolean isImmutableType() {
        return false;
    }

    @Override
    public TypeSerializer<A> duplicate() {
        return this;
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other != null && other.getClass() == getClass();
    }

    @Override
    public int hashCode() {
        return getClass().hashCode();
    }
}
