package io.tidemark.operators.window;

import org.jspecify.annotations.Nullable;

/**
 * The way of a key between memory and backend: it comes in when it is touched, lies in the queue
 * until something is due, and goes out when others need the room, leaving behind when it is due.
 *
 * @param <K> the type of the keys
 * @param <H> what is kept in memory of a key
 */
final class KeysInMemory<K, H extends HotKey<K>> {

    /** A key up to this weight has nothing to let go of while it is hot. */
    private static final int SLIM_WEIGHT = 4 * SliceBlock.SIZE;

    /**
     * One in so many keys that come in is read even where memory is short, and then stored whole:
     * so the backend has no more than so many additions of a key, in the mean.
     */
    private static final int ADDITIONS = 16;

    private final WindowEngine<K, ?, ?, H> engine;
    private final WindowContext<K, ?, ?> context;
    private final HotKeys<K, H> hot;
    private final DueOfHotKeys<K> dueOfHotKeys;
    private final DueOfColdKeys<K> dueOfColdKeys;

    private final KeyFiring<H> firing;

    private final DueQueue<K> queue = new DueQueue<>();

    /** The watermark at which windows are fired: the newest, or one that came before it. */
    private long watermark = Long.MIN_VALUE;

    private int entered;

    KeysInMemory(
            WindowEngine<K, ?, ?, H> engine,
            WindowContext<K, ?, ?> context,
            HotKeys<K, H> hot,
            DueOfHotKeys<K> dueOfHotKeys,
            DueOfColdKeys<K> dueOfColdKeys,
            KeyFiring<H> firing) {
        this.engine = engine;
        this.context = context;
        this.hot = hot;
        this.dueOfHotKeys = dueOfHotKeys;
        this.dueOfColdKeys = dueOfColdKeys;
        this.firing = firing;
    }

    /** What was hot at the checkpoint is cold now. */
    void restore() throws Exception {
        dueOfHotKeys.restore(dueOfColdKeys::put, context::currentKey);
    }

    /** A key in memory; null if it is not there. */
    @Nullable H get(K key) {
        return hot.get(key);
    }

    /**
     * Brings a key in for an event: as the backend has it, or empty; where memory is short and the
     * event allows it, without a look at what the backend has.
     */
    H enter(K key, long time) throws Exception {
        H created = engine.create(key);
        created.unread =
                hot.isCrowded() && ++entered % ADDITIONS != 0 && engine.takesUnread(created, time);
        if (!created.unread) {
            H loaded = load(key);
            if (loaded != null) {
                return loaded;
            }
        }
        hot.add(created);
        return created;
    }

    /** Reads what the backend has of a key that came in without. */
    H read(H unread) throws Exception {
        queue.remove(unread);
        hot.remove(unread);
        H loaded = load(unread.key);
        if (loaded == null) {
            unread.unread = false;
            hot.add(unread);
            return unread;
        }
        engine.join(loaded, unread);
        loaded.dirty = true;
        hot.reweigh(loaded, engine.weightOf(loaded));
        return loaded;
    }

    private @Nullable H load(K key) throws Exception {
        context.currentKey(key);
        H windows = engine.load(key);
        if (windows != null) {
            windows.stored = true;
            windows.weight = engine.weightOf(windows);
            hot.add(windows);
        }
        return windows;
    }

    /** Lets one of the keys in memory show what it has so far. */
    void show(int index) throws Exception {
        H windows = hot.all().get(index);
        firing.show(windows);
        hot.reweigh(windows, engine.weightOf(windows));
        keepWithinBudget(windows);
    }

    // ---- time -----------------------------------------------------------------------------

    /** Makes ready what is due at the given watermark. */
    void advance(long newWatermark) {
        watermark = newWatermark;
        queue.advance(newWatermark);
    }

    /** Fires one key that is due, those in memory first, or a part of it; false if none is. */
    @SuppressWarnings("unchecked") // Only keys of this cache lie in its queue.
    boolean fireNext() throws Exception {
        H next = (H) queue.poll();
        if (next != null) {
            firing.fire(next);
            return true;
        }
        K cold = dueOfColdKeys.poll(watermark);
        if (cold != null) {
            lookAt(cold);
        }
        return cold != null;
    }

    boolean nothingReady() {
        return queue.nothingReady() && dueOfColdKeys.nothingReady(watermark);
    }

    /** Takes a key out of the queue because it is fired now. */
    void takeOut(H windows) {
        queue.remove(windows);
    }

