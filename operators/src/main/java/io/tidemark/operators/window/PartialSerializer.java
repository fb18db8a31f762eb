package io.tidemark.operators.window;

import java.io.IOException;
import java.util.Objects;
import org.apache.flink.api.common.typeutils.CompositeTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

/** Writes what a local aggregation sends: the key, and an event or an accumulator. */
final class PartialSerializer<K, T, A> extends TypeSerializer<Partial<K, T, A>> {

    private static final long serialVersionUID = 1L;

    private final TypeSerializer<K> keys;
    private final TypeSerializer<T> events;
    private final TypeSerializer<A> accumulators;

    PartialSerializer(
            TypeSerializer<K> keys, TypeSerializer<T> events, TypeSerializer<A> accumulators) {
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
    public Partial<K, T, A> deserialize(Partial<K, T, A> reuse, DataInputView source)
            throws IOException {
        return deserialize(source);
    }

    @Override
    public Partial<K, T, A> copy(Partial<K, T, A> from) {
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
    public Partial<K, T, A> copy(Partial<K, T, A> from, Partial<K, T, A> reuse) {
        return copy(from);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        serialize(deserialize(source), target);
    }

    @Override
    public boolean isImmutableType() {
        return false;
    }

    @Override
    public TypeSerializer<Partial<K, T, A>> duplicate() {
        return new PartialSerializer<>(
                keys.duplicate(), events.duplicate(), accumulators.duplicate());
    }

    @Override
    public @Nullable Partial<K, T, A> createInstance() {
        return null; // A partial is never filled in afterwards.
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof PartialSerializer<?, ?, ?> that
                && keys.equals(that.keys)
                && events.equals(that.events)
                && accumulators.equals(that.accumulators);
    }

    @Override
    public int hashCode() {
        return Objects.hash(keys, events, accumulators);
    }

    @Override
    public TypeSerializerSnapshot<Partial<K, T, A>> snapshotConfiguration() {
        return new Snapshot<>(this);
    }

    /** The name of this class stands in checkpoints with records in flight. */
    public static final class Snapshot<K, T, A>
            extends CompositeTypeSerializerSnapshot<Partial<K, T, A>, PartialSerializer<K, T, A>> {

        /** For Flink, which then reads the snapshot. */
        public Snapshot() {}

        Snapshot(PartialSerializer<K, T, A> serializer) {
            super(serializer);
        }

        @Override
        protected int getCurrentOuterSnapshotVersion() {
            return 1;
        }

        @Override
        protected TypeSerializer<?>[] getNestedSerializers(PartialSerializer<K, T, A> outer) {
            return new TypeSerializer<?>[] {outer.keys, outer.events, outer.accumulators};
        }

        @Override
        @SuppressWarnings("unchecked") // As written by getNestedSerializers.
        protected PartialSerializer<K, T, A> createOuterSerializerWithNestedSerializers(
                TypeSerializer<?>[] nested) {
            return new PartialSerializer<>(
                    (TypeSerializer<K>) nested[0],
                    (TypeSerializer<T>) nested[1],
                    (TypeSerializer<A>) nested[2]);
        }
    }
}
