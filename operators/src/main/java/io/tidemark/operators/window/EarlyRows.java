package io.tidemark.operators.window;

import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;

/**
 * Once in a period of the machine's clock, lets each key in memory show what it has so far, a slice
 * of time at a time.
 */
final class EarlyRows {

    private final KeysInMemory<?, ?> keys;
    private final HotKeys<?, ?> hot;
    private final TimeSlice slice;
    private final ProcessingTimeService clock;
    private final long periodMillis;

    /** How many keys have not had their turn: they come first among the keys in memory. */
    private int left;

    EarlyRows(
            KeysInMemory<?, ?> keys,
            HotKeys<?, ?> hot,
            TimeSlice slice,
            ProcessingTimeService clock,
            long periodMillis) {
        this.keys = keys;
        this.hot = hot;
        this.slice = slice;
        this.clock = clock;
        this.periodMillis = periodMillis;
    }

    /**
     * Waits for the next period; one that ends while the keys of the last are shown is left out.
     */
    void start() {
        clock.registerTimer(
                clock.getCurrentProcessingTime() + periodMillis,
                now -> {
                    start();
                    if (left == 0) {
                        left = hot.size();
                        showSlice();
                    }
                });
    }

    /**
     * Keys may come and go between slices. One that goes is replaced by the last, which had its
     * turn or is new; so from the last to the first no key is left out.
     */
    private void showSlice() throws Exception {
        slice.begin();
        left = Math.min(left, hot.size());
        while (left > 0 && !slice.isOver()) {
            left--;
            keys.show(left);
            left = Math.min(left, hot.size());
        }
        slice.end();
        if (left > 0) {
            slice.afterPause(now -> showSlice());
        }
    }
}
