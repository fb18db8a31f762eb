package io.tidemark.operators.deadletter;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** A decoder around another one, whose events have times that a rule has read. */
final class TimeCheckingDecoder<T> implements RecordDecoder<T> {

    private static final long serialVersionUID = 1L;

    private final RecordDecoder<T> decoder;
    private final String field;
    private final TimeRule.RawTimeOf<T> rawTime;
    private final TimeRule rule;
    private final TimeRule.WithTime<T> withTime;

    TimeCheckingDecoder(
            RecordDecoder<T> decoder,
            String field,
            TimeRule.RawTimeOf<T> rawTime,
            TimeRule rule,
            TimeRule.WithTime<T> withTime) {
        this.decoder = decoder;
        this.field = field;
        this.rawTime = rawTime;
        this.rule = rule;
        this.withTime = withTime;
    }

    @Override
    public T decode(ConsumerRecord<byte[], byte[]> record) throws RejectedRecordException {
        T event = decoder.decode(record);
        Long raw = rawTime.of(event);
        long millis = rule.millis(raw, (name, wrong) -> rejection(raw, name, wrong));
        return raw != null && raw == millis ? event : withTime.set(event, millis);
    }

    private RejectedRecordException rejection(@Nullable Long raw, String name, String wrong) {
        return RejectedRecordException.because(
                Reason.ofTime(name),
                "field \"" + field + "\" holds " + (raw == null ? "nothing" : raw) + ": " + wrong);
    }
}
