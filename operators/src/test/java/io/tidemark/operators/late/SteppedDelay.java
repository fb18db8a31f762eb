package io.tidemark.operators.late;

/** A constant delay behind the highest credible event time, in steps: the rule the jobs use. */
record SteppedDelay(long delay, long step, long maxAhead) implements Progress {

    @Override
    public long advance(long progress, long eventTime, long logTime) {
        return isAhead(eventTime, logTime) ? progress : Math.max(progress, eventTime);
    }

    @Override
    public long watermark(long progress) {
        return progress == NONE ? Long.MIN_VALUE : Math.floorDiv(progress - delay, step) * step - 1;
    }

    @Override
    public boolean isAhead(long eventTime, long logTime) {
        return eventTime - logTime > maxAhead;
    }
}
