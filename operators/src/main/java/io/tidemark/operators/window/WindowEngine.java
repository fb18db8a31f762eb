package io.tidemark.operators.window;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * One kind of windows: what it keeps of a key, how an event goes in and what comes out as the
 * watermark passes. Memory, backend, when which key is due, firing and the late output are the
 * operator's.
 *
 * <p>All methods but {@link #open} are called for one key at a time. {@link #add} and {@link #fire}
 * leave {@link HotKey#due} as it has to be; they need not care for {@code dirty} and {@code
 * weight}, but report weight through {@link #weightOf}.
 *
 * @param <K> the type of the keys
 * @param <T> the type of the events
 * @param <O> the type of the results
 * @param <H> what is kept in memory of a key
 */
interface WindowEngine<K, T, O, H extends HotKey<K>> extends Serializable {

    /** Called once, before everything else: takes the states that the engine writes to. */
    void open(WindowContext<K, T, O> context) throws Exception;

    /**
     * The windows in words that are equal for equal windows, and stay so from version to version.
     */
    String windows();

    /** A key that nothing is known of. */
    H create(K key);

    /** A key as the backend has it, under the current key; null if the backend does not have it. */
    @Nullable H load(K key) throws Exception;

    /** Writes what changed since it was loaded or stored, under the current key. */
    void store(H key) throws Exception;

    /** Takes all that was ever stored of a key out of the backend, under the current key. */
    void clear(H key) throws Exception;

    /**
     * Whether an event does not need what the backend has of its key: it can be taken by a key that
     * is {@linkplain HotKey#unread not read}, be added to the backend blindly, and be joined with
     * the rest when something is due. Where many more keys come than the memory holds, this saves
     * the read of nearly every event.
     */
    default boolean takesUnread(H key, long time) {
        return false;
    }

    /** Adds a key that was not read to what the backend has of it, under the current key. */
    default void storeUnread(H unread) throws Exception {
        throw new IllegalStateException(getClass().getSimpleName() + " reads every key");
    }

    /** Adds what came to a key that was not read to the key as the backend has it. */
    default void join(H read, H unread) throws Exception {
        throw new IllegalStateException(getClass().getSimpleName() + " reads every key");
    }

    /**
     * Takes an event, or judges it late. Nothing of this key is due at the current watermark.
     *
     * @param time its event time
     */
    void add(H key, T event, long time) throws Exception;

    /**
     * Does what is due of a key at the given watermark: all of it, or at least one thing if {@link
     * WindowContext#isTimeUp()}. It is called again at the same watermark or a higher one then, for
     * the key is still due, and no event comes to the key before all is done.
     */
    void fire(H key, long watermark) throws Exception;

    /** Whether nothing has to be kept of a key. */
    boolean isEmpty(H key);

    /** What a key weighs in memory: its parts of windows, and {@link HotKey#OWN_WEIGHT}. */
    int weightOf(H key);

    /**
     * Lets go of what need not be in memory while the key is hot, under the current key; what is
     * not stored is stored first. Does nothing where there is nothing.
     */
    void slim(H key) throws Exception;

    /** Emits what a tick of processing time asks for; most kinds of windows have nothing to say. */
    default void tick(H key) throws Exception {}
}
