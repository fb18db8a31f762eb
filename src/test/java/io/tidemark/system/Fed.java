package io.tidemark.system;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * A record fed into the topic of orders, with the truth about it.
 *
 * @param partition the partition it goes to
 * @param logTime when the log took it, epoch milliseconds
 * @param payload its value; null for a tombstone
 * @param order the order in it; null if there is none
 * @param rejectedFor why it can't be read; empty if it can
 */
@SuppressWarnings("ArrayRecordComponent") // Bytes as Kafka takes them; never compared.
public record Fed(
        int partition,
        long logTime,
        byte @Nullable [] payload,
        @Nullable Placed order,
        String rejectedFor) {

    public static Fed order(int partition, long logTime, byte[] payload, Placed order) {
        return new Fed(partition, logTime, payload, order, "");
    }

    public static Fed unreadable(
            int partition, long logTime, byte @Nullable [] payload, String rejectedFor) {
        return new Fed(partition, logTime, payload, null, rejectedFor);
    }

    /**
     * What was ordered.
     *
     * @param time epoch milliseconds
     */
    public record Placed(String id, String key, long time, BigDecimal value) {}
}
