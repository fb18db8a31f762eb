package io.tidemark.local.traffic;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * When the rows of a file are due if the time between their events is to pass so many times faster.
 *
 * <p>Rows stay in the order of the file. One that is older than a row before it is due together
 * with that row, and one whose time cannot be read is due together with the row before it: neither
 * turns the clock back, or stops it.
 */
final class Pace {

    private final OptionalDouble speed;
    private boolean started;
    private long firstMillis;
    private long due;

    private Pace(OptionalDouble speed) {
        this.speed = speed;
    }

    /**
     * A pace of so many seconds of event time in a second; without one, everything is due at once.
     */
    static Pace of(OptionalDouble speed) {
        return new Pace(speed);
    }

    /** Milliseconds after the start of feeding at which the next row of the file is due. */
    long due(OptionalLong eventTimeMillis) {
        if (speed.isEmpty()) {
            return TrafficRecord.AT_ONCE;
        }
        if (eventTimeMillis.isPresent()) {
            long millis = eventTimeMillis.getAsLong();
            if (!started) {
                started = true;
                firstMillis = millis;
            }
            // In floating point, so that absurd times cannot overflow.
            double passed = ((double) millis - firstMillis) / speed.getAsDouble();
            due = Math.max(due, (long) passed);
        }
        return due;
    }
}
