package io.tidemark.bench.windows;

import org.jspecify.annotations.Nullable;

/**
 * What one run of one engine showed.
 *
 * @param speed events a second; of a closing case: keys closed a second
 * @param filled whether the largest window had filled before anything counted; if not, the engine
 *     was too slow for it and its speed is the one of the second half of its budget
 * @param events how many events it read
 * @param fillEvents how many of them the fill took
 * @param sums its rows
 * @param watermark up to where its rows are complete
 * @param closingMillis of a closing case: from the watermark to the last result
 * @param barrierMillis the longest that a barrier took from the source to the sink
 * @param busiest the busiest subtask's records behind the shuffle by the mean
 */
record Measurement(
        double speed,
        boolean filled,
        long events,
        long fillEvents,
        SecondSums sums,
        long watermark,
        @Nullable Double closingMillis,
        double barrierMillis,
        double busiest) {}
