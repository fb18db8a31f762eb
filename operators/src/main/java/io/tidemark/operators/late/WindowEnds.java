package io.tidemark.operators.late;

import java.io.Serializable;
import java.time.Duration;

/**
 * Tells the end of the window by which an event's lateness is judged: usually that of the last
 * window that takes an event of its time, so that what is late is too late for all of them.
 */
@FunctionalInterface
public interface WindowEnds extends Serializable {

    /** The end, exclusive, of that window for the event time; epoch milliseconds. */
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
