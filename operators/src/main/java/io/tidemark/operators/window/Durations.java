package io.tidemark.operators.window;

import java.time.Duration;

/** Checks the durations that windows are given. */
final class Durations {

    private static final Duration LONGEST = Duration.ofMillis(EventTimes.LONGEST);

    private Durations() {}

    /** A duration of at least 1 ms, in milliseconds. */
    static long positive(String name, Duration duration) {
        long millis = notNegative(name, duration);
        if (millis == 0) {
            throw new IllegalArgumentException(
                    name + "=" + duration + " is zero: give 1 ms or more");
        }
        return millis;
    }

    /** A duration of zero or more, in milliseconds. */
    static long notNegative(String name, Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException(
                    name + "=" + duration + " is negative: give zero or more");
        }
        if (duration.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    name + "=" + duration + " exceeds the longest that is supported, " + LONGEST);
        }
        if (duration.toNanosPart() % 1_000_000 != 0) {
            throw new IllegalArgumentException(
                    name
                            + "="
                            + duration
                            + " is no whole number of milliseconds: event time has no finer grain");
        }
        return duration.toMillis();
    }
}
