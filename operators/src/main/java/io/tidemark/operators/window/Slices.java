package io.tidemark.operators.window;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The slices of one key in the order of their starts, in blocks: the newest is part of what is
 * stored of the key itself, older ones are stored apart and need not be in memory.
 *
 * <p>To find a slice near the end costs a few steps, elsewhere two binary searches.
 *
 * @param <K> the type of the keys
 * @param <A> the type of the accumulators
 */
final class Slices<K, A> {

    /** Is shown slices in the order of their starts. */
    interface Visitor<A> {

        void visit(long start, A accumulator);
    }

    /** Says what a slice shall hold from now on. */
    interface Replacement<A> {

        A of(long start, A accumulator);
    }

    private final K key;
    private final SliceStore<K, A> store;

    /**
     * The newest block, apart from the others because it is what nearly every event wants. It stays
     * when it is emptied: most keys come back.
     */
    private @Nullable SliceBlock<A> newest;

    /** The blocks before it, in order; null until there is one. */
    private @Nullable List<SliceBlock<A>> older;

    private int loaded;

    Slices(K key, SliceStore<K, A> store) {
        this.key = key;
        this.store = store;
    }

    boolean isEmpty() {
        return newest == null || newest.count() == 0;
    }

    /** What the slices weigh in memory: each one counts, and so does each block but the newest. */
    int weight() {
        return older == null ? loaded : loaded + older.size();
    }

    /** Whether all slices are in one block, and it takes more. */
    boolean fitOneBlock() {
        return newest == null || (newest.number == 0 && newest.count() < SliceBlock.SIZE);
    }

    private int count() {
        return isEmpty() ? 0 : older == null ? 1 : older.size() + 1;
    }

    private SliceBlock<A> block(int at) {
        if (older != null && at < older.size()) {
            return older.get(at);
        }
        if (newest == null) {
            throw new IllegalStateException("there are no slices");
        }
        return newest;
    }

    /** The start of the first slice; there must be one. */
    long first() {
        return block(0).first();
    }

    /** The start of the last slice; there must be one. */
    long last() {
        return block(count() - 1).last();
    }

    /**
     * The accumulator of a slice that is there, if it is in the newest block, which is stored whole
     * whenever its key is; else null.
     */
    @Nullable A newestAt(long start) {
        if (newest == null || newest.count() == 0 || newest.first() > start) {
            return null;
        }
        return newest.accumulator(newest.indexOf(start));
    }

    /**
     * Puts an event into the slice with the given start.
     *
     * @return whether the slice is new
     */
    <T> boolean add(long start, T event, Accumulators<T, A, ?> aggregate) throws Exception {
        int at = blockFor(start);
        if (at < 0) {
            append(start, aggregate.add(event, aggregate.create()));
            return true;
        }
        SliceBlock<A> block = load(at);
        int index = block.indexOf(start);
        if (index < block.end() && block.start(index) == start) {
            block.set(index, aggregate.add(event, block.accumulator(index)));
            return false;
        }
        block.insert(index, start, aggregate.add(event, aggregate.create()));
        loaded++;
        return true;
    }

    /** Replaces the accumulator of a slice that is there. */
    void set(long start, A accumulator) throws Exception {
        SliceBlock<A> block = load(blockFor(start));
        block.set(block.indexOf(start), accumulator);
    }

    /**
     * Merges an accumulator into the slice with the given start; the accumulator belongs to the
     * slices from then on.
     *
     * @return whether the slice is new
     */
    boolean merge(long start, A part, Accumulators<?, A, ?> aggregate) throws Exception {
        int at = blockFor(start);
        if (at < 0) {
            append(start, part);
            return true;
        }
        SliceBlock<A> block = load(at);
        int index = block.indexOf(start);
        if (index < block.end() && block.start(index) == start) {
            block.set(index, aggregate.merge(block.accumulator(index), part));
            return false;
        }
        block.insert(index, start, part);
        loaded++;
        return true;
    }

