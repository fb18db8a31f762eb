package io.tidemark.operators.window;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Some slices as the backend keeps them: their starts, in order, and their accumulators. Nobody
 * changes them any more.
 *
 * @param <A> the type of the accumulators
 */
final class StoredSlices<A> {

    final long[] starts;
    final Object[] accumulators;

    StoredSlices(long[] starts, Object[] accumulators) {
        this.starts = starts;
        this.accumulators = accumulators;
    }

    @SuppressWarnings("unchecked") // Only accumulators are put in.
    A accumulator(int index) {
        return (A) accumulators[index];
    }

    void write(DataOutputView target, TypeSerializer<A> serializer) throws IOException {
        Numbers.writeSorted(starts, target);
        for (int i = 0; i < starts.length; i++) {
            serializer.serialize(accumulator(i), target);
        }
    }

    static <A> StoredSlices<A> read(DataInputView source, TypeSerializer<A> serializer)
            throws IOException {
        long[] starts = Numbers.read(source);
        Object[] accumulators = new Object[starts.length];
        for (int i = 0; i < starts.length; i++) {
            accumulators[i] = serializer.deserialize(source);
        }
        return new StoredSlices<>(starts, accumulators);
    }

    /** The serializer. */
    static final class Serializer<A> extends LayoutSerializer<A, StoredSlices<A>> {

        private static final long serialVersionUID = 1L;

        Serializer(TypeSerializer<A> nested) {
            super(nested);
        }

        @Override
        Serializer<A> around(TypeSerializer<A> other) {
            return new Serializer<>(other);
        }

        @Override
        public void serialize(StoredSlices<A> slices, DataOutputView target) throws IOException {
            slices.write(target, nested);
        }

        @Override
        public StoredSlices<A> deserialize(DataInputView source) throws IOException {
            return read(source, nested);
        }

        @Override
        public TypeSerializerSnapshot<StoredSlices<A>> snapshotConfiguration() {
            return new Snapshot<>(this);
        }
    }

    /** The name of this class stands in savepoints. */
    public static final class Snapshot<A>
            extends LayoutSerializer.LayoutSnapshot<A, StoredSlices<A>, Serializer<A>> {

        /** For Flink, which then reads the snapshot. */
        public Snapshot() {}

        Snapshot(Serializer<A> serializer) {
            super(serializer);
        }

        @Override
        Serializer<A> around(TypeSerializer<A> nested) {
            return new Serializer<>(nested);
        }
    }
}
