package io.tidemark.operators.window;

import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;

/**
 * A slice of time in which windows are fired before barriers and events get their turn.
 *
 * <p>The clock is looked at by the work that was done, not by the keys that were visited: a key may
 * have one row to send, or a million.
 */
final class TimeSlice {

    /** How long windows are fired at once. */
    private static final long MILLIS = 100;

    /** How long barriers and events get their turn. */
    private static final long PAUSE_MILLIS = 10;

    /** The clock is looked at once in so many keys visited and rows sent. */
    private static final int STEPS_BETWEEN_LOOKS = 64;

    private final ProcessingTimeService clock;

    private long end = Long.MAX_VALUE;
    private boolean over;
    private int stepsUntilLook = STEPS_BETWEEN_LOOKS;

    /** No slice yet: nothing is ever over. */
    TimeSlice(ProcessingTimeService clock) {
        this.clock = clock;
    }

    /** Begins a slice. */
    void begin() {
        end = clock.getCurrentProcessingTime() + MILLIS;
        over = false;
        stepsUntilLook = STEPS_BETWEEN_LOOKS;
    }

    /** Ends the slice: from now on nothing is ever over. */
    void end() {
        end = Long.MAX_VALUE;
        over = false;
    }

    private void look() {
        stepsUntilLook = STEPS_BETWEEN_LOOKS;
        over = over || clock.getCurrentProcessingTime() >= end;
    }

    /** Notes that a row was sent. */
    void rowSent() {
        stepsUntilLook--;
    }

    /** Whether the time is up; asked once a key, or once a portion of a key's work. */
    boolean isOver() {
        if (--stepsUntilLook <= 0) {
            look();
        }
        return over;
    }

    /** Asks for a call when others have had their turn. */
    void afterPause(ProcessingTimeService.ProcessingTimeCallback next) {
        clock.registerTimer(clock.getCurrentProcessingTime() + PAUSE_MILLIS, next);
    }
}
