package io.tidemark.operators.window;

import java.io.IOException;
import java.util.Objects;
import org.apache.flink.api.common.typeutils.CompositeTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

/**
 * What the serializers of stored windows have in common: what they write never changes once it was
 * made, and holds accumulators, whose serializer is nested, so that a savepoint remembers it and
 * Flink migrates it.
 *
 * @param <A> the type of the accumulators
 * @param <V> the type of what is stored
 */
abstract class LayoutSerializer<A, V> extends TypeSerializer<V> {

    private static final long serialVersionUID = 1L;

    /** The serializer of the accumulators. */
    final TypeSerializer<A> nested;

    LayoutSerializer(TypeSerializer<A> nested) {
        this.nested = nested;
    }

    /** The same layout around another serializer of the accumulators. */
    abstract LayoutSerializer<A, V> around(TypeSerializer<A> other);

    @Override
    public final TypeSerializer<V> duplicate() {
        TypeSerializer<A> duplicate = nested.duplicate();
        return duplicate == nested ? this : around(duplicate);
    }

    @Override
    public final boolean isImmutableType() {
        return true;
    }

    @Override
    public final V copy(V from) {
        return from;
    }

    @Override
    public final V copy(V from, V reuse) {
        return from;
    }

    @Override
    public final void copy(DataInputView source, DataOutputView target) throws IOException {
        serialize(deserialize(source), target);
    }

    @Override
    public final V deserialize(V reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public final int getLength() {
        return -1;
    }

    @Override
    public final boolean equals(@Nullable Object other) {
        return other != null
                && other.getClass() == getClass()
                && nested.equals(((LayoutSerializer<?, ?>) other).nested);
    }

    @Override
    public final int hashCode() {
        return Objects.hash(getClass(), nested);
    }

    /**
     * What a savepoint remembers of a layout. The names of the subclasses stand in savepoints: one
     * that is renamed can no longer be restored.
     */
    abstract static class LayoutSnapshot<A, V, S extends LayoutSerializer<A, V>>
            extends CompositeTypeSerializerSnapshot<V, S> {

        /** For Flink, which then reads the snapshot. */
        LayoutSnapshot() {}

        LayoutSnapshot(S serializer) {
            super(serializer);
        }

        abstract S around(TypeSerializer<A> nested);

        @Override
        protected final int getCurrentOuterSnapshotVersion() {
            return 1;
        }

        @Override
        protected final TypeSerializer<?>[] getNestedSerializers(S serializer) {
            return new TypeSerializer<?>[] {serializer.nested};
        }

        @Override
        @SuppressWarnings("unchecked") // The one that was written by getNestedSerializers.
        protected final S createOuterSerializerWithNestedSerializers(TypeSerializer<?>[] nested) {
            return around((TypeSerializer<A>) nested[0]);
        }
    }
}
