package io.tidemark.operators.sink.jdbc;

import java.io.Serializable;
import java.time.Duration;

/**
 * How long to wait before the same work is tried again: each time twice as long, up to a limit, and
 * not for ever. Each wait is up to a quarter shorter or longer than that, by chance: the subtasks
 * that a restart of the database has cut off together do not all come back at one moment.
 *
 * @param first the wait before the second attempt
 * @param longest no wait is longer, but for that quarter
 * @param attempts how often the work is tried in all, 1 or more
 */
public record Backoff(Duration first, Duration longest, int attempts) implements Serializable {

    /**
     * Ten attempts, with 25 to 41 seconds of waiting between them: a database that restarts is
     * awaited, one that is gone is not.
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
     * @param chance 0 to 1, which makes of it three quarters to five quarters
     */
    Duration afterFailed(int failed, double chance) {
        return Duration.ofMillis(Math.round(afterFailed(failed).toMillis() * (0.75 + chance / 2)));
    }

    private Duration afterFailed(int failed) {
        Duration wait = first;
        for (int i = 1; i < failed && wait.compareTo(longest) < 0; i++) {
            wait = wait.multipliedBy(2);
        }
        return wait.compareTo(longest) < 0 ? wait : longest;
    }
}
