package io.tidemark.operators.window;

import org.apache.flink.api.common.typeutils.TypeSerializer;

/**
 * Writes stored windows, which hold accumulators and never change once they were made.
 *
 * @param <A> the type of the accumulators
 * @param <V> the type of what is stored
 */
abstract class LayoutSerializer<A, V> extends NestedSerializer<V> {

    private static final long serialVersionUID = 1L;

    /** The serializer of the accumulators. */
    final TypeSerializer<A> nested;

    LayoutSerializer(TypeSerializer<A> nested) {
        super(nested);
        this.nested = nested;
    }

    /** The same layout around another serializer of the accumulators. */
    abstract LayoutSerializer<A, V> around(TypeSerializer<A> other);

    @Override
    @SuppressWarnings("unchecked") // As given to the constructor.
    final NestedSerializer<V> around(TypeSerializer<?>[] others) {
        return around((TypeSerializer<A>) others[0]);
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
    abstract static class LayoutSnapshot<A, V, S extends LayoutSerializer<A, V>>
            extends NestedSnapshot<V, S> {

        /** For Flink, which then reads the snapshot. */
        LayoutSnapshot() {}

        LayoutSnapshot(S serializer) {
            super(serializer);
        }

        abstract S around(TypeSerializer<A> nested);

        @Override
        @SuppressWarnings("unchecked") // As given to the constructor.
        final S around(TypeSerializer<?>[] nested) {
            return around((TypeSerializer<A>) nested[0]);
        }
    }
}
