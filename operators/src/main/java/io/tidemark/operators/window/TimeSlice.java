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
    private static final long MILLIS = 50;

    /** How long barriers and events get their turn. */
    private static final long PAUSE_MILLIS = 10;

    /** The clock is looked at once in so many keys visited and rows sent. */
    private static final int STEPS_BETWEEN_LOOKS = 64;

    private final ProcessingTimeService clock;

    private long halfEnd = Long.MAX_VALUE;
    private long wholeEnd = Long.MAX_VALUE;

    private long end = Long.MAX_VALUE;
    private boolean over;
    private int stepsUntilLook;

    /** No slice yet: nothing is ever over. */
    TimeSlice(ProcessingTimeService clock) {
        this.clock = clock;
    }

    /** Begins a slice. */
    void begin() {
        long now = clock.getCurrentProcessingTime();
        halfEnd = now + MILLIS / 2;
        wholeEnd = now + MILLIS;
        whole();
    }

    /** Ends the slice: from now on nothing is ever over. */
    void end() {
        halfEnd = Long.MAX_VALUE;
        wholeEnd = Long.MAX_VALUE;
        whole();
    }

    /** What follows may take as long as there is of the first half. */
    void firstHalf() {
        until(halfEnd);
    }

    /** What follows may take as long as there is of the slice. */
    void whole() {
        until(wholeEnd);
    }

    private void until(long newEnd) {
        end = newEnd;
        look();
    }

    private void look() {
        stepsUntilLook = STEPS_BETWEEN_LOOKS;
        over = clock.getCurrentProcessingTime() >= end;
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
