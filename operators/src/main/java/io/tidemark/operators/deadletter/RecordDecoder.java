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

    /**
     * The same decoder, which also rejects an event whose time the rule refuses. What it accepts is
     * left as it stands, so whoever reads the time later reads it by the same rule.
     *
     * <pre>{@code
     * EventTimeHygiene hygiene = EventTimeHygiene.strict();
     * DeadLetteringDeserializer.of(
     *         decoder.checkingTimes("sent_at", Reading::sentAt, hygiene::millisOrThrow), type)
     * }</pre>
     *
     * <p>Each reason of the rule is a {@link Reason} of its own; the detail names the field, the
     * number, and what the rule says of it.
     *
     * @param field what the time is called where the sender looks for it, for the detail
     * @param rawTime reads the time as it is written there
     */
    default RecordDecoder<T> checkingTimes(
            String field, TimeRule.RawTimeOf<T> rawTime, TimeRule rule) {
        return checkingTimes(field, rawTime, rule, (event, millis) -> event);
    }

    /**
     * The same decoder, which also rejects an event whose time the rule refuses, and gives an event
     * the time that the rule reads from another number, as from one in seconds.
     *
     * @param field what the time is called where the sender looks for it, for the detail
     * @param rawTime reads the time as it is written there
     * @param withTime the event with the time that was read; asked only where it differs from the
     *     number
     */
    default RecordDecoder<T> checkingTimes(
            String field,
            TimeRule.RawTimeOf<T> rawTime,
            TimeRule rule,
            TimeRule.WithTime<T> withTime) {
        return new TimeCheckingDecoder<>(this, field, rawTime, rule, withTime);
    }
}
