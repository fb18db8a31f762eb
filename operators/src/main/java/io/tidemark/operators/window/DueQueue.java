package io.tidemark.operators.window;

import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The keys in memory, in the order in which something is due: what Flink's timers are for keys in
 * the backend.
 *
 * <p>Keys lie in buckets of {@value #BUCKET_MILLIS} ms, in linked lists that run through the keys
 * themselves, so that to come, to go and to move cost a few pointers. A key that became due later
 * than it was stays where it lies and is laid in its place when its bucket is opened: a key that
 * sees an event in each millisecond still moves once a bucket.
 *
 * @param <K> the type of the keys
 */
final class DueQueue<K> {

    private static final int SHIFT = 6;
    static final long BUCKET_MILLIS = 1L << SHIFT;

    private final Map<Long, Bucket<K>> buckets = new HashMap<>();
    private final PriorityQueue<Bucket<K>> order = new PriorityQueue<>();
    private final Bucket<K> ready = new Bucket<>(Long.MIN_VALUE);

    private @Nullable Bucket<K> recent;

    /** Lays a key where its due time wants it; a key with nothing due is taken out. */
    void place(HotKey<K> key) {
        if (key.due == HotKey.NEVER) {
            remove(key);
            return;
        }
        long slot = key.due >> SHIFT;
        if (key.bucket != null) {
            if (key.bucket.slot <= slot) {
                return;
            }
            key.bucket.unlink(key);
        }
        bucket(slot).link(key);
    }

    /** Takes a key out, wherever it lies. */
    void remove(HotKey<K> key) {
        if (key.bucket != null) {
            key.bucket.unlink(key);
        }
    }

    /** Makes ready all that is due at the given watermark. */
    void advance(long watermark) {
        long lastSlot = watermark >> SHIFT;
        for (Bucket<K> first = order.peek();
                first != null && first.slot <= lastSlot;
                first = order.peek()) {
            order.poll();
            buckets.remove(first.slot);
            if (recent == first) {
                recent = null;
            }
            empty(first, watermark);
            if (first.slot == lastSlot) {
                return; // What is due later in this very slot has been laid into a new bucket.
            }
        }
    }

    private void empty(Bucket<K> opened, long watermark) {
        for (HotKey<K> key = opened.first; key != null; key = opened.first) {
            opened.unlink(key);
            if (key.due <= watermark) {
                ready.link(key);
            } else {
                place(key);
            }
        }
    }

    /** A key that is ready, taken out; null if there is none. */
    @Nullable HotKey<K> poll() {
        HotKey<K> key = ready.first;
        if (key != null) {
            ready.unlink(key);
        }
        return key;
    }

    /** Whether nothing is ready. */
    boolean nothingReady() {
        return ready.first == null;
    }

    private Bucket<K> bucket(long slot) {
        if (recent != null && recent.slot == slot) {
            return recent;
        }
        Bucket<K> found = buckets.get(slot);
        if (found == null) {
            found = new Bucket<>(slot);
            buckets.put(slot, found);
            order.add(found);
        }
        recent = found;
        return found;
    }

    /** A list of keys that runs through the keys. */
    static final class Bucket<K> implements Comparable<Bucket<K>> {

        private final long slot;
        private @Nullable HotKey<K> first;
        private @Nullable HotKey<K> last;

        private Bucket(long slot) {
            this.slot = slot;
        }

        private void link(HotKey<K> key) {
            key.bucket = this;
            key.before = last;
            key.behind = null;
            if (last == null) {
                first = key;
            } else {
                last.behind = key;
            }
            last = key;
        }

        private void unlink(HotKey<K> key) {
            if (key.before == null) {
                first = key.behind;
            } else {
                key.before.behind = key.behind;
            }
            if (key.behind == null) {
                last = key.before;
            } else {
                key.behind.before = key.before;
            }
            key.bucket = null;
            key.before = null;
            key.behind = null;
        }

        @Override
        public int compareTo(Bucket<K> other) {
            return Long.compare(slot, other.slot);
        }
    }
}