    /** Appends a slice; it may start with the last one but not before it. */
    void append(long start, A accumulator) {
        loaded++;
        SliceBlock<A> last = newest;
        if (last == null) {
            newest = new SliceBlock<>(0, start, accumulator);
        } else if (last.count() < SliceBlock.SIZE) {
            last.insert(last.end(), start, accumulator);
        } else {
            if (older == null) {
                older = new ArrayList<>(2);
            }
            older.add(last);
            newest = new SliceBlock<>(last.number + 1, start, accumulator);
        }
    }

    /** Puts in a slice of its own behind all others that start by the given time. */
    void insert(long start, A accumulator) throws Exception {
        int at = blockFor(start);
        if (at < 0) {
            append(start, accumulator);
            return;
        }
        SliceBlock<A> block = load(at);
        block.insert(block.indexOf(start + 1), start, accumulator);
        loaded++;
    }

    /** The block that a slice belongs into; negative if behind the last one. */
    private int blockFor(long start) {
        SliceBlock<A> last = newest;
        if (last == null
                || last.count() == 0
                || (start > last.last() && last.count() >= SliceBlock.SIZE)) {
            return -1;
        }
        return start >= last.first() ? count() - 1 : Math.max(0, lastStartingBy(start));
    }

    /** The last block whose first slice starts at or before the given time; −1 if none does. */
    private int lastStartingBy(long start) {
        int low = 0;
        int high = count();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (block(middle).first() <= start) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - 1;
    }

