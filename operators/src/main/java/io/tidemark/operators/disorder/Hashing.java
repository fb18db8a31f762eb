package io.tidemark.operators.disorder;

import org.jspecify.annotations.Nullable;

/** Spreads numbers over all 64 bits, the same on every machine. */
final class Hashing {

    private static final long ODD = 0x9E3779B97F4A7C15L;

    private Hashing() {}

    /** A bijection whose output bits all depend on all input bits (the finalizer of SplitMix64). */
    static long mix(long number) {
        long z = number + ODD;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    static long ofKey(@Nullable String key) {
        return key == null ? 0 : mix(key.hashCode());
    }

    static long ofPane(long keyHash, long windowEnd) {
        return mix(keyHash ^ windowEnd * ODD);
    }
}
