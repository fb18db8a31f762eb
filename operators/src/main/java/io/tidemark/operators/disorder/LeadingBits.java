package io.tidemark.operators.disorder;

/**
 * Buckets of non-negative numbers that agree in their leading bits: each number below 256 has its
 * own, above that a bucket is at most 1/128 of its numbers wide. No logarithm, so that every
 * machine finds the same bucket.
 */
final class LeadingBits {

    private static final int BITS = 7;
    private static final int PER_OCTAVE = 1 << BITS;

    private LeadingBits() {}

    static int bucketOf(long number) {
        if (number < PER_OCTAVE) {
            return (int) number;
        }
        int shift = 63 - BITS - Long.numberOfLeadingZeros(number);
        return (shift << BITS) + (int) (number >>> shift);
    }

    static long lowestOf(int bucket) {
        if (bucket < PER_OCTAVE) {
            return bucket;
        }
        int shift = (bucket >> BITS) - 1;
        return (long) (bucket - (shift << BITS)) << shift;
    }

    /** The middle of a bucket, rounded down. */
    static long middleOf(int bucket) {
        if (bucket < PER_OCTAVE) {
            return bucket;
        }
        int shift = (bucket >> BITS) - 1;
        return lowestOf(bucket) + ((1L << shift) - 1) / 2;
    }
}
