package io.tidemark.bench.windows;

/** Turns counters into well-spread bits: the finalizer of SplitMix64 (Steele, Lea, Flood 2014). */
final class Mixing {

    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private Mixing() {}

    static long mix(long value) {
        long bits = value + GOLDEN;
        bits = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
        bits = (bits ^ (bits >>> 27)) * 0x94D049BB133111EBL;
        return bits ^ (bits >>> 31);
    }
}
