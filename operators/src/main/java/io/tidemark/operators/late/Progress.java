package io.tidemark.operators.late;

import java.io.Serializable;

/**
 * How far event time has come in one partition, as a pure rule over the events of that partition.
 *
 * <p>The gate and the watermark generator of the source must ask the same rule, or watermark and
 * verdict disagree. All times are epoch milliseconds.
 *
 * <p>Operators know no strategy, so a job joins the two: an implementation of three lines that
 * hands each question on to the strategy's rule, such as {@code BoundedDisorder}, whose methods
 * have these names.
 */
public interface Progress extends Serializable {

    /** The progress of a partition that has not seen an event. */
    long NONE = Long.MIN_VALUE;

    /** The progress after one more event; never below {@code progress}. */
    long advance(long progress, long eventTime, long logTime);

    /**
     * The watermark that a progress amounts to: no event at or before it is expected any more.
     * {@code Long.MIN_VALUE} for {@link #NONE}.
     */
    long watermark(long progress);

    /** Whether an event is stamped too far ahead of the log to move the progress. */
    boolean isAhead(long eventTime, long logTime);
}
