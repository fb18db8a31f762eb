package io.tidemark.operators.window;

import java.time.Duration;

/** Checks the durations that windows are given. */
final class Durations {

    private static final Duration LONGEST = Duration.ofMillis(EventTimes.LONGEST);

    private Durations() {}

    /** A duration of at least 1 ms, in milliseconds. */
    static long positive(String name, Duration duration) {
        if (duration.isNegative() || duration.isZero()) {
            throw new IllegalArgumentException(
                    name + "=" + duration + " is not positive: give 1 ms or more");
        }
        return whole(name, duration);
    }

    /** A duration of zero or more, in milliseconds. */
    static long notNegative(String name, Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException(
                    name + "=" + duration + " is negative: give zero or more");
        }
        return whole(name, duration);
    }

    /** A duration either way, in milliseconds. */
    static long whole(String name, Duration duration) {
        if (duration.compareTo(LONGEST) > 0 || duration.compareTo(LONGEST.negated()) < 0) {
            throw new IllegalArgumentException(
                    name + "=" + duration + " is beyond 2^60 ms, some 36 million years: give less");
        }
        if (duration.toNanosPart() % 1_000_000 != 0) {
            throw new IllegalArgumentException(
                    name
                            + "="
                            + duration
                            + " is not a whole number of milliseconds: event time has no finer grain,"
                            + " give whole ones");
        }
        return duration.toMillis();
    }
}
