package io.tidemark.watermarks;

import java.time.Duration;

/** The grain in which watermarks move. */
final class Steps {

    private Steps() {}

    /** 1% of the delay, at least 1 ms. */
    static long defaultStepMillis(long delayMillis) {
        return Math.max(1, delayMillis / 100);
    }

    static long checkedMillis(Duration step) {
        if (Millis.isNone(step)) {
            throw new IllegalArgumentException(
                    "step="
                            + step
                            + " is below 1 ms: event time has no finer grain, give 1 ms or more");
        }
        return Millis.of("step", step);
    }
}
