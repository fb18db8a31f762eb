package io.tidemark.operators.sink.jdbc;

/**
 * Which of two rows with one key is the newer: the one with the greater major number, and of two
 * with the same major number the one with the greater minor.
 *
 * <p>Event time and source offset make a good pair, or a log sequence number and the index in its
 * transaction. It must come from the data, never from a clock or a counter of the job: a replay has
 * to give each row the version that it had. Two different rows of one key must not have the same
 * version; of two that have, the one that comes first stays.
 *
 * @param major compared first
 * @param minor compared where the major numbers are equal
 */
public record Version(long major, long minor) implements Comparable<Version> {

    /** A version that is one number. */
    public static Version of(long major) {
        return new Version(major, 0);
    }

    @Override
    public int compareTo(Version other) {
        int byMajor = Long.compare(major, other.major);
        return byMajor != 0 ? byMajor : Long.compare(minor, other.minor);
    }
}
