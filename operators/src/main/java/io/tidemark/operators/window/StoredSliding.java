package io.tidemark.operators.window;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

/**
 * What the backend keeps of a key with a sliding aggregation, besides older blocks. Nobody changes
 * it any more.
 *
 * @param due as {@link SlidingKey} has it
 * @param noted as {@link SlidingKey} has it
 * @param through as {@link SlidingKey} has it
 * @param count as {@link SlidingKey} has it
 * @param total the running total of the window; null if it is empty, or the aggregate not
 *     invertible
 * @param pending the events that wait
 * @param window the parts in the range of the newest row
 * @param sent what is kept of rows that may be sent again; null if none may
 */
record StoredSliding<T, A>(
        long due,
        long noted,
        long through,
        int count,
        @Nullable A total,
        PendingEvents.Stored<T> pending,
        StoredDirectory<A> window,
        SentRows.@Nullable Stored<T, A> sent) {

    private static final int HAS_TOTAL = 1;
    private static final int HAS_SENT = 2;

    private void write(
            DataOutputView target, TypeSerializer<T> events, TypeSerializer<A> accumulators)
            throws IOException {
        target.writeByte((total == null ? 0 : HAS_TOTAL) | (sent == null ? 0 : HAS_SENT));
        Numbers.write(due, target);
        Numbers.write(noted, target);
        Numbers.write(through, target);
        Numbers.write(count, target);
        pending.write(target, events);
        window.write(target, accumulators);
        if (total != null) {
            accumulators.serialize(total, target);
        }
        if (sent != null) {
            sent.write(target, events, accumulators);
        }
    }

    private static <T, A> StoredSliding<T, A> read(
            DataInputView source, TypeSerializer<T> events, TypeSerializer<A> accumulators)
            throws IOException {
        int bits = source.readByte();
        long due = Numbers.readOne(source);
        long noted = Numbers.readOne(source);
        long through = Numbers.readOne(source);
        int count = (int) Numbers.readOne(source);
        PendingEvents.Stored<T> pending = PendingEvents.Stored.read(source, events);
        StoredDirectory<A> window = StoredDirectory.read(source, accumulators);
        return new StoredSliding<>(
                due,
                noted,
                through,
                count,
                (bits & HAS_TOTAL) == 0 ? null : accumulators.deserialize(source),
                pending,
                window,
                (bits & HAS_SENT) == 0 ? null : SentRows.Stored.read(source, events, accumulators));
    }

    /** The serializer. */
    static final class Serializer<T, A> extends EventLayoutSerializer<T, A, StoredSliding<T, A>> {

        private static final long serialVersionUID = 1L;

        Serializer(TypeSerializer<T> events, TypeSerializer<A> accumulators) {
            super(events, accumulators);
        }

        @Override
        Serializer<T, A> around(
                TypeSerializer<T> otherEvents, TypeSerializer<A> otherAccumulators) {
            return new Serializer<>(otherEvents, otherAccumulators);
        }

        @Override
        public void serialize(StoredSliding<T, A> sliding, DataOutputView target)
                throws IOException {
            sliding.write(target, events, accumulators);
        }

        @Override
        public StoredSliding<T, A> deserialize(DataInputView source) throws IOException {
            return read(source, events, accumulators);
        }

        @Override
        public TypeSerializerSnapshot<StoredSliding<T, A>> snapshotConfiguration() {
            return new Snapshot<>(this);
        }
    }

    /** The name of this class stands in savepoints. */
    public static final class Snapshot<T, A>
            extends EventLayoutSerializer.LayoutSnapshot<
                    T, A, StoredSliding<T, A>, Serializer<T, A>> {

        /** For Flink, which then reads the snapshot. */
        public Snapshot() {}

        Snapshot(Serializer<T, A> serializer) {
            super(serializer);
        }

        @Override
        Serializer<T, A> around(TypeSerializer<T> events, TypeSerializer<A> accumulators) {
            return new Serializer<>(events, accumulators);
        }
    }
}
