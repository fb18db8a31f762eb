package io.tidemark.operators.late;

import java.io.Serializable;
import java.time.Duration;

/** Tells where the last window ends that takes an event of a given time. */
@FunctionalInterface
public interface WindowEnds extends Serializable {

    /** The end, exclusive, of the last window that holds the event time; epoch milliseconds. */
    long lastEnd(long eventTime);

    /**
     * Tumbling windows of the given size, aligned to 1970-01-01T00:00:00Z.
     *
     * @throws IllegalArgumentException if the size is below 1 ms
     */
    static WindowEnds tumbling(Duration size) {
        if (Millis.isNone(size)) {
            throw new IllegalArgumentException(
                    "size="
                            + size
                            + " is below 1 ms: event time has no finer grain, give 1 ms or more");
        }
        long sizeMillis = Millis.of("size", size);
        return eventTime -> (Math.floorDiv(eventTime, sizeMillis) + 1) * sizeMillis;
    }
}
