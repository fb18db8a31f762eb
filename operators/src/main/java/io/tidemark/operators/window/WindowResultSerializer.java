package io.tidemark.operators.window;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Writes results of windows: key, value, and a few bytes for the rest. */
final class WindowResultSerializer<K, R> extends NestedSerializer<WindowResult<K, R>> {

    private static final long serialVersionUID = 1L;

    private static final PaneTiming[] TIMINGS = PaneTiming.values();
    private static final int TIMING_BITS = 3;
    private static final int LAST_BIT = 4;
    private static final int RETRACTION_BIT = 8;

    private final TypeSerializer<K> keys;
    private final TypeSerializer<R> values;

    WindowResultSerializer(TypeSerializer<K> keys, TypeSerializer<R> values) {
        super(keys, values);
        this.keys = keys;
        this.values = values;
    }

    @Override
    public void serialize(WindowResult<K, R> result, DataOutputView target) throws IOException {
        keys.serialize(result.key(), target);
        target.writeByte(
                result.timing().ordinal()
                        | (result.last() ? LAST_BIT : 0)
                        | (result.retraction() ? RETRACTION_BIT : 0));
        Numbers.write(result.windows(), target);
        Numbers.write(result.pane(), target);
        target.writeLong(result.start());
        target.writeLong(result.end());
        values.serialize(result.value(), target);
    }

    @Override
    public WindowResult<K, R> deserialize(DataInputView source) throws IOException {
        K key = keys.deserialize(source);
        int bits = source.readByte();
        int windows = (int) Numbers.readOne(source);
        int pane = (int) Numbers.readOne(source);
        return new WindowResult<>(
                key,
                windows,
                source.readLong(),
                source.readLong(),
                values.deserialize(source),
                TIMINGS[bits & TIMING_BITS],
                pane,
                (bits & LAST_BIT) != 0,
                (bits & RETRACTION_BIT) != 0);
    }

    @Override
    WindowResult<K, R> copyParts(WindowResult<K, R> from) {
        return new WindowResult<>(
                keys.copy(from.key()),
                from.windows(),
                from.start(),
                from.end(),
                values.copy(from.value()),
                from.timing(),
                from.pane(),
                from.last(),
                from.retraction());
    }

    @Override
    WindowResultSerializer<K, R> around(TypeSerializer<?>[] others) {
        return of(others);
    }

    @SuppressWarnings("unchecked") // As given to the constructor.
    private static <K, R> WindowResultSerializer<K, R> of(TypeSerializer<?>[] nested) {
        return new WindowResultSerializer<>(
                (TypeSerializer<K>) nested[0], (TypeSerializer<R>) nested[1]);
    }

    @Override
    public TypeSerializerSnapshot<WindowResult<K, R>> snapshotConfiguration() {
        return new Snapshot<>(this);
    }

    /** The name of this class stands in savepoints. */
    public static final class Snapshot<K, R>
            extends NestedSnapshot<WindowResult<K, R>, WindowResultSerializer<K, R>> {

        /** For Flink, which then reads the snapshot. */
        public Snapshot() {}

        Snapshot(WindowResultSerializer<K, R> serializer) {
            super(serializer);
        }

        @Override
        WindowResultSerializer<K, R> around(TypeSerializer<?>[] nested) {
            return of(nested);
        }
    }
}
