package io.tidemark.operators.late;

import java.time.Duration;

/** Durations of a caller's in milliseconds. */
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

    /** Whether nothing is left of it in milliseconds, or less. */
    static boolean isNone(Duration duration) {
        return duration.compareTo(SHORTEST) < 0;
    }
}
