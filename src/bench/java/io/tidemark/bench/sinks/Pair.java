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

        /** An interval whose ends are further apart shows neither a gain nor a loss. */
        private static final double WIDEST = 1.25;

        Verdict on(Ratios ratios) {
            if ((byUpperEnd ? ratios.upper() : ratios.mean()) < ratio) {
                return Verdict.MISSED;
            }
            return byUpperEnd && ratios.upper() > ratios.lower() * WIDEST
                    ? Verdict.UNDECIDED
                    : Verdict.REACHED;
        }

        @Override
        public String toString() {
            return byUpperEnd ? "interval reaches " + ratio : "≥ " + ratio;
        }
    }

    /** How an aim and what was measured compare. */
    enum Verdict {
        REACHED("reached"),
        MISSED("missed"),
        /** The interval reaches the aim because it reaches nearly everything. */
        UNDECIDED("undecided, the interval is too wide: more rounds, or a quieter machine");

        private final String words;

        Verdict(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }
}
