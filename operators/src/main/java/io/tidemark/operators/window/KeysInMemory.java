package io.tidemark.operators.window;

import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.streaming.api.operators.InternalTimerService;
import org.jspecify.annotations.Nullable;

/**
 * The way of a key between memory and backend: it comes in when it is touched, lies in the queue
 * until something is due, and goes out when others need the room, leaving a timer behind.
 *
 * @param <K> the type of the keys
 * @param <H> what is kept in memory of a key
 */
final class KeysInMemory<K, H extends HotKey<K>> {

    /** A key up to this weight has nothing to let go of while it is hot. */
    private static final int SLIM_WEIGHT = 4 * SliceBlock.SIZE;

    private final WindowEngine<K, ?, ?, H> engine;
    private final WindowContext<K, ?, ?> context;
    private final HotKeys<K, H> hot;
    private final InternalTimerService<VoidNamespace> timers;
    private final DueOfHotKeys<K> dueOfHotKeys;

    private final Firing<H> firing;

    private final DueQueue<K> queue = new DueQueue<>();

    /** The watermark at which work is due now: that of Flink's timers, not the newest. */
    private long watermark = Long.MIN_VALUE;

    KeysInMemory(
            WindowEngine<K, ?, ?, H> engine,
            WindowContext<K, ?, ?> context,
            HotKeys<K, H> hot,
            InternalTimerService<VoidNamespace> timers,
            DueOfHotKeys<K> dueOfHotKeys,
            Firing<H> firing) {
        this.engine = engine;
        this.context = context;
        this.hot = hot;
        this.timers = timers;
        this.dueOfHotKeys = dueOfHotKeys;
        this.firing = firing;
    }

    /** What the operator does with a key. */
    interface Firing<H> {

        /** Fires a key that is due, or a part of it; it is in no queue then. */
        void fire(H windows) throws Exception;

        /** Lets a key show what it has so far, unless something of it is due anyway. */
        void show(H windows) throws Exception;
    }

    /** What was hot at the checkpoint is cold now. */
    void restore() throws Exception {
        dueOfHotKeys.restore(
                (key, due) -> {
                    context.currentKey(key);
                    timers.registerEventTimeTimer(VoidNamespace.INSTANCE, due);
                });
    }

    /** A key in memory; null if it is not there. */
    @Nullable H get(K key) {
        return hot.get(key);
    }

    /** Brings a key in, as the backend has it, or empty. */
    H enter(K key) throws Exception {
        context.currentKey(key);
        H loaded = load(key);
        if (loaded != null) {
            return loaded;
        }
        H created = engine.create(key);
        hot.add(created);
        return created;
    }

    private @Nullable H load(K key) throws Exception {
        H windows = engine.load(key);
        if (windows != null) {
            windows.stored = true;
            hot.add(windows);
        }
        return windows;
    }

    /** How many keys are in memory. */
    int count() {
        return hot.size();
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

    /** A key that is due, taken out of the queue; null if none is. */
    @SuppressWarnings("unchecked") // Only keys of this cache lie in its queue.
    @Nullable H poll() {
        return (H) queue.poll();
    }

    boolean nothingReady() {
        return queue.nothingReady();
    }

    /** Takes a key out of the queue because it is fired now. */
    void takeOut(H windows) {
        queue.remove(windows);
    }

    /** The timer of a key went off, under the current key: it matters if the key is cold. */
    void timerFired(K key, long time) throws Exception {
        H windows = hot.get(key);
        if (windows == null) {
            windows = load(key);
            if (windows == null) {
                return;
            }
            queue.place(windows);
        }
        if (windows.timer == time) {
            windows.timer = HotKey.NEVER;
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
     * Forgets a key with nothing in it; one that the backend knows stays until the next checkpoint,
     * for most come back before, and what was never written need not be deleted.
     */
    private void letGo(H windows) {
        windows.due = HotKey.NEVER;
        queue.remove(windows);
        if (windows.stored) {
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
            // A cold key's timer would fire at the next watermark only, behind this one.
            queue.remove(victim);
            firing.fire(victim);
        } else if (!slimmed(victim)) {
            turnOut(victim);
        }
    }

    private void turnOut(H victim) throws Exception {
        firing.show(victim);
        context.currentKey(victim.key);
        if (engine.isEmpty(victim)) {
            clear(victim);
        } else {
            setTimer(victim);
            if (victim.dirty || !victim.stored) {
                engine.store(victim);
            }
        }
        queue.remove(victim);
        hot.remove(victim);
    }

    /** Whether a key became lighter without leaving the memory. */
    private boolean slimmed(H windows) throws Exception {
        int before = windows.weight;
        if (before > SLIM_WEIGHT) {
            context.currentKey(windows.key);
            engine.slim(windows);
            hot.reweigh(windows, engine.weightOf(windows));
        }
        return windows.weight < before;
    }

    // ---- backend --------------------------------------------------------------------------

    /** A cold key needs a timer; one that fires too early only looks and sets the next. */
    private void setTimer(H windows) {
        if (windows.due < windows.timer) {
            deleteTimer(windows);
            timers.registerEventTimeTimer(VoidNamespace.INSTANCE, windows.due);
            windows.timer = windows.due;
            windows.dirty = true;
        }
    }

    private void deleteTimer(H windows) {
        if (windows.timer != HotKey.NEVER && windows.timer > watermark) {
            timers.deleteEventTimeTimer(VoidNamespace.INSTANCE, windows.timer);
        }
        windows.timer = HotKey.NEVER;
    }

    private void clear(H windows) throws Exception {
        if (windows.stored) {
            deleteTimer(windows);
            engine.clear(windows);
            windows.stored = false;
        }
    }

    /** Writes what the backend does not have yet. */
    void storeAll() throws Exception {
        for (int i = hot.size() - 1; i >= 0; i--) {
            H windows = hot.all().get(i);
            if (engine.isEmpty(windows)) {
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
    }
}
