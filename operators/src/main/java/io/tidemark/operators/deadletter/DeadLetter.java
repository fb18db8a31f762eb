package io.tidemark.operators.deadletter;

import java.util.Arrays;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * A record that could not become an event: where it lies, what is wrong, and what it was.
 *
 * @param topic the topic it was read from
 * @param partition its partition
 * @param offset its offset in the partition
 * @param reason the kind of fault
 * @param detail which field, what it held, what would be right
 * @param payload its first bytes, at most {@link #MAX_PAYLOAD_BYTES}; null for a tombstone
 * @param payloadBytes how many bytes it had; 0 for a tombstone
 */
@SuppressWarnings("ArrayRecordComponent") // Bytes as Flink and Kafka carry them; never compared.
public record DeadLetter(
        String topic,
        int partition,
        long offset,
        Reason reason,
        String detail,
        byte @Nullable [] payload,
        int payloadBytes) {

    /**
     * How much of a payload a dead letter keeps: in base64 it must still fit into one record of the
     * log.
     */
    public static final int MAX_PAYLOAD_BYTES = 256 * 1024;

    /** How much of a detail a dead letter keeps, in characters: details quote data. */
    private static final int MAX_DETAIL_CHARS = 500;

    static DeadLetter of(ConsumerRecord<byte[], byte[]> record, Reason reason, String detail) {
        byte[] value = record.value();
        byte[] kept =
                value == null || value.length <= MAX_PAYLOAD_BYTES
                        ? value
                        : Arrays.copyOf(value, MAX_PAYLOAD_BYTES);
        return new DeadLetter(
                record.topic(),
                record.partition(),
                record.offset(),
                reason,
                detail.length() <= MAX_DETAIL_CHARS
                        ? detail
                        : detail.substring(0, MAX_DETAIL_CHARS) + "…",
                kept,
                value == null ? 0 : value.length);
    }

    /** Whether the payload was longer than what is kept of it. */
    public boolean truncated() {
        return payload != null && payload.length < payloadBytes;
    }
}
