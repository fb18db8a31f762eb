package io.tidemark.operators.aggregate;

import java.io.Serializable;

/**
 * Reads a whole number of an event, without boxing it.
 *
 * @param <T> the type of the events
 */
@FunctionalInterface
public interface LongOf<T> extends Serializable {

    /** The number. */
    long of(T event);
}
