package io.tidemark.operators.window;

import org.apache.flink.api.common.typeutils.TypeSerializer;

/**
 * What a {@link LayoutSerializer} is, for what holds events beside accumulators.
 *
 * @param <T> the type of the events
 * @param <A> the type of the accumulators
 * @param <V> the type of what is stored
 */
abstract class EventLayoutSerializer<T, A, V> extends NestedSerializer<V> {

    private static final long serialVersionUID = 1L;

    final TypeSerializer<T> events;
    final TypeSerializer<A> accumulators;

    EventLayoutSerializer(TypeSerializer<T> events, TypeSerializer<A> accumulators) {
        super(events, accumulators);
        this.events = events;
        this.accumulators = accumulators;
    }

    /** The same layout around other serializers. */
    abstract EventLayoutSerializer<T, A, V> around(
            TypeSerializer<T> otherEvents, TypeSerializer<A> otherAccumulators);

    @Override
    @SuppressWarnings("unchecked") // As given to the constructor.
    final NestedSerializer<V> around(TypeSerializer<?>[] others) {
        return around((TypeSerializer<T>) others[0], (TypeSerializer<A>) others[1]);
    }

    @Override
    public final boolean isImmutableType() {
        return true;
    }

    @Override
    final V copyParts(V from) {
        return from;
    }

    /** What a savepoint remembers of a layout. */
    abstract static class LayoutSnapshot<T, A, V, S extends EventLayoutSerializer<T, A, V>>
            extends NestedSnapshot<V, S> {

        /** For Flink, which then reads the snapshot. */
        LayoutSnapshot() {}

        LayoutSnapshot(S serializer) {
            super(serializer);
        }

        abstract S around(TypeSerializer<T> events, TypeSerializer<A> accumulators);

        @Override
        @SuppressWarnings("unchecked") // As given to the constructor.
        final S around(TypeSerializer<?>[] nested) {
            return around((TypeSerializer<T>) nested[0], (TypeSerializer<A>) nested[1]);
        }
    }
}
