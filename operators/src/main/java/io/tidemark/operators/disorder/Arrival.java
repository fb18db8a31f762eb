package io.tidemark.operators.disorder;

import org.jspecify.annotations.Nullable;

/**
 * A record as it arrived in its partition: an event with its times, or the reason why it is none.
 * Public, or it would fall to Kryo.
 *
 * @param partition the partition that it came from
 * @param eventTime when it happened, epoch milliseconds
 * @param arrival when it arrived, epoch milliseconds, or its row number
 * @param key what windows are kept by, null if by nothing; the empty key is one like any other, as
 *     it is to a {@code keyBy}. Of a record that is no event it is the {@link #example}: a
 *     component of its own would cost a byte of every event
 * @param rejectedAs why it is no event, empty if it is one; the times mean nothing then
 */
public record Arrival(
        int partition, long eventTime, long arrival, @Nullable String key, String rejectedAs) {

    /** An event. */
    public static Arrival of(int partition, long eventTime, long arrival, @Nullable String key) {
        return new Arrival(partition, eventTime, arrival, key, "");
    }

    /** A record that is no event, by itself as good as any other of that reason. */
    public static Arrival rejected(int partition, String reason) {
        return new Arrival(partition, Long.MIN_VALUE, Long.MIN_VALUE, null, reason);
    }

    /**
     * A record that is no event, as an example of its reason.
     *
     * @param example where it stands and what it holds, in words for the user. A study keeps the
     *     first of a partition, so the others need none
     */
    public static Arrival rejected(int partition, String reason, String example) {
        return new Arrival(partition, Long.MIN_VALUE, Long.MIN_VALUE, example, reason);
    }

    /** Whether it is no event. */
    public boolean isRejected() {
        return !rejectedAs.isEmpty();
    }

    /** Where a record that is no event stands and what it holds; empty if that is not told. */
    public String example() {
        return isRejected() && key != null ? key : "";
    }
}
