package io.tidemark.operators.window;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.jspecify.annotations.Nullable;

/**
 * Keys with aligned windows between memory and backend: one value a key, and its older slices in
 * blocks.
 *
 * @param <K> the type of the keys
 * @param <A> the type of the accumulators
 */
final class AlignedStore<K, A> {

    private final List<AlignedWindows> windows;
    private final Accumulators<?, A, ?> aggregate;
    private final SliceStore<K, A> blocks;
    private final ValueState<StoredAligned<A>> keys;

    private AlignedStore(
            List<AlignedWindows> windows,
            Accumulators<?, A, ?> aggregate,
            SliceStore<K, A> blocks,
            ValueState<StoredAligned<A>> keys) {
        this.windows = windows;
        this.aggregate = aggregate;
        this.blocks = blocks;
        this.keys = keys;
    }

    static <K, A> AlignedStore<K, A> open(
            List<AlignedWindows> windows,
            WindowContext<K, ?, ?> context,
            Accumulators<?, A, ?> aggregate) {
        return new AlignedStore<>(
                windows,
                aggregate,
                SliceStore.open(context, aggregate),
                context.states()
                        .getState(
                                new ValueStateDescriptor<>(
                                        "aligned-windows",
                                        new StoredAligned.Serializer<>(aggregate.serializer()))));
    }

    /** A key that nothing is known of. */
    AlignedKey<K, A> create(K key) {
        long shift = windows.get(0).shift(key.hashCode());
        boolean shared = windows.size() > 1 && aggregate.invertible();
        WindowFold<K, A>[] folds = folds(shared ? 0 : windows.size());
        for (int i = 0; i < folds.length; i++) {
            folds[i] = WindowFold.of(aggregate);
        }
        return new AlignedKey<>(
                key, shift, blocks, folds, shared ? new Prefixes<>(aggregate) : null);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // Java has no arrays of generic types.
    private static <K, A> WindowFold<K, A>[] folds(int count) {
        return new WindowFold[count];
    }

    /** A key as the backend has it, under the current key; null if the backend does not have it. */
    @Nullable AlignedKey<K, A> load(K key) throws Exception {
        StoredAligned<A> stored = keys.value();
        if (stored == null) {
            return null;
        }
        AlignedKey<K, A> loaded = create(key);
        loaded.restoreTimes(stored.times());
        loaded.restoreAlive(stored.alive());
        loaded.slices.restore(stored.slices(), aggregate);
        if (stored.late().length > 0) {
            loaded.late().addAll(stored.late());
        }
        if (stored.changed().length > 0) {
            loaded.changed().addAll(stored.changed());
        }
        if (stored.log().size() > 0) {
            loaded.log = stored.log().copy(aggregate);
        }
        for (StoredAligned.Total<A> total : stored.totals()) {
            // A list of windows that became shorter, or of which there is one no more, has no fold.
            if (total.windows() < loaded.folds.length
                    && loaded.folds[total.windows()] instanceof RunningTotal<K, A> running) {
                running.restore(
                        total.start(), total.end(), total.count(), aggregate.copy(total.total()));
                loaded.folded = Math.max(loaded.folded, total.end());
            }
        }
        return loaded;
    }

    /** Writes what changed, under the current key. */
    void store(AlignedKey<K, A> key) throws Exception {
        key.settle();
        StoredDirectory<A> directory = key.slices.store(aggregate);
        List<StoredAligned.Total<A>> totals = new ArrayList<>();
        for (int i = 0; i < key.folds.length; i++) {
            if (key.folds[i] instanceof RunningTotal<K, A> running && running.count > 0) {
                totals.add(
                        new StoredAligned.Total<>(
                                i,
                                running.start,
                                running.end,
                                running.count,
                                aggregate.copy(running.total())));
            }
        }
        keys.update(
                new StoredAligned<>(
                        key.times(),
                        key.alive == null ? new long[0] : key.alive.toArray(),
                        AlignedKey.stored(key.late),
                        AlignedKey.stored(key.changed),
                        totals.toArray(StoredAligned.totals(0)),
                        key.log == null ? new PaneLog<>() : key.log.copy(aggregate),
                        directory));
    }

    /** Takes all of a key out of the backend, under the current key. */
    void clear(AlignedKey<K, A> key) throws Exception {
        key.slices.clear();
        keys.clear();
    }
}
