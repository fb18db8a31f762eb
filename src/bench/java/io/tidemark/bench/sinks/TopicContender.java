package io.tidemark.bench.sinks;

import io.tidemark.bench.Topics;
import io.tidemark.operators.sink.kafka.KafkaOutput;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.IntStream;
import org.apache.flink.api.common.serialization.SerializationSchema;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** An exactly-once sink into a topic. */
abstract class TopicContender implements Contender {

    private static final int PARTITIONS = 4;
    private static final Duration TRANSACTION_TIMEOUT = Duration.ofMinutes(10);

    final Properties producer;
    private final String name;
    private final String servers;

    private TopicContender(String name, String servers) {
        this.name = name;
        this.servers = servers;
        producer = new Properties();
        producer.setProperty(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, servers);
        // What ours takes by itself; the connector is given the same.
        producer.setProperty(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
        producer.setProperty(ProducerConfig.LINGER_MS_CONFIG, "20");
        producer.setProperty(
                ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
                Integer.toString(KafkaOutput.MAX_MESSAGE_BYTES));
        producer.setProperty(
                ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
                Long.toString(TRANSACTION_TIMEOUT.toMillis()));
    }

    static TopicContender kafkaOutput(String servers) {
        return new TopicContender("KafkaOutput", servers) {
            @Override
            public Sink<SinkRow> sink(String run) {
                create(run);
                return new KafkaOutput(
                                producer, DeliveryGuarantee.EXACTLY_ONCE, run, TRANSACTION_TIMEOUT)
                        .to(run, "sink", TopicContender::key, TopicContender::value);
            }
        };
    }

    static TopicContender kafkaSink(String servers) {
        return new TopicContender("KafkaSink", servers) {
            @Override
            public Sink<SinkRow> sink(String run) {
                create(run);
                return KafkaSink.<SinkRow>builder()
                        .setBootstrapServers(
                                producer.getProperty(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG))
                        .setKafkaProducerConfig(producer)
                        .setDeliveryGuarantee(DeliveryGuarantee.EXACTLY_ONCE)
                        .setTransactionalIdPrefix(run)
                        .setRecordSerializer(
                                KafkaRecordSerializationSchema.<SinkRow>builder()
                                        .setTopic(run)
                                        .setKeySerializationSchema(new Keys())
                                        .setValueSerializationSchema(new Values())
                                        .build())
                        .build();
            }
        };
    }

    private static final class Keys implements SerializationSchema<SinkRow> {

        private static final long serialVersionUID = 1L;

        @Override
        public byte[] serialize(SinkRow row) {
            return key(row);
        }
    }

    private static final class Values implements SerializationSchema<SinkRow> {

        private static final long serialVersionUID = 1L;

        @Override
        public byte[] serialize(SinkRow row) {
            return value(row);
        }
    }

    @Override
    public final String name() {
        return name;
    }

    final void create(String topic) {
        Topics.create(servers, topic, PARTITIONS);
    }

    private static byte[] key(SinkRow row) {
        return ByteBuffer.allocate(Long.BYTES).putLong(row.id()).array();
    }

    private static byte[] value(SinkRow row) {
        return ("{\"id\":"
                        + row.id()
                        + ",\"customer\":\""
                        + row.customer()
                        + "\",\"country\":\""
                        + row.country()
                        + "\",\"amount\":\""
                        + row.amount()
                        + "\",\"items\":"
                        + row.items()
                        + ",\"placed_at\":\""
                        + row.placedAt()
                        + "\"}")
                .getBytes(StandardCharsets.UTF_8);
    }

    /** What a reader of committed messages finds, up to the end as it is for such a reader. */
    @Override
    public final Content content(String run) {
        Properties client = new Properties();
        client.setProperty("bootstrap.servers", servers);
        client.setProperty("isolation.level", "read_committed");
        List<TopicPartition> partitions =
                IntStream.range(0, PARTITIONS)
                        .mapToObj(partition -> new TopicPartition(run, partition))
                        .toList();
        long rows = 0;
        long sum = 0;
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(
                        client, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream()
                    .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                for (ConsumerRecord<byte[], byte[]> message :
                        consumer.poll(Duration.ofMillis(100))) {
                    rows++;
                    sum += hash(message.key()) * 31 + hash(message.value());
                }
            }
        }
        return new Content(rows, Long.toHexString(sum));
    }

    private static long hash(byte[] bytes) {
        long hash = 0xcbf29ce484222325L;
        for (byte one : bytes) {
            hash = (hash ^ one) * 0x100000001b3L;
        }
        return hash ^ hash >>> 29;
    }

    @Override
    public final void forget(String run) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers))) {
            admin.deleteTopics(List.of(run)).all().get();
        }
    }
}
