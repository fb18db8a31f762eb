package io.tidemark.operators.window;

import java.io.Serializable;
import java.time.Duration;

/**
 * What an event's row is about: the events of its key up to its own, as far back as they are young
 * enough and few enough.
 *
 * @param millis younger than this, in milliseconds, exclusive
 * @param events at most so many, the event itself included; {@link #ALL} for no limit
 */
record SlidingRange(long millis, int events) implements Serializable {

    static final int ALL = Integer.MAX_VALUE;

    /** Whether events of equal times are told apart, by their arrival. */
    boolean counts() {
        return events != ALL;
    }

    /** The time up to which, inclusive, events are too old for a row of the given time. */
    long tooOldFor(long time) {
        return time - millis;
    }

    /** The range in a few words, such as {@code sliding over PT10M}. */
    @Override
    public String toString() {
        return counts()
                ? "sliding over the last " + events + " within " + Duration.ofMillis(millis)
                : "sliding over " + Duration.ofMillis(millis);
    }
}
