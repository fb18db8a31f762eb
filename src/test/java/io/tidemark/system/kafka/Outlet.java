package io.tidemark.system.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.sink.kafka.KafkaOutput;
import io.tidemark.operators.sink.kafka.LostTransactions;
import io.tidemark.system.RealParts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;

/** A topic with one partition that a sink of a test writes to, and what an outside reader sees. */
final class Outlet {

    static final String UID = "out";

    /** Of another sink of the same job. */
    static final String OTHER_UID = "other";

    private static final AtomicInteger OUTLETS = new AtomicInteger();

    private final RealParts parts;
    private final String name = "outlet" + OUTLETS.incrementAndGet();
    private Duration timeout = Duration.ofMinutes(10);
    private LostTransactions policy = LostTransactions.FAIL;
    private boolean allowOlder;
    private DeliveryGuarantee delivery = DeliveryGuarantee.EXACTLY_ONCE;
    private final Properties more = new Properties();
    private String job = name;

    private Outlet(RealParts parts) {
        this.parts = parts;
    }

    static Outlet on(RealParts parts) {
        Outlet outlet = new Outlet(parts);
        get(
                parts.admin()
                        .createTopics(
                                List.of(
                                        new NewTopic(
                                                outlet.name, Optional.of(1), Optional.empty())))
                        .all());
        Awaitility.await("a leader of " + outlet.name)
                .atMost(Duration.ofSeconds(20))
                .ignoreExceptions()
                .until(() -> outlet.offset(IsolationLevel.READ_UNCOMMITTED) == 0);
        return outlet;
    }

    Outlet timingOutAfter(Duration timeout) {
        this.timeout = timeout;
        return this;
    }

    Outlet countingLosses() {
        this.policy = LostTransactions.COUNT;
        return this;
    }

    Outlet failingOnLosses() {
        this.policy = LostTransactions.FAIL;
        return this;
    }

    Outlet allowingOlderCheckpoints() {
        this.allowOlder = true;
        return this;
    }

    Outlet refusingOlderCheckpoints() {
        this.allowOlder = false;
        return this;
    }

    /** From now on, sinks deliver so. */
    Outlet delivering(DeliveryGuarantee other) {
        this.delivery = other;
        return this;
    }

    /** From now on, clients have this property, too. */
    Outlet client(String property, String value) {
        more.setProperty(property, value);
        return this;
    }

    /** From now on, sinks belong to a job of this name. */
    Outlet asJob(String other) {
        this.job = other;
        return this;
    }

    String topic() {
        return name;
    }

    String job() {
        return job;
    }

    Properties client() {
        Properties client = new Properties();
        client.setProperty("bootstrap.servers", parts.bootstrapServers());
        client.putAll(more);
        return client;
    }

    KafkaOutput output() {
        return new KafkaOutput(
                client(), delivery, job, timeout, policy, allowOlder, List.of(UID, OTHER_UID));
    }

    Sink<String> sink() {
        return sink(UID);
    }

    Sink<String> otherSink() {
        return sink(OTHER_UID);
    }

    private Sink<String> sink(String uid) {
        return output().to(topic(), uid, null, text -> text.getBytes(UTF_8));
    }

    String transactionalId(int subtask, long checkpoint) {
        return output().transactionalIdPrefix(UID) + "-" + subtask + "-" + checkpoint;
    }

    TransactionDescription describe(int subtask, long checkpoint) {
        String id = transactionalId(subtask, checkpoint);
        return get(parts.admin().describeTransactions(List.of(id)).description(id));
    }

    /**
     * Leaves a transaction open, as a writer does that dies: its client is gone, its records stand
     * in the log.
     */
    void leaveOpen(int subtask, long checkpoint, String text) {
        leaveOpen(transactionalId(subtask, checkpoint), text);
    }

    void leaveOpen(String transactionalId, String text) {
        Map<String, Object> settings = new HashMap<>();
        settings.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, parts.bootstrapServers());
        settings.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId);
        settings.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, (int) timeout.toMillis());
        KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
        producer.initTransactions();
        producer.beginTransaction();
        get(producer.send(new ProducerRecord<>(topic(), text.getBytes(UTF_8))));
        producer.close(Duration.ZERO);
    }

    /** Writes without a transaction, and returns when all replicas that must be in step have it. */
    void write(String topic, String text) {
        Map<String, Object> settings = new HashMap<>();
        settings.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, parts.bootstrapServers());
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(
                        settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            get(producer.send(new ProducerRecord<>(topic, text.getBytes(UTF_8))));
        }
    }

    /** Everything that a read_committed reader sees now, in order. */
    List<String> visible() {
        List<String> texts = new ArrayList<>();
        Map<String, Object> settings = new HashMap<>();
        settings.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, parts.bootstrapServers());
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        TopicPartition partition = new TopicPartition(topic(), 0);
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(
                        settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long end = requireNonNull(consumer.endOffsets(List.of(partition)).get(partition));
            while (consumer.position(partition) < end) {
                consumer.poll(Duration.ofMillis(100))
                        .forEach(record -> texts.add(new String(record.value(), UTF_8)));
            }
        }
        return texts;
    }

    /** Waits until a read_committed reader sees exactly these, in any order. */
    void awaitVisible(List<String> expected) {
        List<String> sorted = expected.stream().sorted().toList();
        Awaitility.await("what is visible in " + topic())
                .atMost(Duration.ofSeconds(30))
                .untilAsserted(
                        () -> assertThat(visible().stream().sorted().toList()).isEqualTo(sorted));
    }

    /** Whether something open stands before the readers. */
    boolean hidesRecords() {
        return offset(IsolationLevel.READ_COMMITTED) < offset(IsolationLevel.READ_UNCOMMITTED);
    }

    void awaitNothingHidden(Duration within) {
        Awaitility.await("the last stable offset at the end of " + topic())
                .atMost(within)
                .until(() -> !hidesRecords());
    }

    private long offset(IsolationLevel isolation) {
        TopicPartition partition = new TopicPartition(topic(), 0);
        return get(parts.admin()
                        .listOffsets(
                                Map.of(partition, OffsetSpec.latest()),
                                new ListOffsetsOptions(isolation))
                        .partitionResult(partition))
                .offset();
    }

    static <T> T get(Future<T> future) {
        try {
            return future.get();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", interrupted);
        } catch (ExecutionException failed) {
            throw new IllegalStateException(failed.getCause());
        }
    }
}
