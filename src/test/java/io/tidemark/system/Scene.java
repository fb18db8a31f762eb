package io.tidemark.system;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;

/** A test's own corner of the broker: a topic of orders, and names for all that a job makes. */
public final class Scene {

    /** The job's refusal of large records needs a topic that takes them. */
    private static final String LARGEST_MESSAGE = Integer.toString(4 * 1024 * 1024);

    private static final AtomicInteger SCENES = new AtomicInteger();

    private final RealParts parts;
    private final String name;
    private final List<Fed> fed = new ArrayList<>();

    private Scene(RealParts parts, String name) {
        this.parts = parts;
        this.name = name;
    }

    /** A scene whose topic of orders is empty and has so many partitions. */
    public static Scene with(RealParts parts, int partitions) {
        return new Scene(parts, nextName()).create(partitions);
    }

    /**
     * The same under a name that savepoints of it stay bound to: no other scene of the run may have
     * it.
     */
    public static Scene named(RealParts parts, String name, int partitions) {
        return new Scene(parts, name).create(partitions);
    }

    private Scene create(int partitions) {
        NewTopic orders =
                new NewTopic(topic(), Optional.of(partitions), Optional.empty())
                        .configs(Map.of(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, LARGEST_MESSAGE));
        get(parts.admin().createTopics(List.of(orders)).all());
        // A producer that is faster than the election of the leaders can lose its sequence.
        awaitPartitions(partitions);
        return this;
    }

    /** A scene whose topic of orders does not exist. */
    static Scene withoutTopic(RealParts parts) {
        return new Scene(parts, nextName());
    }

    private static String nextName() {
        return "scene" + SCENES.incrementAndGet();
    }

    /** A job that has not been started yet. */
    public JobStart job() {
        return new JobStart(parts, this);
    }

    public String name() {
        return name;
    }

    public String topic() {
        return name + "-orders";
    }

    public String resultsTopic() {
        return name + "-results";
    }

    public String lateTopic() {
        return name + "-late";
    }

    String deadLettersTopic() {
        return name + "-dead-letters";
    }

    public String ledgerTopic() {
        return name + "-ledger";
    }

    /** Where summaries go, if the job is told to write them. */
    public String summaryTopic() {
        return name + "-summary";
    }

    public List<String> outputTopics() {
        return List.of(resultsTopic(), lateTopic(), deadLettersTopic(), ledgerTopic());
    }

    /** The arguments that keep a job to this scene. */
    List<String> arguments() {
        return List.of(
                "--bootstrap-servers=" + parts.bootstrapServers(),
                "--name=" + name,
                "--group=" + name,
                "--topic=" + topic(),
                "--results-topic=" + resultsTopic(),
                "--late-topic=" + lateTopic(),
                "--dead-letter-topic=" + deadLettersTopic(),
                "--ledger-topic=" + ledgerTopic(),
                "--alone-check=500ms",
                "--output-partitions=2");
    }

    /** Writes the records, and returns when the log has taken them all. */
    public void feed(List<Fed> records) {
        List<Future<RecordMetadata>> taken = new ArrayList<>();
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(
                        Map.of(
                                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                                parts.bootstrapServers(),
                                ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
                                LARGEST_MESSAGE),
                        new ByteArraySerializer(),
                        new ByteArraySerializer())) {
            for (Fed record : records) {
                taken.add(
                        producer.send(
                                new ProducerRecord<>(
                                        topic(),
                                        record.partition(),
                                        record.logTime(),
                                        null,
                                        record.payload())));
            }
        }
        taken.forEach(Scene::get);
        fed.addAll(records);
    }

    /** All that was fed. */
    public List<Fed> fed() {
        return List.copyOf(fed);
    }

    /** The answer to all that was fed. */
    public Found answer(Rules rules) {
        return ReferenceModel.answer(topic(), fed, rules);
    }

    /** The answer to what of it the consumer group has behind it, while more may come. */
    Found answerSoFar(Rules rules) {
        Map<TopicPartition, Long> left = new HashMap<>(committed());
        List<Fed> read = new ArrayList<>();
        for (Fed record : fed) {
            TopicPartition partition = new TopicPartition(topic(), record.partition());
            if (left.merge(partition, -1L, Long::sum) >= 0) {
                read.add(record);
            }
        }
        return ReferenceModel.answerSoFar(topic(), read, rules);
    }

    /** Records in the topic of orders, counted from its offsets. */
    public long recordsIn() {
        return sum(ends());
    }

    /** Records of it that the consumer group has behind it. */
    public long recordsRead() {
        return sum(committed());
    }

    /** Where each partition of the topic of orders ends. */
    public Map<TopicPartition, Long> ends() {
        Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
        requireNonNull(
                        get(parts.admin().describeTopics(List.of(topic())).allTopicNames())
                                .get(topic()))
                .partitions()
                .forEach(
                        info ->
                                wanted.put(
                                        new TopicPartition(topic(), info.partition()),
                                        OffsetSpec.latest()));
        Map<TopicPartition, Long> ends = new TreeMap<>(PARTITION_ORDER);
        get(parts.admin().listOffsets(wanted).all())
                .forEach((partition, info) -> ends.put(partition, info.offset()));
        return ends;
    }

    /** What the consumer group has committed for one partition. */
    long committed(TopicPartition partition) {
        return requireNonNull(committed().get(partition));
    }

    /** Waits until the topic of orders has so many partitions and takes records for each. */
    void awaitPartitions(int number) {
        Awaitility.await(number + " partitions of " + topic())
                .atMost(Duration.ofSeconds(20))
                .ignoreExceptions()
                .until(() -> ends().size() == number);
    }

    /** What the consumer group has committed; partitions without a commit are absent. */
    public Map<TopicPartition, Long> committed() {
        Map<TopicPartition, Long> committed = new TreeMap<>(PARTITION_ORDER);
        get(parts.admin().listConsumerGroupOffsets(name).partitionsToOffsetAndMetadata())
                .forEach((partition, position) -> committed.put(partition, position.offset()));
        return committed;
    }

    private static final Comparator<TopicPartition> PARTITION_ORDER =
            Comparator.comparing(TopicPartition::topic).thenComparing(TopicPartition::partition);

    private static long sum(Map<TopicPartition, Long> offsets) {
        return offsets.values().stream().mapToLong(Long::longValue).sum();
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
