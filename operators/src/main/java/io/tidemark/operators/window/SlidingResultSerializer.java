package io.tidemark.operators.window;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Writes sliding results: event, value, and nine bytes for the rest. */
final class SlidingResultSerializer<T, R> extends NestedSerializer<SlidingResult<T, R>> {

    private static final long serialVersionUID = 1L;

    private static final PaneTiming[] TIMINGS = PaneTiming.values();
    private static final int TIMING_BITS = 3;
    private static final int LAST_BIT = 4;
    private static final int RETRACTION_BIT = 8;

    private final TypeSerializer<T> events;
    private final TypeSerializer<R> values;

    SlidingResultSerializer(TypeSerializer<T> events, TypeSerializer<R> values) {
        super(events, values);
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
    SlidingResult<T, R> copyParts(SlidingResult<T, R> from) {
        return new SlidingResult<>(
                events.copy(from.event()),
                from.time(),
                values.copy(from.value()),
                from.timing(),
                from.last(),
                from.retraction());
    }

    @Override
    SlidingResultSerializer<T, R> around(TypeSerializer<?>[] others) {
        return of(others);
    }

    @SuppressWarnings("unchecked") // As given to the constructor.
    private static <T, R> SlidingResultSerializer<T, R> of(TypeSerializer<?>[] nested) {
        return new SlidingResultSerializer<>(
                (TypeSerializer<T>) nested[0], (TypeSerializer<R>) nested[1]);
    }

    @Override
    public TypeSerializerSnapshot<SlidingResult<T, R>> snapshotConfiguration() {
        return new Snapshot<>(this);
    }

    /** The name of this class stands in checkpoints with records in flight. */
    public static final class Snapshot<T, R>
            extends NestedSnapshot<SlidingResult<T, R>, SlidingResultSerializer<T, R>> {

        /** For Flink, which then reads the snapshot. */
        public Snapshot() {}

        Snapshot(SlidingResultSerializer<T, R> serializer) {
            super(serializer);
        }

        @Override
        SlidingResultSerializer<T, R> around(TypeSerializer<?>[] nested) {
            return of(nested);
        }
    }
}
