package io.tidemark.operators.disorder;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * How many non-negative numbers fell into each bucket of {@link LeadingBits}, which gives quantiles
 * to 0.4%; the largest number is kept exactly. At most 7,300 buckets, as many as the largest number
 * needs.
 */
final class Quantities {

    private long[] counts = new long[128];
    private long total;
    private long max;

    void add(long number) {
        add(number, 1);
    }

    void add(long number, long times) {
        int bucket = LeadingBits.bucketOf(number);
        if (bucket >= counts.length) {
            counts = Arrays.copyOf(counts, Math.max(bucket + 1, counts.length * 2));
        }
        counts[bucket] += times;
        total += times;
        if (number > max) {
            max = number;
        }
    }

    long total() {
        return total;
    }

    long max() {
        return max;
    }

    /** One more than the last bucket that may hold anything. */
    int buckets() {
        return total == 0 ? 0 : LeadingBits.bucketOf(max) + 1;
    }

    long countOf(int bucket) {
        return bucket < counts.length ? counts[bucket] : 0;
    }

    /** The smallest number that at least this share of the numbers do not exceed; 0 of none. */
    long quantile(double share) {
        long rank = Math.max(1, (long) Math.ceil(share * total));
        long seen = 0;
        for (int bucket = 0; bucket < buckets(); bucket++) {
            seen += counts[bucket];
            if (seen >= rank) {
                return seen == total
                        ? Math.min(max, LeadingBits.middleOf(bucket))
                        : LeadingBits.middleOf(bucket);
            }
        }
        return max;
    }

    void merge(Quantities other) {
        int buckets = other.buckets();
        if (buckets > counts.length) {
            counts = Arrays.copyOf(counts, buckets);
        }
        for (int bucket = 0; bucket < buckets; bucket++) {
            counts[bucket] += other.counts[bucket];
        }
        total += other.total;
        max = Math.max(max, other.max);
    }

    void write(DataOutput out) throws IOException {
        out.writeLong(max);
        int filled = 0;
        for (int bucket = 0; bucket < buckets(); bucket++) {
            filled += counts[bucket] == 0 ? 0 : 1;
        }
        out.writeInt(filled);
        for (int bucket = 0; bucket < buckets(); bucket++) {
            if (counts[bucket] != 0) {
                out.writeShort(bucket);
                out.writeLong(counts[bucket]);
            }
        }
    }

    static Quantities read(DataInput in) throws IOException {
        Quantities read = new Quantities();
        long max = in.readLong();
        int filled = in.readInt();
        for (int i = 0; i < filled; i++) {
            read.add(LeadingBits.lowestOf(in.readShort()), in.readLong());
        }
        read.max = max;
        return read;
    }
}
