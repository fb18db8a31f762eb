package io.tidemark.operators.window;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.jspecify.annotations.Nullable;

/**
 * The watermark by which the keys of each key group were judged, as of a checkpoint.
 *
 * <p>Subtasks may be at watermarks of their own: behind an input that was idle it depends on the
 * order in which each read its channels, and at an unaligned barrier on how far each had come.
 * After a rescale a key then meets another watermark than it had, and one that is lower would open
 * what is closed. So each key group brings its own along, under the first of its keys that was
 * seen.
 *
 * @param <K> the type of the keys
 */
final class KeyGroupWatermarks<K> {

    private final KeyedStateBackend<K> backend;
    private final ValueState<Long> state;
    private final int keyGroups;
    private final @Nullable Object[] carriers;
    private final long[] restored;

    private long highest;

    private KeyGroupWatermarks(
            KeyedStateBackend<K> backend, ValueState<Long> state, int keyGroups, long others) {
        this.backend = backend;
        this.state = state;
        this.keyGroups = keyGroups;
        this.carriers = new Object[keyGroups];
        this.restored = new long[keyGroups];
        this.highest = others;
        Arrays.fill(restored, others);
    }

    /**
     * Opens the state and reads what the checkpoint had.
     *
     * @param others the watermark of key groups of which no key had been seen
     * @param select makes a key the current one
     */
    static <K> KeyGroupWatermarks<K> open(
            KeyedStateBackend<K> backend, int keyGroups, long others, Consumer<K> select)
            throws Exception {
        ValueStateDescriptor<Long> descriptor =
                new ValueStateDescriptor<>("key-group-watermark", Types.LONG);
        KeyGroupWatermarks<K> watermarks =
                new KeyGroupWatermarks<>(
                        backend,
                        backend.getPartitionedState(
                                VoidNamespace.INSTANCE,
                                VoidNamespaceSerializer.INSTANCE,
                                descriptor),
                        keyGroups,
                        others);
        watermarks.restore(descriptor.getName(), select);
        return watermarks;
    }

    private void restore(String name, Consumer<K> select) throws Exception {
        List<K> keys;
        try (var stored = backend.getKeys(name, VoidNamespace.INSTANCE)) {
            keys = stored.toList();
        }
        for (K key : keys) {
            select.accept(key);
            int group = groupOf(key);
            carriers[group] = key;
            restored[group] = state.value();
            highest = Math.max(highest, restored[group]);
        }
    }

    private int groupOf(K key) {
        return KeyGroupRangeAssignment.assignToKeyGroup(key, keyGroups);
    }

    /** The highest that was restored. */
    long highest() {
        return highest;
    }

    /** What was restored for the key group of a key. */
    long restoredFor(K key) {
        return restored[groupOf(key)];
    }

    /** Notes that there is such a key. */
    void saw(K key) {
        int group = groupOf(key);
        if (carriers[group] == null) {
            carriers[group] = key;
        }
    }

    /**
     * Writes the watermark of each key group of which a key was seen.
     *
     * @param select makes a key the current one
     */
    @SuppressWarnings("unchecked") // Only keys are put in.
    void store(long watermark, Consumer<K> select) throws Exception {
        for (int group = 0; group < keyGroups; group++) {
            if (carriers[group] != null) {
                select.accept((K) carriers[group]);
                if (watermark == Long.MAX_VALUE) {
                    state.clear(); // The end: there is nothing left to judge.
                } else {
                    state.update(Math.max(watermark, restored[group]));
                }
            }
        }
    }
}
