package io.tidemark.operators.disorder;

/** Bounded watermarks with one delay and one step, written out: what a study must agree with. */
final class NaiveRule {

    private final long delay;
    private final long step;
    private final long maxAhead;

    private boolean begun;
    private long max;

    NaiveRule(long delay, long maxAhead) {
        this.delay = delay;
        this.step = Math.max(1, delay / 100);
        this.maxAhead = maxAhead;
    }

    boolean isBehind(long eventTime) {
        return begun && eventTime <= watermark();
    }

    boolean loses(long eventTime, long window) {
        long end = Math.floorDiv(eventTime, window) * window + window;
        return begun && end - 1 <= watermark();
    }

    /** Whether the watermark has reached the end of a window. */
    boolean hasClosed(long end) {
        return begun && end - 1 <= watermark();
    }

    private long watermark() {
        return Math.floorDiv(max - delay, step) * step - 1;
    }

    void advance(long eventTime, long arrival) {
        if (eventTime <= arrival + maxAhead && (!begun || eventTime > max)) {
            begun = true;
            max = eventTime;
        }
    }
}
