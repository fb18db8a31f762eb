package io.tidemark.watermarks;

import java.time.Duration;
import java.time.Instant;

/** Durations and instants of a caller's in milliseconds. */
final class Millis {

    private static final Duration LONGEST = Duration.ofMillis(Long.MAX_VALUE);
    private static final Duration SHORTEST = Duration.ofMillis(1);

    private Millis() {}

    /**
     * The milliseconds of a duration; what is finer is cut off.
     *
     * @param option what the caller knows the duration by
     * @throws IllegalArgumentException if a {@code long} does not hold them
     */
    static long of(String option, Duration duration) {
        if (duration.compareTo(LONGEST) > 0 || duration.compareTo(LONGEST.negated()) < 0) {
            throw new IllegalArgumentException(
                    option
                            + "="
                            + duration
                            + " is beyond 2^63 - 1 ms, some 292 million years: give less");
        }
        return duration.toMillis();
    }

    /**
     * An instant in epoch milliseconds.
     *
     * @throws IllegalArgumentException if a {@code long} does not hold them
     */
    static long of(String option, Instant instant) {
        try {
            return instant.toEpochMilli();
        } catch (ArithmeticException tooFar) {
            throw new IllegalArgumentException(
                    option
                            + "="
                            + instant
                            + " is further from 1970 than 292 million years: give a time that lies nearer",
                    tooFar);
        }
    }

    /** Whether nothing is left of it in milliseconds, or less. */
    static boolean isNone(Duration duration) {
        return duration.compareTo(SHORTEST) < 0;
    }
}
