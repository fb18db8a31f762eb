package io.tidemark.operators.disorder;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.Serializable;

/**
 * Decides which events move the progress of their partition: one that is stamped further ahead than
 * it can be is judged and counted like any other, but is not believed.
 */
@FunctionalInterface
public interface ProgressRule extends Serializable {

    /** Believes every time stamp. */
    ProgressRule BELIEVING_ALL =
            () -> (progress, eventTime, arrival) -> Math.max(progress, eventTime);

    /** The memory of one partition that has had no event. */
    Belief begin();

    /**
     * Believes events up to and including {@code maxAheadMillis} after their arrival; that takes no
     * memory.
     */
    static ProgressRule byArrival(long maxAheadMillis) {
        return () ->
                (progress, eventTime, arrival) ->
                        eventTime > progress && eventTime - maxAheadMillis <= arrival
                                ? eventTime
                                : progress;
    }

    /** What one partition's events are believed to have come to. */
    @FunctionalInterface
    interface Belief {

        /**
         * The highest credible event time after one more event; it never goes back.
         *
         * @param progress the one before it, {@code Long.MIN_VALUE} if there was none
         * @param eventTime when it happened, epoch milliseconds
         * @param arrival when it arrived, epoch milliseconds, or its row number
         */
        long progressAfter(long progress, long eventTime, long arrival);

        /**
         * Writes what {@link #read} needs to go on; nothing, unless told otherwise.
         *
         * @throws IOException if the output does
         */
        default void write(DataOutput out) throws IOException {}

        /**
         * Goes on from what was written.
         *
         * @throws IOException if the input does
         */
        default void read(DataInput in) throws IOException {}
    }
}
