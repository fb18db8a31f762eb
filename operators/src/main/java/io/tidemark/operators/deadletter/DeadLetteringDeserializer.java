package io.tidemark.operators.deadletter;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.typeutils.EitherTypeInfo;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.types.Either;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * A Kafka deserializer that never throws on data: what its decoder rejects comes out as a dead
 * letter on the left side.
 *
 * <p>Rejects tombstones and records above {@link #MAX_RECORD_BYTES} by itself. Emits exactly one
 * element a record.
 *
 * @param <T> the type of the events, on the right side
 */
public final class DeadLetteringDeserializer<T>
        implements KafkaRecordDeserializationSchema<Either<DeadLetter, T>> {

    /** The largest value that is decoded, inclusive, in bytes. */
    public static final int MAX_RECORD_BYTES = 1024 * 1024;

    private static final long serialVersionUID = 1L;

    private final RecordDecoder<T> decoder;
    private final TypeInformation<T> eventType;

    private DeadLetteringDeserializer(RecordDecoder<T> decoder, TypeInformation<T> eventType) {
        this.decoder = decoder;
        this.eventType = eventType;
    }

    /** A deserializer around the given decoder. */
    public static <T> DeadLetteringDeserializer<T> of(
            RecordDecoder<T> decoder, TypeInformation<T> eventType) {
        return new DeadLetteringDeserializer<>(decoder, eventType);
    }

    @Override
    public void deserialize(
            ConsumerRecord<byte[], byte[]> record, Collector<Either<DeadLetter, T>> out) {
        out.collect(read(record));
    }

    /** The event in a record, or the record as a dead letter. */
    public Either<DeadLetter, T> read(ConsumerRecord<byte[], byte[]> record) {
        byte[] value = record.value();
        if (value == null) {
            return Either.Left(DeadLetter.of(record, Reason.TOMBSTONE, "the record has no value"));
        }
        if (value.length > MAX_RECORD_BYTES) {
            return Either.Left(
                    DeadLetter.of(
                            record,
                            Reason.TOO_LARGE,
                            "the record has "
                                    + value.length
                                    + " bytes, at most "
                                    + MAX_RECORD_BYTES
                                    + " are read"));
        }
        try {
            return Either.Right(decoder.decode(record));
        } catch (RejectedRecordException rejected) {
            return Either.Left(DeadLetter.of(record, rejected.reason(), rejected.detail()));
        }
    }

    @Override
    public TypeInformation<Either<DeadLetter, T>> getProducedType() {
        return new EitherTypeInfo<>(TypeInformation.of(DeadLetter.class), eventType);
    }
}
