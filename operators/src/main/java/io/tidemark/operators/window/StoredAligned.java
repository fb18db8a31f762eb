package io.tidemark.operators.window;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * What the backend keeps of a key with aligned windows, besides older blocks of slices. Nobody
 * changes it any more.
 *
 * @param times due, noted, through, early due, as {@link AlignedKey} has them
 * @param alive when the key was alive, first and last moments by turns
 * @param late starts of slices that late events went into since the last step
 * @param changed starts of slices that changed since the last early rows
 * @param totals the running totals
 * @param log the rows that were sent
 * @param slices the slices
 * @param <A> the type of the accumulators
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared, only written and read.
record StoredAligned<A>(
        long[] times,
        long[] alive,
        long[] late,
        long[] changed,
        Total<A>[] totals,
        PaneLog<A> log,
        StoredDirectory<A> slices) {

    /**
     * A running total.
     *
     * @param windows whose it is
     * @param start where its range starts
     * @param end where its range ends
     * @param count how many slices are in it
     * @param total the total
     */
    record Total<A>(int windows, long start, long end, int count, A total) {}

    private void write(DataOutputView target, TypeSerializer<A> serializer) throws IOException {
        Numbers.writeSorted(times, target);
        Numbers.writeSorted(alive, target);
        Numbers.writeSorted(late, target);
        Numbers.writeSorted(changed, target);
        Numbers.write(totals.length, target);
        for (Total<A> total : totals) {
            Numbers.write(total.windows, target);
            Numbers.write(total.start, target);
            Numbers.write(total.end, target);
            Numbers.write(total.count, target);
            serializer.serialize(total.total, target);
        }
        log.write(target, serializer);
        slices.write(target, serializer);
    }

    private static <A> StoredAligned<A> read(DataInputView source, TypeSerializer<A> serializer)
            throws IOException {
        long[] times = Numbers.read(source);
        long[] alive = Numbers.read(source);
        long[] late = Numbers.read(source);
        long[] changed = Numbers.read(source);
        Total<A>[] totals = totals((int) Numbers.readOne(source));
        for (int i = 0; i < totals.length; i++) {
            totals[i] =
                    new Total<>(
                            (int) Numbers.readOne(source),
                            Numbers.readOne(source),
                            Numbers.readOne(source),
                            (int) Numbers.readOne(source),
                            serializer.deserialize(source));
        }
        return new StoredAligned<>(
                times,
                alive,
                late,
                changed,
                totals,
                PaneLog.read(source, serializer),
                StoredDirectory.read(source, serializer));
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // Java has no arrays of generic types.
    static <A> Total<A>[] totals(int count) {
        return new Total[count];
    }

    /** The serializer. */
    static final class Serializer<A> extends LayoutSerializer<A, StoredAligned<A>> {

        private static final long serialVersionUID = 1L;

        Serializer(TypeSerializer<A> nested) {
            super(nested);
        }

        @Override
        Serializer<A> around(TypeSerializer<A> other) {
            return new Serializer<>(other);
        }

        @Override
        public void serialize(StoredAligned<A> aligned, DataOutputView target) throws IOException {
            aligned.write(target, nested);
        }

        @Override
        public StoredAligned<A> deserialize(DataInputView source) throws IOException {
            return read(source, nested);
        }

        @Override
        public TypeSerializerSnapshot<StoredAligned<A>> snapshotConfiguration() {
            return new Snapshot<>(this);
        }
    }

    /** The name of this class stands in savepoints. */
    public static final class Snapshot<A>
            extends LayoutSerializer.LayoutSnapshot<A, StoredAligned<A>, Serializer<A>> {

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
