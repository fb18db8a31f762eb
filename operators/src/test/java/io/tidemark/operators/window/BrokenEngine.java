package io.tidemark.operators.window;

import org.jspecify.annotations.Nullable;

/** The engine of aligned windows with one fault; without one it is sound. */
final class BrokenEngine<K, T, A, R>
        implements WindowEngine<K, T, WindowResult<K, R>, AlignedKey<K, A>> {

    enum Fault {
        /** The control: must pass where the others must not. */
        NONE,
        /** An event at the very start of a window goes into the one before. */
        START_EXCLUSIVE,
        /** A window is taken for complete one millisecond before it is. */
        FIRES_TOO_EARLY,
        /** The oldest slice is forgotten one firing too early. */
        EVICTS_TOO_EARLY,
        /** What a key has is never forgotten. */
        NEVER_FORGETS,
        /** A key that comes back into memory has forgotten the rows that it sent. */
        FORGETS_ROWS,
        /** Late events leave and are not counted. */
        COUNTS_NO_LATE,
        /** Events that missed some of their windows are not reported. */
        REPORTS_NO_PARTLY_LATE,
        /** A checkpoint has what is in the backend and not what is in memory. */
        STORES_NOTHING_AT_CHECKPOINTS,
        /** A key is due again at the very watermark at which it was fired. */
        STAYS_DUE
    }

    private static final long serialVersionUID = 1L;

    private final Fault fault;
    private final WindowEngine<K, T, WindowResult<K, R>, AlignedKey<K, A>> sound;

    BrokenEngine(Fault fault, WindowEngine<K, T, WindowResult<K, R>, AlignedKey<K, A>> sound) {
        this.fault = fault;
        this.sound = sound;
    }

    @Override
    public void open(WindowContext<K, T, WindowResult<K, R>> context) throws Exception {
        sound.open(context);
    }

    @Override
    public String windows() {
        return sound.windows();
    }

    @Override
    public AlignedKey<K, A> create(K key) {
        return sound.create(key);
    }

    @Override
    public @Nullable AlignedKey<K, A> load(K key) throws Exception {
        AlignedKey<K, A> loaded = sound.load(key);
        if (loaded != null && fault == Fault.FORGETS_ROWS) {
            loaded.log = null;
        }
        return loaded;
    }

    @Override
    public void store(AlignedKey<K, A> key) throws Exception {
        sound.store(key);
    }

    @Override
    public void clear(AlignedKey<K, A> key) throws Exception {
        sound.clear(key);
    }

    @Override
    public void add(AlignedKey<K, A> key, T event, long time) throws Exception {
        sound.add(key, event, fault == Fault.START_EXCLUSIVE ? time - 1 : time);
    }

    @Override
    public void fire(AlignedKey<K, A> key, long watermark) throws Exception {
        boolean early = fault == Fault.FIRES_TOO_EARLY && watermark < Long.MAX_VALUE;
        sound.fire(key, early ? watermark + 1 : watermark);
        if (fault == Fault.EVICTS_TOO_EARLY && !key.slices.isEmpty()) {
            key.slices.dropFirst(1);
        }
        if (fault == Fault.STAYS_DUE) {
            key.due = watermark;
        }
    }

    @Override
    public boolean isEmpty(AlignedKey<K, A> key) {
        return fault != Fault.NEVER_FORGETS && sound.isEmpty(key);
    }

    @Override
    public int weightOf(AlignedKey<K, A> key) {
        return sound.weightOf(key);
    }

    @Override
    public void slim(AlignedKey<K, A> key) throws Exception {
        sound.slim(key);
    }
}
