package io.tidemark.system.crash;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.operators.sink.kafka.KafkaOutput;
import io.tidemark.system.guarantee.EffectOnce;
import io.tidemark.system.guarantee.Guarantee;
import io.tidemark.system.guarantee.History;
import io.tidemark.system.guarantee.History.Effect;
import io.tidemark.system.guarantee.History.LogEnd;
import io.tidemark.system.guarantee.NothingLost;
import io.tidemark.system.guarantee.OrderPerKey;
import io.tidemark.system.guarantee.StableOffsetReachesEnd;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** A topic that is written in transactions and read by a read_committed consumer. */
class KafkaOutside implements Outside {

    private static final int PARTITIONS = 2;

    @Override
    public String name() {
        return "kafka";
    }

    static String topic(String scene) {
        return scene + "-out";
    }

    @Override
    public void prepare(Installation installation, String scene) {
        Installation.get(
                installation
                        .admin()
                        .createTopics(
                                List.of(
                                        new NewTopic(
                                                topic(scene),
                                                Optional.of(PARTITIONS),
                                                Optional.empty())))
                        .all());
    }

    @Override
    public Sink<Entry> sink(Installation installation, String scene) {
        return sink(installation, scene, scene, Duration.ofMinutes(10));
    }

    static Sink<Entry> sink(
            Installation installation, String scene, String job, Duration transactionTimeout) {
        return sink(installation.broker().address(), scene, job, transactionTimeout);
    }

    static Sink<Entry> sink(String brokers, String scene, String job, Duration transactionTimeout) {
        return output(brokers, job, transactionTimeout)
                .to(topic(scene), Scene.SINK, entry -> entry.key().getBytes(UTF_8), Entry::text);
    }

    static KafkaOutput output(Installation installation, String job, Duration transactionTimeout) {
        return output(installation.broker().address(), job, transactionTimeout);
    }

    static KafkaOutput output(String brokers, String job, Duration transactionTimeout) {
        return new KafkaOutput(
                client(brokers), DeliveryGuarantee.EXACTLY_ONCE, job, transactionTimeout);
    }

    static Properties client(Installation installation) {
        return client(installation.broker().address());
    }

    private static Properties client(String brokers) {
        Properties client = new Properties();
        client.setProperty("bootstrap.servers", brokers);
        return client;
    }

    @Override
    public History history(Installation installation, String scene, Journal journal, int first) {
        History history = new History();
        journal.all(first).forEach(history::enter);
        logEnds(installation, scene).forEach(history::log);
        try (KafkaConsumer<byte[], byte[]> committed =
                consumer(installation, IsolationLevel.READ_COMMITTED)) {
            List<TopicPartition> partitions = partitions(committed, scene);
            Map<TopicPartition, Long> stable = committed.endOffsets(partitions);
            committed.assign(partitions);
            committed.seekToBeginning(partitions);
            Map<TopicPartition, Long> left = new HashMap<>(stable);
            while (!left.isEmpty()) {
                left.entrySet().removeIf(end -> committed.position(end.getKey()) >= end.getValue());
                for (ConsumerRecord<byte[], byte[]> record :
                        committed.poll(Duration.ofMillis(left.isEmpty() ? 0 : 100))) {
                    history.see(
                            new Effect(
                                    Entry.of(record.value()).effect(),
                                    new String(record.key(), UTF_8)));
                }
            }
        }
        return history;
    }

    @Override
    public List<LogEnd> logEnds(Installation installation, String scene) {
        try (KafkaConsumer<byte[], byte[]> committed =
                        consumer(installation, IsolationLevel.READ_COMMITTED);
                KafkaConsumer<byte[], byte[]> all =
                        consumer(installation, IsolationLevel.READ_UNCOMMITTED)) {
            List<TopicPartition> partitions = partitions(committed, scene);
            Map<TopicPartition, Long> stable = committed.endOffsets(partitions);
            Map<TopicPartition, Long> ends = all.endOffsets(partitions);
            return partitions.stream()
                    .map(
                            partition ->
                                    new LogEnd(
                                            partition.toString(),
                                            stable.getOrDefault(partition, 0L),
                                            ends.getOrDefault(partition, Long.MAX_VALUE)))
                    .toList();
        }
    }

    private static List<TopicPartition> partitions(
            KafkaConsumer<byte[], byte[]> consumer, String scene) {
        return consumer.partitionsFor(topic(scene)).stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
    }

    private static KafkaConsumer<byte[], byte[]> consumer(
            Installation installation, IsolationLevel isolation) {
        return new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        installation.broker().address(),
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        isolation.toString().toLowerCase(Locale.ROOT),
                        ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                        "none"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }

    @Override
    public Guarantee[] promises() {
        return new Guarantee[] {
            new NothingLost(), new EffectOnce(), new OrderPerKey(), new StableOffsetReachesEnd()
        };
    }
}
