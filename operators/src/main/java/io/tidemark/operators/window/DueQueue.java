package io.tidemark.operators.window;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The keys in memory, in the order in which something is due: what Flink's timers are for keys in
 * the backend.
 *
 * <p>Keys lie in buckets of {@value #BUCKET_MILLIS} ms. A key that became due later than it was
 * stays where it lies and is laid in its place when its bucket is opened: a key that sees an event
 * in each millisecond still moves once a bucket.
 *
 * <p>A key knows its bucket by number and its place in it, no more: a reference in a key, which is
 * old, to something young would cost a write barrier of the garbage collector at each move.
 *
 * @param <K> the type of the keys
 */
final class DueQueue<K> {

    private static final int SHIFT = 6;
    static final long BUCKET_MILLIS = 1L << SHIFT;

    /** The bucket of a key that is in none, and of one that is ready. No event time comes near. */
    static final long NOWHERE = Long.MAX_VALUE;

    private static final long READY = Long.MIN_VALUE;

    private final TreeMap<Long, Bucket<K>> buckets = new TreeMap<>();
    private final Bucket<K> ready = new Bucket<>(READY);

    private @Nullable Bucket<K> recent;
    private int nextReady;
    private long watermark = Long.MIN_VALUE;

    /**
     * Lays a key where its due time wants it; a key with nothing due is taken out, and one that is
     * due already comes behind all that are ready.
     */
    void place(HotKey<K> key) {
        if (key.due == HotKey.NEVER) {
            remove(key);
            return;
        }
        if (key.due <= watermark) {
            if (key.bucket != READY) {
                remove(key);
                ready.add(key);
            }
            return;
        }
        long slot = key.due >> SHIFT;
        if (key.bucket != NOWHERE) {
            if (key.bucket <= slot) {
                return;
            }
            remove(key);
        }
        bucket(slot).add(key);
    }

    /** Takes a key out, wherever it lies. */
    void remove(HotKey<K> key) {
        if (key.bucket == READY) {
            ready.keys[key.placeInBucket] = null;
        } else if (key.bucket != NOWHERE) {
            Bucket<K> bucket = bucket(key.bucket);
            bucket.remove(key);
            if (bucket.size == 0) {
                forget(bucket);
            }
        }
        key.bucket = NOWHERE;
    }

    /** Makes ready all that is due at the given watermark. */
    void advance(long newWatermark) {
        watermark = newWatermark;
        long lastSlot = watermark >> SHIFT;
        for (Map.Entry<Long, Bucket<K>> first = buckets.firstEntry();
                first != null && first.getKey() <= lastSlot;
                first = buckets.firstEntry()) {
            forget(first.getValue());
            open(first.getValue());
            if (first.getKey() == lastSlot) {
                return; // What is due later in this very slot has been laid into a new bucket.
            }
        }
    }

    private void forget(Bucket<K> bucket) {
        buckets.remove(bucket.slot);
        if (recent == bucket) {
            recent = null;
        }
    }

    private void open(Bucket<K> opened) {
        for (int i = 0; i < opened.size; i++) {
            HotKey<K> key = opened.keys[i];
            if (key != null) {
                key.bucket = NOWHERE;
                place(key);
            }
        }
    }

    /** A key that is ready, taken out; null if there is none. */
    @Nullable HotKey<K> poll() {
        while (nextReady < ready.size) {
            HotKey<K> key = ready.keys[nextReady];
            ready.keys[nextReady++] = null;
            if (key != null) {
                key.bucket = NOWHERE;
                return key;
            }
        }
        ready.clear();
        nextReady = 0;
        return null;
    }

    /** Whether nothing is ready. */
    boolean nothingReady() {
        while (nextReady < ready.size && ready.keys[nextReady] == null) {
            nextReady++;
        }
        return nextReady == ready.size;
    }

    private Bucket<K> bucket(long slot) {
        if (recent != null && recent.slot == slot) {
            return recent;
        }
        Bucket<K> found = buckets.get(slot);
        if (found == null) {
            found = new Bucket<>(slot);
            buckets.put(slot, found);
        }
        recent = found;
        return found;
    }

    /** Keys in no order. */
    private static final class Bucket<K> {

        private static final int FIRST_CAPACITY = 8;

        private final long slot;
        private @Nullable HotKey<K>[] keys = array(FIRST_CAPACITY);
        private int size;

        private Bucket(long slot) {
            this.slot = slot;
        }

        private void add(HotKey<K> key) {
            if (size == keys.length) {
                keys = Arrays.copyOf(keys, size * 2);
            }
            key.bucket = slot;
            key.placeInBucket = size;
            keys[size++] = key;
        }

        private void remove(HotKey<K> key) {
            HotKey<K> last = keys[--size];
            keys[size] = null;
            if (last != null && last != key) {
                keys[key.placeInBucket] = last;
                last.placeInBucket = key.placeInBucket;
            }
        }

        private void clear() {
            size = 0;
            if (keys.length > FIRST_CAPACITY) {
                keys = array(FIRST_CAPACITY);
            }
        }

        @SuppressWarnings({"unchecked", "rawtypes"}) // Java has no arrays of generic types.
        private static <K> @Nullable HotKey<K>[] array(int length) {
            return new HotKey[length];
        }
    }
}
