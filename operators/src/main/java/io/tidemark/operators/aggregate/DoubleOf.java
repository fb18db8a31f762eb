package io.tidemark.operators.aggregate;

import java.io.Serializable;

/**
 * Reads a floating point number of an event, without boxing it.
 *
 * @param <T> the type of the events
 */
@FunctionalInterface
public interface DoubleOf<T> extends Serializable {

    /** The number. */
    double of(T event);
}
