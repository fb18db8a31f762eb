package io.tidemark.operators.disorder;

import java.io.Serializable;
import java.time.Duration;
import java.util.List;

/**
 * What a study counts: which delays, which windows, and which events it believes.
 *
 * <p>The future guard is code, so it is not written with a study; it is given again with the plan
 * that reads it.
 *
 * @param delays the delays
 * @param windows sizes of the tumbling windows, aligned to 1970 UTC; the first is the one that
 *     recommendations are for
 * @param arrivalClock whether arrivals are times; else they are row numbers, and no lag is measured
 * @param guard which events do not move the progress
 */
public record StudyPlan(
        DelayGrid delays, List<Duration> windows, boolean arrivalClock, ProgressRule guard)
        implements Serializable {

    private static final Duration SMALLEST_WINDOW = Duration.ofMillis(1);
    private static final Duration LARGEST_WINDOW = Duration.ofDays(36_500);
    private static final Duration LARGEST_AHEAD = Duration.ofMillis(Long.MAX_VALUE);

    /**
     * Checks and copies.
     *
     * @throws IllegalArgumentException if there is no window or one is not in [1 ms, 100 years]
     */
    public StudyPlan {
        windows = List.copyOf(windows);
        if (windows.isEmpty()) {
            throw new IllegalArgumentException(
                    "windows=[] leaves nothing to lose an event from: give at least one size");
        }
        for (Duration window : windows) {
            if (window.compareTo(SMALLEST_WINDOW) < 0 || window.compareTo(LARGEST_WINDOW) > 0) {
                throw new IllegalArgumentException(
                        "window=" + window + " is not in [1 ms, 100 years]: give a size in it");
            }
        }
    }

    /**
     * The plan with the standard delays, arrivals by the clock, and events believed up to one
     * minute ahead of their arrival.
     */
    public static StudyPlan of(Duration... windows) {
        return new StudyPlan(
                DelayGrid.standard(), List.of(windows), true, ProgressRule.byArrival(60_000));
    }

    /** The same plan with these delays. */
    public StudyPlan counting(DelayGrid grid) {
        return new StudyPlan(grid, windows, arrivalClock, guard);
    }

    /**
     * The same plan believing events up to and including {@code maxAhead} ahead of their arrival.
     *
     * @throws IllegalArgumentException if the bound is negative, or a {@code long} does not hold
     *     its milliseconds
     */
    public StudyPlan believingUpTo(Duration maxAhead) {
        if (maxAhead.isNegative()) {
            throw new IllegalArgumentException(
                    "maxAhead="
                            + maxAhead
                            + " is negative: it would distrust honest clocks, give 0 or more");
        }
        if (maxAhead.compareTo(LARGEST_AHEAD) > 0) {
            throw new IllegalArgumentException(
                    "maxAhead=" + maxAhead + " is beyond 292 million years: give less");
        }
        return guardedBy(ProgressRule.byArrival(maxAhead.toMillis()));
    }

    /** The same plan with another guard. */
    public StudyPlan guardedBy(ProgressRule another) {
        return new StudyPlan(delays, windows, arrivalClock, another);
    }

    /** The same plan where arrivals are row numbers: no lag, and no guard unless one is given. */
    public StudyPlan withoutArrivalClock() {
        return new StudyPlan(delays, windows, false, ProgressRule.BELIEVING_ALL);
    }

    /** Differs between plans whose studies cannot be put together or read as one another. */
    int fingerprint() {
        return (delays.hashCode() * 31 + windows.hashCode()) * 31 + (arrivalClock ? 1 : 0);
    }
}
