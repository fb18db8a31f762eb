package io.tidemark.operators.window;

import java.io.IOException;
import java.util.Arrays;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Some keys and when each is due, in no order. Nobody changes a page any more once it was stored.
 *
 * @param <K> the type of the keys
 */
final class DuePage<K> {

    private static final int FIRST_CAPACITY = 4;

    private Object[] keys;
    private long[] times;
    private int size;

    DuePage() {
        this(new Object[FIRST_CAPACITY], new long[FIRST_CAPACITY], 0);
    }

    private DuePage(Object[] keys, long[] times, int size) {
        this.keys = keys;
        this.times = times;
        this.size = size;
    }

    int size() {
        return size;
    }

    @SuppressWarnings("unchecked") // Only keys are put in.
    K key(int index) {
        return (K) keys[index];
    }

    long time(int index) {
        return times[index];
    }

    void add(K key, long time) {
        if (size == times.length) {
            keys = Arrays.copyOf(keys, size * 2);
            times = Arrays.copyOf(times, size * 2);
        }
        keys[size] = key;
        times[size++] = time;
    }

    /** The serializer. */
    static final class Serializer<K> extends LayoutSerializer<K, DuePage<K>> {

        private static final long serialVersionUID = 1L;

        Serializer(TypeSerializer<K> nested) {
            super(nested);
        }

        @Override
        Serializer<K> around(TypeSerializer<K> other) {
            return new Serializer<>(other);
        }

        @Override
        public void serialize(DuePage<K> page, DataOutputView target) throws IOException {
            Numbers.writeSorted(Arrays.copyOf(page.times, page.size), target);
            for (int i = 0; i < page.size; i++) {
                nested.serialize(page.key(i), target);
            }
        }

        @Override
        public DuePage<K> deserialize(DataInputView source) throws IOException {
            long[] times = Numbers.read(source);
            Object[] keys = new Object[times.length];
            for (int i = 0; i < keys.length; i++) {
                keys[i] = nested.deserialize(source);
            }
            return new DuePage<>(keys, times, keys.length);
        }

        @Override
        public TypeSerializerSnapshot<DuePage<K>> snapshotConfiguration() {
            return new Snapshot<>(this);
        }
    }

    /** The name of this class stands in savepoints. */
    public static final class Snapshot<K>
            extends LayoutSerializer.LayoutSnapshot<K, DuePage<K>, Serializer<K>> {

        /** For Flink, which then reads the snapshot. */
        public Snapshot() {}

        Snapshot(Serializer<K> serializer) {
            super(serializer);
        }

        @Override
        Serializer<K> around(TypeSerializer<K> nested) {
            return new Serializer<>(nested);
        }
    }
}
