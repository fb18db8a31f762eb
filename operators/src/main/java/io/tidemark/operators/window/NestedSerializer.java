package io.tidemark.operators.window;

import java.io.IOException;
import java.util.Arrays;
import org.apache.flink.api.common.typeutils.CompositeTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

/**
 * What the serializers of this room have in common: they write something of ours around things of
 * the user's, whose serializers are nested in them, so that a savepoint remembers these and Flink
 * migrates them.
 *
 * @param <V> the type of what is written
 */
abstract class NestedSerializer<V> extends TypeSerializer<V> {

    private static final long serialVersionUID = 1L;

    private final TypeSerializer<?>[] nested;

    NestedSerializer(TypeSerializer<?>... nested) {
        this.nested = nested;
    }

    /** The same around other serializers, which come in the order in which they were given. */
    abstract NestedSerializer<V> around(TypeSerializer<?>[] others);

    /** A copy that shares nothing that can change; asked for only if something can. */
    abstract V copyParts(V from);

    @Override
    public final TypeSerializer<V> duplicate() {
        TypeSerializer<?>[] others = new TypeSerializer<?>[nested.length];
        Arrays.setAll(others, i -> nested[i].duplicate());
        return Arrays.equals(others, nested, (a, b) -> a == b ? 0 : 1) ? this : around(others);
    }

    @Override
    public boolean isImmutableType() {
        return Arrays.stream(nested).allMatch(TypeSerializer::isImmutableType);
    }

    @Override
    public final V copy(V from) {
        return isImmutableType() ? from : copyParts(from);
    }

    @Override
    public final V copy(V from, V reuse) {
        return copy(from);
    }

    @Override
    public final void copy(DataInputView source, DataOutputView target) throws IOException {
        serialize(deserialize(source), target);
    }

    @Override
    public final V deserialize(V reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    /** None: what is written here is never filled in afterwards. */
    @Override
    public final @Nullable V createInstance() {
        return null;
    }

    @Override
    public final int getLength() {
        return -1;
    }

    @Override
    public final boolean equals(@Nullable Object other) {
        return other != null
                && other.getClass() == getClass()
                && Arrays.equals(nested, ((NestedSerializer<?>) other).nested);
    }

    @Override
    public final int hashCode() {
        return 31 * getClass().hashCode() + Arrays.hashCode(nested);
    }

    /**
     * What a savepoint remembers of such a serializer. The names of the subclasses stand in
     * savepoints: one that is renamed can no longer be restored.
     */
    abstract static class NestedSnapshot<V, S extends NestedSerializer<V>>
            extends CompositeTypeSerializerSnapshot<V, S> {

        /** For Flink, which then reads the snapshot. */
        NestedSnapshot() {}

        NestedSnapshot(S serializer) {
            super(serializer);
        }

        /** The serializer around those that were nested in it. */
        abstract S around(TypeSerializer<?>[] nested);

        @Override
        protected final int getCurrentOuterSnapshotVersion() {
            return 1;
        }

        @Override
        protected final TypeSerializer<?>[] getNestedSerializers(S serializer) {
            return ((NestedSerializer<V>) serializer).nested;
        }

        @Override
        protected final S createOuterSerializerWithNestedSerializers(TypeSerializer<?>[] nested) {
            return around(nested);
        }
    }
}
