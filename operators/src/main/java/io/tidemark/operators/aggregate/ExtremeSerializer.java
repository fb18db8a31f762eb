package io.tidemark.operators.aggregate;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.CompositeTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

/** Writes one byte that says whether there is a key, and the key as its own type writes it. */
final class ExtremeSerializer<K> extends AccumulatorSerializer<Extreme<K>> {

    private static final long serialVersionUID = 1L;

    private final TypeSerializer<K> keys;

    ExtremeSerializer(TypeSerializer<K> keys) {
        this.keys = keys;
    }

    @Override
    public Extreme<K> createInstance() {
        return new Extreme<>();
    }

    @Override
    public Extreme<K> copy(Extreme<K> from, Extreme<K> reuse) {
        reuse.key = from.key == null ? null : keys.copy(from.key);
        return reuse;
    }

    @Override
    public void serialize(Extreme<K> extreme, DataOutputView target) throws IOException {
        target.writeBoolean(extreme.key != null);
        if (extreme.key != null) {
            keys.serialize(extreme.key, target);
        }
    }

    @Override
    public Extreme<K> deserialize(Extreme<K> reuse, DataInputView source) throws IOException {
        reuse.key = source.readBoolean() ? keys.deserialize(source) : null;
        return reuse;
    }

    @Override
    public TypeSerializer<Extreme<K>> duplicate() {
        TypeSerializer<K> own = keys.duplicate();
        return own == keys ? this : new ExtremeSerializer<>(own);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ExtremeSerializer<?> that && that.keys.equals(keys);
    }

    @Override
    public int hashCode() {
        return keys.hashCode();
    }

    @Override
    public TypeSerializerSnapshot<Extreme<K>> snapshotConfiguration() {
        return new Snapshot<>(this);
    }

    /** What a savepoint remembers of the layout, with that of the keys; public for Flink only. */
    public static final class Snapshot<K>
            extends CompositeTypeSerializerSnapshot<Extreme<K>, ExtremeSerializer<K>> {

        private static final int VERSION = 1;

        /** For Flink, which creates it by name. */
        public Snapshot() {}

        Snapshot(ExtremeSerializer<K> serializer) {
            super(serializer);
        }

        @Override
        protected int getCurrentOuterSnapshotVersion() {
            return VERSION;
        }

        @Override
        protected TypeSerializer<?>[] getNestedSerializers(ExtremeSerializer<K> outer) {
            return new TypeSerializer<?>[] {outer.keys};
        }

        @Override
        @SuppressWarnings("unchecked") // The one nested serializer is the one given above.
        protected ExtremeSerializer<K> createOuterSerializerWithNestedSerializers(
                TypeSerializer<?>[] nested) {
            return new ExtremeSerializer<>((TypeSerializer<K>) nested[0]);
        }
    }
}
