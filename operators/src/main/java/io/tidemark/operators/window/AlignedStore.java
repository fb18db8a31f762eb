package io.tidemark.operators.window;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.jspecify.annotations.Nullable;

/**
 * Keys with aligned windows between memory and backend: a list a key, which starts with the key as
 * it was when it was last read, and goes on with what came since; older slices in blocks.
 *
 * @param <K> the type of the keys
 * @param <A> the type of the accumulators
 */
final class AlignedStore<K, A> {

    private final List<AlignedWindows> windows;
    private final Accumulators<?, A, ?> aggregate;
    private final SliceStore<K, A> blocks;
    private final ListState<StoredAligned<A>> keys;

    private AlignedStore(
            List<AlignedWindows> windows,
            Accumulators<?, A, ?> aggregate,
            SliceStore<K, A> blocks,
            ListState<StoredAligned<A>> keys) {
        this.windows = windows;
        this.aggregate = aggregate;
        this.blocks = blocks;
        this.keys = keys;
    }

    static <K, A> AlignedStore<K, A> open(
            List<AlignedWindows> windows,
            WindowContext<K, ?, ?> context,
            Accumulators<?, A, ?> aggregate)
            throws Exception {
        StoredAligned.Serializer<A> serializer =
                new StoredAligned.Serializer<>(aggregate.serializer());
        AlignedStore<K, A> store =
                new AlignedStore<>(
                        windows,
                        aggregate,
                        SliceStore.open(context, aggregate),
                        context.states()
                                .getListState(
                                        new ListStateDescriptor<>(
                                                "keys-of-aligned-windows", serializer)));
        store.takeOver(context, new ValueStateDescriptor<>("aligned-windows", serializer));
        return store;
    }

    /** Savepoints of the first layout have one value a key. */
    private void takeOver(
            WindowContext<K, ?, ?> context, ValueStateDescriptor<StoredAligned<A>> descriptor)
            throws Exception {
        List<K> restored = context.keysOf(descriptor.getName());
        if (restored.isEmpty()) {
            return;
        }
        ValueState<StoredAligned<A>> values = context.states().getState(descriptor);
        for (K key : restored) {
            context.currentKey(key);
            keys.add(values.value());
            values.clear();
        }
    }

    /** A key that nothing is known of. */
    AlignedKey<K, A> create(K key) {
        long shift = windows.get(0).shift(key.hashCode());
        return new AlignedKey<>(key, shift, blocks);
    }

    /** A key as the backend has it, under the current key; null if the backend does not have it. */
    @Nullable AlignedKey<K, A> load(K key) throws Exception {
        AlignedKey<K, A> loaded = null;
        for (StoredAligned<A> stored : keys.get()) {
            if (loaded == null) {
                loaded = restored(key, stored);
            } else {
                join(loaded, stored);
            }
        }
        return loaded;
    }

    private AlignedKey<K, A> restored(K key, StoredAligned<A> stored) {
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
        if (stored.totals().length > 0 && !WindowFold.areShared(windows.size(), aggregate)) {
            loaded.folds = WindowFold.each(windows.size(), aggregate);
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

    /** Adds what came to a key that was not read: slices that are behind all that was fired. */
    void join(AlignedKey<K, A> read, AlignedKey<K, A> unread) throws Exception {
        join(read, toStore(unread));
    }

    private void join(AlignedKey<K, A> read, StoredAligned<A> unread) throws Exception {
        StoredSlices<A> slices = unread.slices().newest;
        for (int i = 0; i < slices.starts.length; i++) {
            read.slices.merge(slices.starts[i], aggregate.copy(slices.accumulator(i)), aggregate);
        }
        read.joinTimes(unread.times());
    }

    /** Writes a key as it is, under the current key. */
    void store(AlignedKey<K, A> key) throws Exception {
        keys.update(List.of(toStore(key)));
    }

    /** Writes what came to a key that was not read, under the current key. */
    void append(AlignedKey<K, A> unread) throws Exception {
        keys.add(toStore(unread));
    }

    private StoredAligned<A> toStore(AlignedKey<K, A> key) throws Exception {
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
        return new StoredAligned<>(
                key.times(),
                key.alive == null ? new long[0] : key.alive.toArray(),
                AlignedKey.stored(key.late),
                AlignedKey.stored(key.changed),
                totals.toArray(StoredAligned.totals(0)),
                key.log == null ? new PaneLog<>() : key.log.copy(aggregate),
                directory);
    }

    /** Takes all of a key out of the backend, under the current key. */
    void clear(AlignedKey<K, A> key) throws Exception {
        key.slices.clear();
        keys.clear();
    }
}
