package io.tidemark.operators.window;

import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;

/**
 * The blocks of slices in the backend, by key and number.
 *
 * <p>A block is read, written and deleted by its number, one point access for {@value
 * SliceBlock#SIZE} slices; nothing is ever iterated over, so that no tombstones are walked through.
 *
 * @param <K> the type of the keys
 * @param <A> the type of the accumulators
 */
final class SliceStore<K, A> {

    private final WindowContext<K, ?, ?> context;
    private final Accumulators<?, A, ?> aggregate;
    private final MapState<Long, StoredSlices<A>> blocks;

    private SliceStore(
            WindowContext<K, ?, ?> context,
            Accumulators<?, A, ?> aggregate,
            MapState<Long, StoredSlices<A>> blocks) {
        this.context = context;
        this.aggregate = aggregate;
        this.blocks = blocks;
    }

    static <K, A> SliceStore<K, A> open(
            WindowContext<K, ?, ?> context, Accumulators<?, A, ?> aggregate) {
        return open(context, "slices", aggregate);
    }

    /** Blocks of another kind beside the first, under a name of their own. */
    static <K, A> SliceStore<K, A> open(
            WindowContext<K, ?, ?> context, String name, Accumulators<?, A, ?> aggregate) {
        TypeSerializer<A> serializer = aggregate.serializer();
        return new SliceStore<>(
                context,
                aggregate,
                context.states()
                        .getMapState(
                                new MapStateDescriptor<>(
                                        name,
                                        LongSerializer.INSTANCE,
                                        new StoredSlices.Serializer<>(serializer))));
    }

    void load(K key, SliceBlock<A> block) throws Exception {
        context.currentKey(key);
        StoredSlices<A> stored = blocks.get(block.number);
        if (stored == null) {
            throw new IllegalStateException(
                    "block " + block.number + " of key " + key + " is missing from the state");
        }
        block.load(stored, aggregate);
    }

    void store(K key, SliceBlock<A> block) throws Exception {
        if (block.isLoaded() && (block.dirty || !block.stored)) {
            context.currentKey(key);
            blocks.put(block.number, block.toStore(aggregate));
            block.stored = true;
            block.dirty = false;
        }
    }

    void delete(K key, SliceBlock<A> block) throws Exception {
        if (block.stored) {
            context.currentKey(key);
            blocks.remove(block.number);
            block.stored = false;
        }
    }
}
