package io.tidemark.operators.window;

import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;

/**
 * Does what is due at a watermark a slice of time at a time, so that barriers and events get their
 * turn in between.
 */
final class SlicedFiring {

    /** How long windows are fired before barriers and events get their turn. */
    private static final long SLICE_MILLIS = 50;

    /** How long they get it. */
    private static final long PAUSE_MILLIS = 10;

    /** The clock is asked once in so many keys. */
    private static final int KEYS_BETWEEN_LOOKS = 64;

    private final Work work;
    private final ProcessingTimeService clock;

    /** Whether a watermark waits until all that is due at it was done. */
    private boolean behind;

    private boolean announced;
    private int keysUntilLook;
    private long sliceEnds;

    SlicedFiring(Work work, ProcessingTimeService clock) {
        this.work = work;
        this.clock = clock;
    }

    /** What there is to do. */
    interface Work {

        /** Fires one key that is due; false if there is none. */
        boolean fireNext() throws Exception;

        /** Whether no key is due. */
        boolean nothingReady();

        /** Called when nothing is due any more. */
        void allFired() throws Exception;
    }

    /** Begins with what is due at a new watermark, or goes on with it and what was left. */
    void begin() throws Exception {
        behind = true;
        fireUntil(clock.getCurrentProcessingTime() + SLICE_MILLIS);
    }

    /** Does all that is left, at once. */
    void finish() throws Exception {
        if (behind) {
            fireUntil(Long.MAX_VALUE);
        }
    }

    private void fireUntil(long end) throws Exception {
        sliceEnds = end;
        keysUntilLook = KEYS_BETWEEN_LOOKS;
        while (work.fireNext()) {
            if (isOver() && !work.nothingReady()) {
                announce();
                return;
            }
        }
        behind = false;
        work.allFired();
    }

    private boolean isOver() {
        if (--keysUntilLook > 0) {
            return false;
        }
        keysUntilLook = KEYS_BETWEEN_LOOKS;
        return clock.getCurrentProcessingTime() >= sliceEnds;
    }

    private void announce() {
        if (announced) {
            return;
        }
        announced = true;
        clock.registerTimer(
                clock.getCurrentProcessingTime() + PAUSE_MILLIS,
                now -> {
                    announced = false;
                    if (behind) {
                        fireUntil(clock.getCurrentProcessingTime() + SLICE_MILLIS);
                    }
                });
    }
}
