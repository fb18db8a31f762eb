package io.tidemark.local;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 3, unit = TimeUnit.MINUTES)
class LocalBrokerIT {
    private static final TopicPartition TOPIC = new TopicPartition("things", 0);

    @Test
    void keptLogIsReadAndContinuedOnAnotherPort(@TempDir Path directory) throws Exception {
        String first;
        try (LocalBroker broker = LocalBroker.startIn(directory)) {
            first = broker.bootstrapServers();
            createTopic(first);
            produce(first, "one");
        }
        try (LocalBroker broker = LocalBroker.startIn(directory)) {
            String second = broker.bootstrapServers();
            produce(second, "two");

            assertThat(second).isNotEqualTo(first);
            assertThat(read(second, 2)).containsExactly("one", "two");
        }
    }

    @Test
    void transactionsWorkOnOneNode(@TempDir Path directory) throws Exception {
        try (LocalBroker broker = LocalBroker.startIn(directory)) {
            createTopic(broker.bootstrapServers());
            try (KafkaProducer<byte[], byte[]> producer =
                    new KafkaProducer<>(
                            Map.of(
                                    "bootstrap.servers",
                                    broker.bootstrapServers(),
                                    "transactional.id",
                                    "teller"),
                            new ByteArraySerializer(),
                            new ByteArraySerializer())) {
                producer.initTransactions();
                producer.beginTransaction();
                producer.send(new ProducerRecord<>("things", "withdrawn".getBytes(UTF_8))).get();
                producer.abortTransaction();
                producer.beginTransaction();
                producer.send(new ProducerRecord<>("things", "committed".getBytes(UTF_8))).get();
                producer.commitTransaction();
            }

            assertThat(read(broker.bootstrapServers(), 1)).containsExactly("committed");
        }
    }

    private static void createTopic(String servers) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers))) {
            admin.createTopics(List.of(new NewTopic("things", Optional.of(1), Optional.empty())))
                    .all()
                    .get();
        }
    }

    private static void produce(String servers, String text) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(
                        Map.of("bootstrap.servers", servers),
                        new ByteArraySerializer(),
                        new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>("things", text.getBytes(UTF_8))).get();
        }
    }

    private static List<String> read(String servers, int atLeast) {
        List<String> texts = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(
                        Map.of("bootstrap.servers", servers, "isolation.level", "read_committed"),
                        new ByteArrayDeserializer(),
                        new ByteArrayDeserializer())) {
            consumer.assign(List.of(TOPIC));
            consumer.seekToBeginning(List.of(TOPIC));
            while (texts.size() < atLeast) {
                for (ConsumerRecord<byte[], byte[]> record :
                        consumer.poll(Duration.ofMillis(200))) {
                    texts.add(new String(record.value(), UTF_8));
                }
            }
        }
        return texts;
    }
}
