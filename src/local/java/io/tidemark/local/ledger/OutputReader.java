package io.tidemark.local.ledger;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * A reader of a job's outputs that sees what any consumer with {@code
 * isolation.level=read_committed} sees, and counts it.
 *
 * <p>It belongs to no consumer group and commits nothing, so it changes nothing for anybody. A
 * topic that does not exist is waited for. One thread uses it. A record that does not belong into
 * its topic ends in an {@link IllegalStateException} that says where it lies.
 */
public final class OutputReader implements AutoCloseable {

    private static final Duration SHORT = Duration.ofMillis(100);
    private static final Duration ADMIN_PATIENCE = Duration.ofSeconds(5);
    private static final long LOOK_AGAIN_NANOS = Duration.ofSeconds(1).toNanos();
    private static final int MOST_RECORDS = 5_000;

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Admin admin;
    private final Outputs topics;
    private final Map<String, Map<Integer, Long>> startOffsets;
    private final OutputFold fold;
    private long lookedNanos = System.nanoTime() - LOOK_AGAIN_NANOS;

    private OutputReader(
            KafkaConsumer<byte[], byte[]> consumer,
            Admin admin,
            Outputs topics,
            RowForm rows,
            Map<String, Map<Integer, Long>> startOffsets) {
        this.fold = new OutputFold(rows);
        this.consumer = consumer;
        this.admin = admin;
        this.topics = topics;
        this.startOffsets = startOffsets;
    }

    /**
     * A reader that begins at these offsets.
     *
     * @param rows how the results are to be read
     * @param startOffsets for each topic and partition the first offset to be read; what is not
     *     named is read from its beginning
     */
    public static OutputReader from(
            String bootstrapServers,
            Outputs topics,
            RowForm rows,
            Map<String, Map<Integer, Long>> startOffsets) {
        Map<String, Object> settings = new HashMap<>();
        settings.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, MOST_RECORDS);
        return new OutputReader(
                new KafkaConsumer<>(
                        settings, new ByteArrayDeserializer(), new ByteArrayDeserializer()),
                Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers)),
                topics,
                rows,
                startOffsets);
    }

    /** Waits at most so long for records, counts those that came and hands them on. */
    public void poll(Duration timeout, OutputListener listener) {
        lookForTopics();
        read(timeout, listener);
    }

    /** What has been read so far. */
    public OutputCounts counts() {
        return fold.counts();
    }

    /**
     * Reads to the end of what is committed. To be called when the job writes no more.
     *
     * @param patience how long to wait while nothing comes, for example for a transaction that is
     *     about to be committed
     * @return what keeps records hidden from this reader, a line for each partition; empty if
     *     everything was read
     */
    public List<String> readToEnd(Duration patience, OutputListener listener) {
        lookedNanos = System.nanoTime() - LOOK_AGAIN_NANOS;
        lookForTopics();
        long lastNanos = System.nanoTime();
        while (true) {
            if (read(SHORT, listener) > 0) {
                lastNanos = System.nanoTime();
                continue;
            }
            Map<TopicPartition, Long> ends = endsOfLogs();
            ends.keySet().removeIf(at -> consumer.position(at) >= ends.getOrDefault(at, 0L));
            if (ends.isEmpty()) {
                return List.of();
            }
            if (System.nanoTime() - lastNanos > patience.toNanos()) {
                return hidden(ends);
            }
        }
    }

    @Override
    public void close() {
        consumer.close();
        admin.close(ADMIN_PATIENCE);
    }

    private int read(Duration timeout, OutputListener listener) {
        if (consumer.assignment().isEmpty()) {
            pause(timeout);
            return 0;
        }
        ConsumerRecords<byte[], byte[]> records = consumer.poll(timeout);
        for (ConsumerRecord<byte[], byte[]> record : records) {
            try {
                fold(record, listener);
            } catch (IllegalArgumentException e) {
                throw new IllegalStateException(
                        "topic %s, partition %d, offset %d: %s"
                                .formatted(
                                        record.topic(),
                                        record.partition(),
                                        record.offset(),
                                        e.getMessage()));
            }
        }
        return records.count();
    }

    private void fold(ConsumerRecord<byte[], byte[]> record, OutputListener listener) {
        String topic = record.topic();
        if (topic.equals(topics.results())) {
            fold.result(record.key(), record.value(), listener);
        } else if (topic.equals(topics.late())) {
            fold.late(record.value(), listener);
        } else if (topic.equals(topics.deadLetters())) {
            fold.deadLetter(record.value(), listener);
        } else {
            fold.increment(record.value());
        }
    }

    private void lookForTopics() {
        Set<String> missing = new HashSet<>(topics.topics());
        Set<TopicPartition> assigned = new HashSet<>(consumer.assignment());
        assigned.forEach(at -> missing.remove(at.topic()));
        if (missing.isEmpty() || System.nanoTime() - lookedNanos < LOOK_AGAIN_NANOS) {
            return;
        }
        lookedNanos = System.nanoTime();
        List<TopicPartition> found = new ArrayList<>();
        try {
            Map<String, List<PartitionInfo>> all = consumer.listTopics(ADMIN_PATIENCE);
            for (String topic : missing) {
                for (PartitionInfo partition : all.getOrDefault(topic, List.of())) {
                    found.add(new TopicPartition(topic, partition.partition()));
                }
            }
        } catch (TimeoutException e) {
            // The broker is slow or away; the next look may find it.
            return;
        }
        assigned.addAll(found);
        consumer.assign(assigned);
        found.forEach(this::seekToStart);
    }

    private void seekToStart(TopicPartition at) {
        Long start = startOffsets.getOrDefault(at.topic(), Map.of()).get(at.partition());
        if (start == null) {
            consumer.seekToBeginning(List.of(at));
        } else {
            consumer.seek(at, start);
        }
    }

    /** Where each log ends for a reader who sees uncommitted records too. */
    private Map<TopicPartition, Long> endsOfLogs() {
        Map<TopicPartition, OffsetSpec> question = new HashMap<>();
        consumer.assignment().forEach(at -> question.put(at, OffsetSpec.latest()));
        Map<TopicPartition, Long> ends = new HashMap<>();
        try {
            admin.listOffsets(question)
                    .all()
                    .get()
                    .forEach((at, end) -> ends.put(at, end.offset()));
        } catch (ExecutionException e) {
            throw new IllegalStateException(
                    "the ends of the output topics are not to be had: " + e.getCause(), e);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
        return ends;
    }

    private List<String> hidden(Map<TopicPartition, Long> ends) {
        Map<TopicPartition, Long> committed = consumer.endOffsets(ends.keySet());
        List<String> lines = new ArrayList<>();
        ends.forEach(
                (at, end) -> {
                    long position = consumer.position(at);
                    boolean open = position >= committed.getOrDefault(at, end);
                    lines.add(
                            "topic %s, partition %d: offsets %d to %d %s"
                                    .formatted(
                                            at.topic(),
                                            at.partition(),
                                            position,
                                            end - 1,
                                            open
                                                    ? "stand behind a transaction that is neither committed nor aborted"
                                                    : "did not come in time"));
                });
        return lines;
    }

    private static void pause(Duration timeout) {
        try {
            TimeUnit.NANOSECONDS.sleep(timeout.toNanos());
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }
}
