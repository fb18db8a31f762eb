package io.tidemark.operators.deadletter;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.types.Either;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** Records of a log and what becomes of them, read as the main job reads its orders. */
final class Records {

    static final long EARLIEST = 946_684_800_000L;

    private static final List<String> FIELDS = List.of("time", "id", "key", "amount");

    private Records() {}

    /** What a decoder made of the fields; the canonical form shows that nothing was lost. */
    static final class Decoder implements RecordDecoder<String> {

        private static final long serialVersionUID = 1L;

        private final TimeFormat format;
        private transient @Nullable JsonFields fields;

        Decoder(TimeFormat format) {
            this.format = format;
        }

        @Override
        public String decode(ConsumerRecord<byte[], byte[]> record) throws RejectedRecordException {
            JsonFields reader = fields == null ? JsonFields.named(FIELDS) : fields;
            fields = reader;
            reader.read(record.value());
            return format.read(reader.text(0), reader.name(0), EARLIEST)
                    + "|"
                    + reader.identifier(1)
                    + "|"
                    + reader.text(2)
                    + "|"
                    + DecimalText.read(reader.text(3), reader.name(3)).toPlainString();
        }
    }

    static DeadLetteringDeserializer<String> deserializer(TimeFormat format) {
        return DeadLetteringDeserializer.of(new Decoder(format), Types.STRING);
    }

    /** All that a deserializer emits for one value. */
    static List<Either<DeadLetter, String>> read(
            DeadLetteringDeserializer<String> deserializer, byte @Nullable [] value)
            throws Exception {
        List<Either<DeadLetter, String>> out = new ArrayList<>();
        deserializer.deserialize(
                record(value),
                new Collector<>() {
                    @Override
                    public void collect(Either<DeadLetter, String> element) {
                        out.add(element);
                    }

                    @Override
                    public void close() {}
                });
        return out;
    }

    @SuppressWarnings("NullAway") // Kafka's record of a tombstone has a null value.
    static ConsumerRecord<byte[], byte[]> record(byte @Nullable [] value) {
        return new ConsumerRecord<>("orders", 3, 42, null, value);
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
