package io.tidemark.operators.late;

import java.io.Serializable;

/**
 * How far event time has come in one partition, as a pure rule over the events of that partition.
 *
 * <p>The gate and the watermark generator of the source must ask the same rule, or watermark and
 * verdict disagree. All times are epoch milliseconds.
 *
 * <p>Operators know no strategy, so a job joins the two: {@code Progress.of(rule::advance,
 * rule::watermark, rule::isAhead)} asks a strategy's rule, such as {@code BoundedDisorder}.
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

    /** A rule made of its three answers. */
    static Progress of(Advance advance, WatermarkOf watermark, IsAhead isAhead) {
        return new Progress() {

            private static final long serialVersionUID = 1L;

            @Override
            public long advance(long progress, long eventTime, long logTime) {
                return advance.after(progress, eventTime, logTime);
            }

            @Override
            public long watermark(long progress) {
                return watermark.of(progress);
            }

            @Override
            public boolean isAhead(long eventTime, long logTime) {
                return isAhead.test(eventTime, logTime);
            }
        };
    }

    /** Answers {@link Progress#advance}. */
    @FunctionalInterface
    interface Advance extends Serializable {

        /** The progress after one more event; never below {@code progress}. */
        long after(long progress, long eventTime, long logTime);
    }

    /** Answers {@link Progress#watermark}. */
    @FunctionalInterface
    interface WatermarkOf extends Serializable {

        /** The watermark that a progress amounts to. */
        long of(long progress);
    }

    /** Answers {@link Progress#isAhead}. */
    @FunctionalInterface
    interface IsAhead extends Serializable {

        /** Whether an event is stamped too far ahead of the log to move the progress. */
        boolean test(long eventTime, long logTime);
    }
}
