package io.tidemark.operators.source;

import java.time.Instant;

/** Instants of a caller's in milliseconds. */
final class Moments {

    private Moments() {}

    /**
     * Epoch milliseconds.
     *
     * @param option what the caller knows the instant by
     * @throws IllegalArgumentException if a {@code long} does not hold them
     */
    static long millis(String option, Instant instant) {
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
}