    /** The block in which, or behind which, the slices that start at the given time begin. */
    private int firstReaching(long start) {
        int low = 0;
        int high = count();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (block(middle).last() < start) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The start of the first slice that starts at the given time or later, or NEVER. */
    long firstFrom(long time) throws Exception {
        int at = firstReaching(time);
        if (at == count()) {
            return HotKey.NEVER;
        }
        if (block(at).first() >= time) {
            return block(at).first();
        }
        SliceBlock<A> block = load(at);
        return block.start(block.indexOf(time));
    }

    /** Shows the slices that start in [from, to), in order. */
    void visit(long from, long to, Visitor<? super A> visitor) throws Exception {
        for (int at = firstReaching(from); at < count(); at++) {
            if (block(at).first() >= to) {
                return;
            }
            SliceBlock<A> block = load(at);
            int end = block.end();
            for (int i = block.indexOf(from); i < end && block.start(i) < to; i++) {
                visitor.visit(block.start(i), block.accumulator(i));
            }
        }
    }

    /**
     * Shows the slices that start in [from, to), in order, and so many before them; fewer if there
     * are fewer.
     */
    void visit(long from, int before, long to, Visitor<? super A> visitor) throws Exception {
        int at = firstReaching(from);
        int rest = before;
        int index = 0;
        if (at < count()) {
            SliceBlock<A> block = load(at);
            index = block.indexOf(from);
            rest -= index - block.begin();
        }
        while (rest > 0 && at > 0) {
            at--;
            SliceBlock<A> block = load(at);
            index = block.end();
            rest -= block.count();
        }
        index = -Math.min(rest, 0);
        for (; at < count(); at++) {
            SliceBlock<A> block = load(at);
            for (int i = block.begin() + index; i < block.end(); i++) {
                if (block.start(i) >= to) {
                    return;
                }
                visitor.visit(block.start(i), block.accumulator(i));
            }
            index = 0;
        }
    }

    /** Replaces the slices that start in [from, to), in order. */
    @SuppressWarnings("ReferenceEquality") // The same object saves the write; equal ones may not.
    void replace(long from, long to, Replacement<A> replacement) throws Exception {
        for (int at = firstReaching(from); at < count(); at++) {
            if (block(at).first() >= to) {
                return;
            }
            SliceBlock<A> block = load(at);
            for (int i = block.indexOf(from); i < block.end() && block.start(i) < to; i++) {
                A replaced = replacement.of(block.start(i), block.accumulator(i));
                if (replaced != block.accumulator(i)) {
                    block.set(i, replaced);
                }
            }
        }
    }

    /** The accumulator of the only slice that starts in [from, to); null if there is not one. */
    @Nullable A only(long from, long to) throws Exception {
        int at = firstReaching(from);
        if (at == count() || block(at).first() >= to) {
            return null;
        }
        SliceBlock<A> block = load(at);
        int index = block.indexOf(from);
        if (block.start(index) >= to) {
            return null;
        }
        boolean another =
                index + 1 < block.end()
                        ? block.start(index + 1) < to
                        : at + 1 < count() && block(at + 1).first() < to;
        return another ? null : block.accumulator(index);
    }

    /** Forgets the slices that start before the given time. */
    void dropBefore(long start) throws Exception {
        while (!isEmpty()) {
            SliceBlock<A> first = block(0);
            if (first.first() >= start) {
                return;
            }
            if (first.last() >= start) {
                load(0);
                loaded -= first.count();
                first.dropBefore(start);
                loaded += first.count();
                return;
            }
            dropBlock(first);
        }
    }

    /** Forgets the first so many slices. */
    void dropFirst(int count) throws Exception {
        int rest = count;
        while (rest > 0 && !isEmpty()) {
            SliceBlock<A> first = load(0);
            if (first.count() > rest) {
                first.dropFirst(rest);
                loaded -= rest;
                return;
            }
            rest -= first.count();
            dropBlock(first);
        }
    }

    /** Takes out the first slice; there must be one. */
    A removeFirst() throws Exception {
        SliceBlock<A> first = load(0);
        A accumulator = first.accumulator(first.begin());
        if (first.count() > 1) {
            first.dropFirst(1);
            loaded--;
        } else {
            dropBlock(first);
        }
        return accumulator;
    }

    private void dropBlock(SliceBlock<A> first) throws Exception {
        loaded -= first.count();
        store.delete(key, first);
        if (older == null || older.isEmpty()) {
            first.clear();
        } else {
            older.remove(0);
        }
    }

    private SliceBlock<A> load(int at) throws Exception {
        SliceBlock<A> block = block(at);
        if (!block.isLoaded()) {
            store.load(key, block);
            loaded += block.count();
        }
        return block;
    }

    /** Stores what changed, and tells what belongs to the key itself. */
    StoredDirectory<A> store(Accumulators<?, A, ?> aggregate) throws Exception {
        int count = count();
        long[] numbers = new long[count];
        long[] firsts = new long[count];
        long[] lasts = new long[count];
        for (int i = 0; i < count; i++) {
            SliceBlock<A> block = block(i);
            if (i < count - 1) {
                store.store(key, block);
            }
            numbers[i] = block.number;
            firsts[i] = block.first();
            lasts[i] = block.last();
        }
        return new StoredDirectory<>(
                numbers,
                firsts,
                lasts,
                count == 0
                        ? new StoredSlices<>(new long[0], new Object[0])
                        : block(count - 1).toStore(aggregate));
    }

    void restore(StoredDirectory<A> directory, Accumulators<?, A, ?> aggregate) {
        for (int i = 0; i < directory.numbers.length; i++) {
            SliceBlock<A> block =
                    new SliceBlock<>(directory.numbers[i], directory.firsts[i], directory.lasts[i]);
            if (i == directory.numbers.length - 1) {
                block.load(directory.newest, aggregate);
                block.stored = false;
                loaded += block.count();
                newest = block;
            } else {
                if (older == null) {
                    older = new ArrayList<>(directory.numbers.length);
                }
                older.add(block);
            }
        }
    }

    /** Deletes everything that is stored apart. */
    void clear() throws Exception {
        for (int i = 0; i < count(); i++) {
            store.delete(key, block(i));
        }
        newest = null;
        older = null;
        loaded = 0;
    }

    /** Lets go of the blocks in the middle: neither events nor the edge of a window are there. */
    void slim() throws Exception {
        for (int i = 2; i < count() - 2; i++) {
            SliceBlock<A> block = block(i);
            if (block.isLoaded()) {
                store.store(key, block);
                loaded -= block.count();
                block.unload();
            }
        }
    }
}
