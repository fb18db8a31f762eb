package io.tidemark.operators.window;

import java.io.IOException;
import java.util.Objects;
import org.apache.flink.api.common.typeutils.CompositeTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link LayoutSerializer} is, for what holds events beside accumulators: both of their
 * serializers are nested.
 *
 * @param <T> the type of the events
 * @param <A> the type of the accumulators
 * @param <V> the type of what is stored
 */
abstract class EventLayoutSerializer<T, A, V> extends TypeSerializer<V> {

    private static final long serialVersionUID = 1L;

    final TypeSerializer<T> events;
    final TypeSerializer<A> accumulators;

    EventLayoutSerializer(TypeSerializer<T> events, TypeSerializer<A> accumulators) {
        this.events = events;
        this.accumulators = accumulators;
    }

    /** The same layout around other serializers. */
    abstract EventLayoutSerializer<T, A, V> around(
            TypeSerializer<T> otherEvents, TypeSerializer<A> otherAccumulators);

    @Override
    public final TypeSerializer<V> duplicate() {
        TypeSerializer<T> otherEvents = events.duplicate();
        TypeSerializer<A> otherAccumulators = accumulators.duplicate();
        return otherEvents == events && otherAccumulators == accumulators
                ? this
                : around(otherEvents, otherAccumulators);
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
                && events.equals(((EventLayoutSerializer<?, ?, ?>) other).events)
                && accumulators.equals(((EventLayoutSerializer<?, ?, ?>) other).accumulators);
    }

    @Override
    public final int hashCode() {
        return Objects.hash(getClass(), events, accumulators);
    }

    /**
     * What a savepoint remembers of a layout. The names of the subclasses stand in savepoints: one
     * that is renamed can no longer be restored.
     */
    abstract static class LayoutSnapshot<T, A, V, S extends EventLayoutSerializer<T, A, V>>
            extends CompositeTypeSerializerSnapshot<V, S> {

        /** For Flink, which then reads the snapshot. */
        LayoutSnapshot() {}

        LayoutSnapshot(S serializer) {
            super(serializer);
        }

        abstract S around(TypeSerializer<T> events, TypeSerializer<A> accumulators);

        @Override
        protected final int getCurrentOuterSnapshotVersion() {
            return 1;
        }

        @Override
        protected final TypeSerializer<?>[] getNestedSerializers(S serializer) {
            return new TypeSerializer<?>[] {serializer.events, serializer.accumulators};
        }

        @Override
        @SuppressWarnings("unchecked") // As written by getNestedSerializers.
        protected final S createOuterSerializerWithNestedSerializers(TypeSerializer<?>[] nested) {
            return around((TypeSerializer<T>) nested[0], (TypeSerializer<A>) nested[1]);
        }
    }
}
