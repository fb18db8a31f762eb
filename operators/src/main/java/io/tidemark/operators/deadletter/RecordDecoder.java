package io.tidemark.operators.deadletter;

import java.io.Serializable;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Turns one record of the log into an event, or says why it cannot.
 *
 * <p>The record is never a tombstone and never larger than the limit: those are rejected before.
 *
 * @param <T> the type of the events
 */
@FunctionalInterface
public interface RecordDecoder<T> extends Serializable {

    /**
     * The event that the record holds.
     *
     * @throws RejectedRecordException if the record cannot be read or cannot be right
     */
    T decode(ConsumerRecord<byte[], byte[]> record) throws RejectedRecordException;
}
