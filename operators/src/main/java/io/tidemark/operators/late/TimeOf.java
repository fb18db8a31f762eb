package io.tidemark.operators.late;

import java.io.Serializable;

/**
 * Reads a time of an event, in epoch milliseconds.
 *
 * @param <T> the type of the events
 */
@FunctionalInterface
public interface TimeOf<T> extends Serializable {

    /** The time, epoch milliseconds. */
    long of(T event);
}
