package io.tidemark.operators.sink.kafka;

import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.util.function.SerializableFunction;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Makes messages of elements, without a record time: the producer stamps them with the time of
 * writing.
 */
final class MessageSerializer<T> implements KafkaRecordSerializationSchema<T> {

    private static final long serialVersionUID = 1L;

    private final String topic;
    private final @Nullable SerializableFunction<T, byte[]> key;
    private final SerializableFunction<T, byte[]> value;

    MessageSerializer(
            String topic,
            @Nullable SerializableFunction<T, byte[]> key,
            SerializableFunction<T, byte[]> value) {
        this.topic = topic;
        this.key = key;
        this.value = value;
    }

    @Override
    public ProducerRecord<byte[], byte[]> serialize(
            T element, KafkaSinkContext context, @Nullable Long timestamp) {
        return new ProducerRecord<>(
                topic, null, null, key == null ? null : key.apply(element), value.apply(element));
    }
}
