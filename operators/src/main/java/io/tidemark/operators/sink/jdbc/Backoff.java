package io.tidemark.operators.sink.jdbc;

import java.io.Serializable;
import java.time.Duration;

/**
 * How long to wait before the same work is tried again: each time twice as long, up to a limit, and
 * not for ever.
 *
 * @param first the wait before the second attempt
 * @param longest no wait is longer
 * @param attempts how often the work is tried in all, 1 or more
 */
public record Backoff(Duration first, Duration longest, int attempts) implements Serializable {

    /**
     * Ten attempts within 33 seconds: a database that restarts is awaited, one that is gone is not.
     */
    static final Backoff DEFAULT = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(10), 10);

    /**
     * Checks.
     *
     * @throws IllegalArgumentException if there is no attempt, or a wait is negative
     */
    public Backoff {
        if (attempts < 1) {
            throw new IllegalArgumentException(
                    "attempts=" + attempts + " leaves no attempt: give 1 or more");
        }
        if (first.isNegative() || longest.compareTo(first) < 0) {
            throw new IllegalArgumentException(
                    "first="
                            + first
                            + ", longest="
                            + longest
                            + ": give waits of 0 or more, the longest not below the first");
        }
    }

    /**
     * The wait after so many failed attempts.
     *
     * @param failed 1 or more
     */
    Duration afterFailed(int failed) {
        Duration wait = first;
        for (int i = 1; i < failed && wait.compareTo(longest) < 0; i++) {
            wait = wait.multipliedBy(2);
        }
        return wait.compareTo(longest) < 0 ? wait : longest;
    }
}
