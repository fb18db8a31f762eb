package io.tidemark.operators.window;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Writes what a local aggregation sends: the key, and an event or an accumulator. */
final class PartialSerializer<K, T, A> extends NestedSerializer<Partial<K, T, A>> {

    private static final long serialVersionUID = 1L;

    private final TypeSerializer<K> keys;
    private final TypeSerializer<T> events;
    private final TypeSerializer<A> accumulators;

    PartialSerializer(
            TypeSerializer<K> keys, TypeSerializer<T> events, TypeSerializer<A> accumulators) {
        super(keys, events, accumulators);
        this.keys = keys;
        this.events = events;
        this.accumulators = accumulators;
    }

    @Override
    public void serialize(Partial<K, T, A> partial, DataOutputView target) throws IOException {
        keys.serialize(partial.key(), target);
        Numbers.write(partial.first(), target);
        T event = partial.event();
        A accumulator = partial.accumulator();
        if (accumulator != null) {
            Numbers.write(partial.events(), target);
            Numbers.write(partial.last() - partial.first(), target);
            accumulators.serialize(accumulator, target);
        } else if (event != null) {
            Numbers.write(0, target);
            events.serialize(event, target);
        }
    }

    @Override
    public Partial<K, T, A> deserialize(DataInputView source) throws IOException {
        K key = keys.deserialize(source);
        long first = Numbers.readOne(source);
        long count = Numbers.readOne(source);
        if (count == 0) {
            return Partial.event(key, events.deserialize(source), first);
        }
        long last = first + Numbers.readOne(source);
        return new Partial<>(key, null, accumulators.deserialize(source), count, first, last);
    }

    @Override
    Partial<K, T, A> copyParts(Partial<K, T, A> from) {
        T event = from.event();
        A accumulator = from.accumulator();
        return new Partial<>(
                keys.copy(from.key()),
                event == null ? null : events.copy(event),
                accumulator == null ? null : accumulators.copy(accumulator),
                from.events(),
                from.first(),
                from.last());
    }

    @Override
    PartialSerializer<K, T, A> around(TypeSerializer<?>[] others) {
        return of(others);
    }

    @SuppressWarnings("unchecked") // As given to the constructor.
    private static <K, T, A> PartialSerializer<K, T, A> of(TypeSerializer<?>[] nested) {
        return new PartialSerializer<>(
                (TypeSerializer<K>) nested[0],
                (TypeSerializer<T>) nested[1],
                (TypeSerializer<A>) nested[2]);
    }

    @Override
    public TypeSerializerSnapshot<Partial<K, T, A>> snapshotConfiguration() {
        return new Snapshot<>(this);
    }

    /** The name of this class stands in checkpoints with records in flight. */
    public static final class Snapshot<K, T, A>
            extends NestedSnapshot<Partial<K, T, A>, PartialSerializer<K, T, A>> {

        /** For Flink, which then reads the snapshot. */
        public Snapshot() {}

        Snapshot(PartialSerializer<K, T, A> serializer) {
            super(serializer);
        }

        @Override
        PartialSerializer<K, T, A> around(TypeSerializer<?>[] nested) {
            return of(nested);
        }
    }
}
