package io.tidemark.operators.window;

import org.jspecify.annotations.Nullable;

/**
 * A key whose windows are in memory: what the cache, the queue of what is due and the backend have
 * to know about it. What is in its windows, each kind of windows keeps in a subclass.
 *
 * @param <K> the type of the key
 */
abstract class HotKey<K> {

    /** Nothing is due, or it is noted nowhere. */
    static final long NEVER = Long.MAX_VALUE;

    /** What a key weighs in the cache besides what is in its windows, in parts of a window. */
    static final int OWN_WEIGHT = 3;

    final K key;

    /** The lowest watermark at which something has to be done for this key. */
    long due = NEVER;

    /** When {@link DueOfColdKeys} names this key; it matters only while the key is cold. */
    long noted = NEVER;

    /** Whether the backend knows this key. */
    boolean stored;

    /** Whether the backend knows it otherwise than it is. */
    boolean dirty;

    /** Whether this is only what came since, and what the backend has was not read. */
    boolean unread;

    /** How many parts of windows it holds in memory, and {@link #OWN_WEIGHT}. */
    int weight = OWN_WEIGHT;

    /**
     * Whether the last event may have changed the weight: true before each, an engine that knows
     * better says so.
     */
    boolean grown;

    /** The key's hash, and the next key of the same place in the cache's table. */
    int hash;

    @Nullable HotKey<?> next;

    /** Place on the clock of the cache. */
    int place = -1;

    /** Whether the hand of the clock spares it this time. */
    boolean spared;

    /** The bucket of the queue that it lies in, and its place there. */
    long bucket = DueQueue.NOWHERE;

    int placeInBucket;

    HotKey(K key) {
        this.key = key;
    }

    /** Notes that something has to be done once the watermark has reached the given time. */
    final void dueAt(long watermark) {
        due = Math.min(due, watermark);
    }

    /** Whether something has to be done at the given watermark, be it the last of all. */
    final boolean isDue(long watermark) {
        return due <= watermark && due != NEVER;
    }
}
