package io.tidemark.operators.disorder;

import java.io.Serializable;

/**
 * Decides which events are stamped further ahead than they can be: such an event is judged and
 * counted like any other, but it does not move the progress.
 */
@FunctionalInterface
public interface FutureGuard extends Serializable {

    /** Believes every time stamp. */
    FutureGuard NONE = (eventTime, arrival, progress) -> false;

    /**
     * Whether an event is ahead.
     *
     * @param eventTime when it happened, epoch milliseconds
     * @param arrival when it arrived, epoch milliseconds, or its row number
     * @param progress the highest credible event time before it, {@code Long.MIN_VALUE} if none
     */
    boolean isAhead(long eventTime, long arrival, long progress);
}
