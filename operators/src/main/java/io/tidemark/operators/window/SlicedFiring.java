package io.tidemark.operators.window;

import org.apache.flink.streaming.api.operators.InternalTimeServiceManager.ShouldStopAdvancingFn;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;

/**
 * Does what is due at a watermark a slice of time at a time, so that barriers and events get their
 * turn in between: first the timers of cold keys, then the keys in memory.
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

    private boolean timersBehind;
    private boolean announced;
    private int keysUntilLook;
    private long sliceEnds;

    SlicedFiring(Work work, ProcessingTimeService clock) {
        this.work = work;
        this.clock = clock;
    }

    /** What there is to do. */
    interface Work {

        /** Fires the timers that are due, until told to stop; whether all were fired. */
        boolean fireTimers(ShouldStopAdvancingFn stop) throws Exception;

        /** Fires one key in memory that is due; false if there is none. */
        boolean fireNext() throws Exception;

        /** Whether no key in memory is due. */
        boolean nothingReady();

        /** Called when nothing is due any more. */
        void allFired() throws Exception;
    }

    /** Begins with what is due at a new watermark, or goes on with it and what was left. */
    void begin() throws Exception {
        timersBehind = true;
        fireUntil(clock.getCurrentProcessingTime() + SLICE_MILLIS);
    }

    /** Does all that is left, at once. */
    void finish() throws Exception {
        if (isPending()) {
            fireUntil(Long.MAX_VALUE);
        }
    }

    private boolean isPending() {
        return timersBehind || !work.nothingReady();
    }

    private void fireUntil(long end) throws Exception {
        sliceEnds = end;
        keysUntilLook = KEYS_BETWEEN_LOOKS;
        if (timersBehind) {
            timersBehind = !work.fireTimers(this::isOver);
        }
        boolean over = timersBehind;
        while (!over && work.fireNext()) {
            over = isOver();
        }
        if (isPending()) {
            announce();
        } else {
            work.allFired();
        }
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
                    if (isPending()) {
                        fireUntil(clock.getCurrentProcessingTime() + SLICE_MILLIS);
                    }
                });
    }
}
