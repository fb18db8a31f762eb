package io.tidemark.bench.windows;

/**
 * One result: what a key's window holds. A session's {@code end} is its last event's time plus the
 * gap; a sliding window's is its event's time plus 1 ms. So a row is complete, in all kinds alike,
 * once the watermark has reached {@code end} − 1.
 */
public record WindowRow(long key, long end, long count, long sum) {

    /** A hash of all fields, such that sums of hashes tell multisets of rows apart. */
    long hash() {
        long hash = Mixing.mix(key);
        hash = Mixing.mix(hash ^ end);
        hash = Mixing.mix(hash ^ count);
        return Mixing.mix(hash ^ sum);
    }
}
