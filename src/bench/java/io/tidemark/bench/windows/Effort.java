package io.tidemark.bench.windows;

import java.time.Duration;

/**
 * How long the contenders run.
 *
 * @param warmUp from the first event, before anything counts
 * @param measured once the largest window has filled
 * @param budget after which a slow engine is stopped, wherever it is
 * @param rounds of a fast engine
 * @param bursts of closing keys, the first of which does not count
 */
record Effort(
        boolean quick,
        Duration warmUp,
        Duration measured,
        Duration budget,
        int rounds,
        int bursts) {

    static Effort full(Duration measured) {
        return new Effort(false, Duration.ofSeconds(3), measured, Duration.ofSeconds(40), 3, 4);
    }

    static Effort quick(Duration measured) {
        return new Effort(true, Duration.ofSeconds(1), measured, Duration.ofSeconds(8), 1, 2);
    }

    Duration budget(WindowCase windowCase) {
        return quick ? budget : budget.multipliedBy(windowCase.patience());
    }
}