    /** Fires a key that had left the memory and was noted as due; it may have come back since. */
    private void lookAt(K key) throws Exception {
        H windows = hot.get(key);
        if (windows == null) {
            windows = load(key);
            if (windows == null) {
                return;
            }
            queue.place(windows);
        } else if (windows.unread) {
            windows = read(windows); // What the backend has of it may be what is due.
            queue.place(windows);
        }
        if (windows.noted <= watermark) {
            windows.noted = HotKey.NEVER; // Whatever was noted up to here has been looked at now.
            windows.dirty = true;
        }
        if (windows.isDue(watermark)) {
            queue.remove(windows);
            firing.fire(windows);
        }
        keepWithinBudget(windows);
    }

    // ---- memory ---------------------------------------------------------------------------

    /** Finds a key its place in memory and in time after an event may have changed both. */
    void changed(H windows) throws Exception {
        if (windows.grown || windows.bucket == DueQueue.NOWHERE) {
            place(windows, windows.due == HotKey.NEVER && engine.isEmpty(windows));
            keepWithinBudget(windows);
        }
    }

    /** The same after it was fired. */
    void fired(H windows) {
        place(windows, engine.isEmpty(windows));
    }

    private void place(H windows, boolean empty) {
        if (empty) {
            letGo(windows);
        } else {
            hot.reweigh(windows, engine.weightOf(windows));
            queue.place(windows);
        }
    }

    /**
     * Forgets a key with nothing in it. Most come back before the next checkpoint, so it stays
     * until then if the backend knows it, for then it need not be deleted, or if there is much
     * room.
     */
    private void letGo(H windows) {
        windows.due = HotKey.NEVER;
        queue.remove(windows);
        if (windows.stored || hot.hasMuchRoom()) {
            hot.reweigh(windows, HotKey.OWN_WEIGHT);
        } else {
            hot.remove(windows);
        }
    }

    private void keepWithinBudget(H notThis) throws Exception {
        while (hot.overBudget()) {
            makeRoom(notThis);
        }
    }

    private void makeRoom(H notThis) throws Exception {
        if (slimmed(notThis)) {
            return;
        }
        H victim = hot.victim(notThis);
        if (victim.isDue(watermark)) {
            // Cheaper than to store it and to read it again in the same round.
            queue.remove(victim);
            firing.fire(victim);
        } else if (!slimmed(victim)) {
            turnOut(victim);
        }
    }

    private void turnOut(H victim) throws Exception {
        firing.show(victim);
        context.currentKey(victim.key);
        if (victim.unread) {
            storeUnread(victim);
        } else if (engine.isEmpty(victim)) {
            clear(victim);
        } else {
            noteDue(victim);
            if (victim.dirty || !victim.stored) {
                context.currentKey(victim.key);
                engine.store(victim);
            }
        }
        queue.remove(victim);
        hot.turnOut(victim);
    }

    /** Whether a key became lighter without leaving the memory. */
    private boolean slimmed(H windows) throws Exception {
        int before = windows.weight;
        if (before > SLIM_WEIGHT && !windows.unread) {
            context.currentKey(windows.key);
            engine.slim(windows);
            hot.reweigh(windows, engine.weightOf(windows));
        }
        return windows.weight < before;
    }

    // ---- backend --------------------------------------------------------------------------

    /** A key that is named too early is only looked at and noted again. */
    private void noteDue(H windows) throws Exception {
        if (windows.due < windows.noted) {
            windows.noted = windows.due;
            windows.dirty = true;
            dueOfColdKeys.put(windows.key, windows.due);
        }
    }

    private void storeUnread(H unread) throws Exception {
        noteDue(unread);
        context.currentKey(unread.key);
        engine.storeUnread(unread);
    }

    private void clear(H windows) throws Exception {
        if (windows.stored) {
            engine.clear(windows);
            windows.stored = false;
        }
    }

    /** Writes what the backend does not have yet. */
    void storeAll() throws Exception {
        hot.lookBack();
        for (int i = hot.size() - 1; i >= 0; i--) {
            H windows = hot.all().get(i);
            if (windows.unread) {
                storeUnread(windows);
                queue.remove(windows);
                hot.remove(windows);
            } else if (engine.isEmpty(windows)) {
                context.currentKey(windows.key);
                clear(windows);
                hot.remove(windows);
            } else if (windows.dirty) {
                context.currentKey(windows.key);
                engine.store(windows);
                windows.stored = true;
                windows.dirty = false;
                slimmed(windows);
            }
        }
        dueOfHotKeys.store(hot.all(), context::currentKey);
        dueOfColdKeys.store();
    }
}
