package io.tidemark.operators.window;

import org.jspecify.annotations.Nullable;

/**
 * What goes from the local aggregation to the windows: one event as it came, or the accumulator of
 * several that were in time for all of their windows.
 *
 * @param key the key
 * @param event the event; null for an accumulator
 * @param accumulator of events of one slice; null for an event
 * @param events how many events are in it
 * @param first the lowest event time in it; of an event, its time
 * @param last the highest event time in it; of an event, its time
 * @param <K> the type of the keys
 * @param <T> the type of the events
 * @param <A> the type of the accumulators
 */
record Partial<K, T, A>(
        K key, @Nullable T event, @Nullable A accumulator, long events, long first, long last) {

    static <K, T, A> Partial<K, T, A> event(K key, T event, long time) {
        return new Partial<>(key, event, null, 1, time, time);
    }

    /** The event that this is. */
    T theEvent() {
        if (event == null) {
            throw new IllegalStateException("an accumulator stands for no single event: " + this);
        }
        return event;
    }
}
