package io.tidemark.operators.window;

import java.io.IOException;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

/**
 * An event of a sliding aggregation whose row may be sent again. Nobody changes it any more.
 *
 * @param time the event's time
 * @param event the event
 * @param sent whether it has a row yet; if not, it has just come, late
 * @param kept what its last row was about; null if that need not be taken back
 */
record SentRow<T, A>(long time, T event, boolean sent, @Nullable A kept) {

    private static final int SENT = 1;
    private static final int KEPT = 2;

    /** What slices have to know of rows in them: how to store one. */
    static <T, A> Accumulators<SentRow<T, A>, SentRow<T, A>, SentRow<T, A>> inSlices(
            TypeSerializer<T> events, TypeSerializer<A> accumulators) {
        return new Accumulators<>(new NeverMerged<>(), new Serializer<>(events, accumulators));
    }

    /** The serializer. */
    static final class Serializer<T, A> extends EventLayoutSerializer<T, A, SentRow<T, A>> {

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
        public void serialize(SentRow<T, A> row, DataOutputView target) throws IOException {
            target.writeByte((row.sent ? SENT : 0) | (row.kept == null ? 0 : KEPT));
            Numbers.write(row.time, target);
            events.serialize(row.event, target);
            if (row.kept != null) {
                accumulators.serialize(row.kept, target);
            }
        }

        @Override
        public SentRow<T, A> deserialize(DataInputView source) throws IOException {
            int bits = source.readByte();
            return new SentRow<>(
                    Numbers.readOne(source),
                    events.deserialize(source),
                    (bits & SENT) != 0,
                    (bits & KEPT) == 0 ? null : accumulators.deserialize(source));
        }

        @Override
        public TypeSerializerSnapshot<SentRow<T, A>> snapshotConfiguration() {
            return new Snapshot<>(this);
        }
    }

    /** The name of this class stands in savepoints. */
    public static final class Snapshot<T, A>
            extends EventLayoutSerializer.LayoutSnapshot<T, A, SentRow<T, A>, Serializer<T, A>> {

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

    /** Rows lie in slices and are found there; nothing is ever added to one. */
    private static final class NeverMerged<V> implements AggregateFunction<V, V, V> {

        private static final long serialVersionUID = 1L;

        @Override
        public V createAccumulator() {
            throw new UnsupportedOperationException("a row is no aggregate");
        }

        @Override
        public V add(V value, V accumulator) {
            throw new UnsupportedOperationException("a row is no aggregate");
        }

        @Override
        public V getResult(V accumulator) {
            throw new UnsupportedOperationException("a row is no aggregate");
        }

        @Override
        public V merge(V a, V b) {
            throw new UnsupportedOperationException("a row is no aggregate");
        }
    }
}
