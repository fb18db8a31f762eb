package io.tidemark.watermarks;

import java.io.Serializable;
import java.time.Duration;

/**
 * The rule of a constant delay: no event is expected any more that lies further than {@code delay}
 * behind the highest event time seen.
 *
 * <p>After events whose highest time is {@code max} the watermark is {@code floor((max - delay) /
 * step) * step - 1} milliseconds. The step makes the watermark move seldom (each move is a message
 * to every downstream task) and by event time alone; a step of 1 ms is Flink's {@code max - delay -
 * 1}. A larger step waits up to {@code step - 1} ms longer and never less than {@code delay}.
 *
 * <p>An event stamped further than {@code maxAhead} ahead of the time at which the log took it
 * cannot be right. It is not refused here, but it does not move the progress: one phone with a
 * wrong clock must not make everybody else late.
 *
 * <p>The whole state is one {@code long}, the highest credible event time, {@link #NO_PROGRESS}
 * before the first one. The rule itself is immutable and costs a few additions and one division an
 * event.
 */
public final class BoundedDisorder implements Serializable {

    /** The progress of a partition that has not seen a credible event. */
    public static final long NO_PROGRESS = Long.MIN_VALUE;

    private static final long serialVersionUID = 1L;

    private final long delayMillis;
    private final long stepMillis;
    private final long maxAheadMillis;

    private BoundedDisorder(long delayMillis, long stepMillis, long maxAheadMillis) {
        this.delayMillis = delayMillis;
        this.stepMillis = stepMillis;
        this.maxAheadMillis = maxAheadMillis;
    }

    /**
     * A rule that waits {@code delay}, moves in steps of 1% of it (at least 1 ms), and believes
     * events up to one minute ahead of the log.
     *
     * @throws IllegalArgumentException if the delay is negative
     */
    public static BoundedDisorder of(Duration delay) {
        if (delay.isNegative()) {
            throw new IllegalArgumentException(
                    "delay="
                            + delay
                            + " is negative: a watermark cannot run ahead of the events, give 0 or more");
        }
        return new BoundedDisorder(
                delay.toMillis(), defaultStep(delay).toMillis(), Duration.ofMinutes(1).toMillis());
    }

    /** The step that {@link #of} takes: 1% of the delay, at least 1 ms. */
    public static Duration defaultStep(Duration delay) {
        return Duration.ofMillis(Math.max(1, delay.toMillis() / 100));
    }

    /**
     * The same rule moving in steps of {@code step}.
     *
     * @throws IllegalArgumentException if the step is below 1 ms
     */
    public BoundedDisorder movingBy(Duration step) {
        if (step.toMillis() < 1) {
            throw new IllegalArgumentException(
                    "step="
                            + step
                            + " is below 1 ms: event time has no finer grain, give 1 ms or more");
        }
        return new BoundedDisorder(delayMillis, step.toMillis(), maxAheadMillis);
    }

    /**
     * The same rule believing events up to and including {@code maxAhead} ahead of the time at
     * which the log took them.
     *
     * @throws IllegalArgumentException if the bound is negative
     */
    public BoundedDisorder believingUpTo(Duration maxAhead) {
        if (maxAhead.isNegative()) {
            throw new IllegalArgumentException(
                    "maxAhead="
                            + maxAhead
                            + " is negative: it would distrust honest clocks, give 0 or more");
        }
        return new BoundedDisorder(delayMillis, stepMillis, maxAhead.toMillis());
    }

    /**
     * Whether an event is stamped further ahead of the log than it can be; times in epoch
     * milliseconds.
     */
    public boolean isAhead(long eventTime, long logTime) {
        return eventTime - maxAheadMillis > logTime;
    }

    /**
     * The progress after one more event.
     *
     * @param progress the progress before it
     * @param eventTime when it happened, epoch milliseconds
     * @param logTime when the log took it, epoch milliseconds
     */
    public long advance(long progress, long eventTime, long logTime) {
        return eventTime > progress && !isAhead(eventTime, logTime) ? eventTime : progress;
    }

    /**
     * The watermark that a progress amounts to: no event at or before it is still expected. {@code
     * Long.MIN_VALUE} without progress.
     */
    public long watermark(long progress) {
        return progress == NO_PROGRESS
                ? Long.MIN_VALUE
                : Math.floorDiv(progress - delayMillis, stepMillis) * stepMillis - 1;
    }

    @Override
    public String toString() {
        return "max - "
                + delayMillis
                + " ms, in steps of "
                + stepMillis
                + " ms, up to "
                + maxAheadMillis
                + " ms ahead of the log";
    }
}
