package io.tidemark.bench.windows;

/**
 * What our engine has to reach in a case.
 *
 * @param backend where
 * @param measure what is looked at
 * @param against the engine or the case that ours is set beside; empty where there is none
 * @param bound the least ratio, or the largest value
 */
record Target(Backend backend, Measure measure, String against, double bound) {

    enum Measure {
        /** Our speed by another engine's in the same case and backend. */
        ENGINE,
        /** Our speed by our own on heap in the same case. */
        OUR_HEAP,
        /** Our speed by our own in another case, same backend. */
        OUR_CASE,
        /** The longest that a barrier took from the source to the sink, in milliseconds. */
        BARRIER,
        /** Records of the busiest subtask behind the shuffle by the mean of all. */
        BUSIEST
    }

    static Target times(Backend backend, double atLeast, String engine) {
        return new Target(backend, Measure.ENGINE, engine, atLeast);
    }

    static Target ofOurHeap(double atLeast) {
        return new Target(Backend.ROCKSDB, Measure.OUR_HEAP, "heap", atLeast);
    }

    static Target ofOurCase(Backend backend, double atLeast, String windowCase) {
        return new Target(backend, Measure.OUR_CASE, windowCase, atLeast);
    }

    static Target barrierAtMost(Backend backend, double millis) {
        return new Target(backend, Measure.BARRIER, "", millis);
    }

    static Target busiestAtMost(Backend backend, double ofMean) {
        return new Target(backend, Measure.BUSIEST, "", ofMean);
    }

    boolean isRatio() {
        return measure != Measure.BARRIER && measure != Measure.BUSIEST;
    }

    boolean holds(double value) {
        return isRatio() ? value >= bound : value <= bound;
    }

    String describe() {
        return switch (measure) {
            case ENGINE -> number() + " × " + against;
            case OUR_HEAP -> number() + " of our heap";
            case OUR_CASE -> number() + " of our " + against;
            case BARRIER -> "a barrier waits ≤ " + Math.round(bound) + " ms";
            case BUSIEST -> "busiest subtask ≤ " + bound + " of the mean";
        };
    }

    private String number() {
        return "≥ " + (bound == Math.rint(bound) ? Long.toString((long) bound) : "" + bound);
    }
}
