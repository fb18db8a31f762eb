package io.tidemark.bench.sinks;

/**
 * Two sinks that do the same, ours and the connector's.
 *
 * @param name of the case
 * @param rows of a run
 * @param expected how many rows a reader is to find after a run
 * @param aim the ratio that ours is to reach
 */
record Pair(String name, Contender ours, Contender theirs, long rows, long expected, Aim aim) {

    /**
     * What is to be reached.
     *
     * @param ratio of our rate to theirs
     * @param byUpperEnd whether it is enough that the interval reaches it, which says that no
     *     greater loss is shown; otherwise the mean must
     */
    record Aim(double ratio, boolean byUpperEnd) {

        boolean isReached(Ratios ratios) {
            return (byUpperEnd ? ratios.upper() : ratios.mean()) >= ratio;
        }

        @Override
        public String toString() {
            return byUpperEnd ? "interval reaches " + ratio : "≥ " + ratio;
        }
    }
}
