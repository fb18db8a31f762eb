package io.tidemark.operators.window;

import java.io.IOException;
import java.util.Objects;
import org.apache.flink.api.common.typeutils.CompositeTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

/** Writes sliding results: event, value, and nine bytes for the rest. */
final class SlidingResultSerializer<T, R> extends TypeSerializer<SlidingResult<T, R>> {

    private static final long serialVersionUID = 1L;

    private static final PaneTiming[] TIMINGS = PaneTiming.values();
    private static final int TIMING_BITS = 3;
    private static final int LAST_BIT = 4;
    private static final int RETRACTION_BIT = 8;

    private final TypeSerializer<T> events;
    private final TypeSerializer<R> values;

    SlidingResultSerializer(TypeSerializer<T> events, TypeSerializer<R> values) {
        this.events = events;
        this.values = values;
    }

    @Override
    public void serialize(SlidingResult<T, R> result, DataOutputView target) throws IOException {
        events.serialize(result.event(), target);
        target.writeByte(
                result.timing().ordinal()
                        | (result.last() ? LAST_BIT : 0)
                        | (result.retraction() ? RETRACTION_BIT : 0));
        target.writeLong(result.time());
        values.serialize(result.value(), target);
    }

    @Override
    public SlidingResult<T, R> deserialize(DataInputView source) throws IOException {
        T event = events.deserialize(source);
        int bits = source.readByte();
        return new SlidingResult<>(
                event,
                source.readLong(),
                values.deserialize(source),
                TIMINGS[bits & TIMING_BITS],
                (bits & LAST_BIT) != 0,
                (bits & RETRACTION_BIT) != 0);
    }

    @Override
    public SlidingResult<T, R> deserialize(SlidingResult<T, R> reuse, DataInputView source)
            throws IOException {
        return deserialize(source);
    }

    @Override
    public SlidingResult<T, R> copy(SlidingResult<T, R> from) {
        return isImmutableType()
                ? from
                : new SlidingResult<>(
                        events.copy(from.event()),
                        from.time(),
                        values.copy(from.value()),
                        from.timing(),
                        from.last(),
                        from.retraction());
    }

    @Override
    public SlidingResult<T, R> copy(SlidingResult<T, R> from, SlidingResult<T, R> reuse) {
        return copy(from);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        serialize(deserialize(source), target);
    }

    @Override
    public boolean isImmutableType() {
        return events.isImmutableType() && values.isImmutableType();
    }

    @Override
    public TypeSerializer<SlidingResult<T, R>> duplicate() {
        TypeSerializer<T> otherEvents = events.duplicate();
        TypeSerializer<R> otherValues = values.duplicate();
        return otherEvents == events && otherValues == values
                ? this
                : new SlidingResultSerializer<>(otherEvents, otherValues);
    }

    @Override
    public @Nullable SlidingResult<T, R> createInstance() {
        return null; // A result is never filled in afterwards.
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SlidingResultSerializer<?, ?> that
                && events.equals(that.events)
                && values.equals(that.values);
    }

    @Override
    public int hashCode() {
        return Objects.hash(events, values);
    }

    @Override
    public TypeSerializerSnapshot<SlidingResult<T, R>> snapshotConfiguration() {
        return new Snapshot<>(this);
    }

    /** The name of this class stands in checkpoints with records in flight. */
    public static final class Snapshot<T, R>
            extends CompositeTypeSerializerSnapshot<
                    SlidingResult<T, R>, SlidingResultSerializer<T, R>> {

        /** For Flink, which then reads the snapshot. */
        public Snapshot() {}

        Snapshot(SlidingResultSerializer<T, R> serializer) {
            super(serializer);
        }

        @Override
        protected int getCurrentOuterSnapshotVersion() {
            return 1;
        }

        @Override
        protected TypeSerializer<?>[] getNestedSerializers(SlidingResultSerializer<T, R> outer) {
            return new TypeSerializer<?>[] {outer.events, outer.values};
        }

        @Override
        @SuppressWarnings("unchecked") // As written by getNestedSerializers.
        protected SlidingResultSerializer<T, R> createOuterSerializerWithNestedSerializers(
                TypeSerializer<?>[] nested) {
            return new SlidingResultSerializer<>(
                    (TypeSerializer<T>) nested[0], (TypeSerializer<R>) nested[1]);
        }
    }
}
