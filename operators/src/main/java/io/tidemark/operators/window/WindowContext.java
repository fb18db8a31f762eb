package io.tidemark.operators.window;

import java.util.List;
import org.apache.flink.api.common.state.KeyedStateStore;

/**
 * What an engine may ask of the operator around it.
 *
 * @param <K> the type of the keys
 * @param <T> the type of the events
 * @param <O> the type of the results
 */
interface WindowContext<K, T, O> {

    /** Where states are declared. */
    KeyedStateStore states();

    /** The keys for which a state of this name was restored. */
    List<K> keysOf(String state);

    /** The current key of the backend. */
    K currentKey();

    /** Makes the given key the current one of the backend; cheap if it is. */
    void currentKey(K key);

    /** The watermark by which events are judged; it never goes back, also not across a restore. */
    long watermark();

    /**
     * Whether what is fired should stop at the next place where it can, to go on later. Never while
     * an event waits for its key.
     */
    boolean isTimeUp();

    /** Sends a result on, with its Flink timestamp. */
    void emit(O result, long timestamp);

    /** Sends an event to the late output and counts it. */
    void late(T event, long time, long missedWindowEnd);

    /** Counts an event that came too late for some of its windows, and reports it if asked. */
    void partlyLate(T event, long time, MissedWindows missed);

    /** Counts late events that can no longer be told apart. */
    void countLate(long events);

    /** Counts a result of a window that had been fired before. */
    void countUpdate();

    /** Notes the end of a window that was fired on time. */
    void firedThrough(long windowEnd);

    /** Lists the windows that an event missed, only when somebody wants to know. */
    @FunctionalInterface
    interface MissedWindows {

        /** The bounds: start and end of the first, start and end of the second, and so on. */
        long[] bounds();
    }
}
