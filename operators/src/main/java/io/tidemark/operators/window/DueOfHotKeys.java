package io.tidemark.operators.window;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.api.java.typeutils.runtime.TupleSerializer;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;

/**
 * When the keys in memory are due, as of a checkpoint: one list a key group, where a timer a key
 * would cost a write at each checkpoint and a delete at each firing.
 *
 * <p>The list of a key group is kept under one of its keys, so that it moves with the key group in
 * a rescale. After a restore what was hot is cold: see {@link DueOfColdKeys}.
 *
 * @param <K> the type of the keys
 */
final class DueOfHotKeys<K> {

    private static final String NAME = "due-of-hot-keys";

    private final KeyedStateBackend<K> backend;
    private final ListState<Tuple2<K, Long>> lists;
    private final int keyGroups;
    private final List<K> carriers = new ArrayList<>();

    private DueOfHotKeys(
            KeyedStateBackend<K> backend, ListState<Tuple2<K, Long>> lists, int keyGroups) {
        this.backend = backend;
        this.lists = lists;
        this.keyGroups = keyGroups;
    }

    static <K> DueOfHotKeys<K> open(KeyedStateBackend<K> backend, int keyGroups) throws Exception {
        ListState<Tuple2<K, Long>> lists =
                backend.getPartitionedState(
                        VoidNamespace.INSTANCE,
                        VoidNamespaceSerializer.INSTANCE,
                        new ListStateDescriptor<>(NAME, pairs(backend.getKeySerializer())));
        return new DueOfHotKeys<>(backend, lists, keyGroups);
    }

    /** Writes keys, each with a time. */
    static <K> TypeSerializer<Tuple2<K, Long>> pairs(TypeSerializer<K> keys) {
        @SuppressWarnings({"unchecked", "rawtypes"}) // A class literal cannot carry type arguments.
        Class<Tuple2<K, Long>> pair = (Class) Tuple2.class;
        return new TupleSerializer<>(pair, new TypeSerializer<?>[] {keys, LongSerializer.INSTANCE});
    }

    /**
     * Hands out what the checkpoint had.
     *
     * @param select makes a key the current one
     */
    void restore(DueKey<K> each, Consumer<K> select) throws Exception {
        try (var keys = backend.getKeys(NAME, VoidNamespace.INSTANCE)) {
            keys.forEach(carriers::add);
        }
        for (K carrier : carriers) {
            select.accept(carrier);
            for (Tuple2<K, Long> due : lists.get()) {
                each.accept(due.f0, due.f1);
            }
        }
    }

    /**
     * Replaces all lists.
     *
     * @param select makes a key the current one
     */
    void store(List<? extends HotKey<K>> hot, Consumer<K> select) throws Exception {
        for (K carrier : carriers) {
            select.accept(carrier);
            lists.clear();
        }
        carriers.clear();
        Map<Integer, List<Tuple2<K, Long>>> byKeyGroup = new HashMap<>();
        for (HotKey<K> windows : hot) {
            if (windows.due != HotKey.NEVER) {
                byKeyGroup
                        .computeIfAbsent(
                                KeyGroupRangeAssignment.assignToKeyGroup(windows.key, keyGroups),
                                group -> new ArrayList<>())
                        .add(Tuple2.of(windows.key, windows.due));
            }
        }
        for (List<Tuple2<K, Long>> group : byKeyGroup.values()) {
            K carrier = group.get(0).f0;
            select.accept(carrier);
            lists.update(group);
            carriers.add(carrier);
        }
    }

    /** Takes a key that is due. */
    @FunctionalInterface
    interface DueKey<K> {

        void accept(K key, long due) throws Exception;
    }
}
