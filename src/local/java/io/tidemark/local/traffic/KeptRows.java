package io.tidemark.local.traffic;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * The rows of a feed that a topic holds already: for each partition, the number of the last one.
 *
 * <p>Rows go into each partition in their order, and a producer that is idempotent leaves no gap.
 * So the last record of a partition tells everything: if it belongs to the same feed, then all rows
 * of that partition up to its number are there, also if the feeder was killed in the middle; if it
 * does not, none is taken to be there.
 */
final class KeptRows {

    static final String FEED_HEADER = "tidemark-feed";
    static final String ROW_HEADER = "tidemark-row";

    private static final Duration POLL = Duration.ofMillis(200);
    private static final long PATIENCE_NANOS = Duration.ofSeconds(30).toNanos();

    private final Map<Integer, Long> lastRows;

    private KeptRows(Map<Integer, Long> lastRows) {
        this.lastRows = lastRows;
    }

    /** No rows: what a feed without an identity leaves behind. */
    static KeptRows none() {
        return new KeptRows(Map.of());
    }

    /**
     * The rows of the feed of this identity in this topic.
     *
     * @throws IOException if the last record of some partition cannot be read within 30 s; to go on
     *     without knowing it would feed rows twice
     */
    static KeptRows in(String bootstrapServers, String topic, String identity) throws IOException {
        Map<String, Object> settings =
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrapServers,
                        ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
                        false,
                        ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                        "earliest");
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(
                        settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            return new KeptRows(lastRows(consumer, topic, identity));
        }
    }

    /** Whether this row of this partition is in the topic. */
    boolean hold(int partition, long row) {
        return row <= lastRows.getOrDefault(partition, 0L);
    }

    private static Map<Integer, Long> lastRows(
            KafkaConsumer<byte[], byte[]> consumer, String topic, String identity)
            throws IOException {
        List<TopicPartition> partitions =
                consumer.partitionsFor(topic).stream().map(KeptRows::partition).toList();
        Map<TopicPartition, Long> starts = consumer.beginningOffsets(partitions);
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        Set<TopicPartition> unread = new HashSet<>(partitions);
        unread.removeIf(at -> offset(ends, at) <= offset(starts, at));
        consumer.assign(unread);
        unread.forEach(at -> consumer.seek(at, offset(ends, at) - 1));
        Map<Integer, Long> rows = new HashMap<>();
        long start = System.nanoTime();
        while (!unread.isEmpty()) {
            for (ConsumerRecord<byte[], byte[]> last : consumer.poll(POLL)) {
                if (identity.equals(text(last, FEED_HEADER))) {
                    rows.put(last.partition(), Long.parseLong(text(last, ROW_HEADER)));
                }
            }
            unread.removeIf(at -> consumer.position(at) >= offset(ends, at));
            if (System.nanoTime() - start > PATIENCE_NANOS) {
                throw new IOException(
                        "the last record of "
                                + unread
                                + " could not be read within 30 s, so it is not known which rows an earlier"
                                + " run has already fed: run again, or with another --keep directory");
            }
        }
        return rows;
    }

    private static TopicPartition partition(PartitionInfo info) {
        return new TopicPartition(info.topic(), info.partition());
    }

    private static long offset(Map<TopicPartition, Long> offsets, TopicPartition at) {
        return offsets.getOrDefault(at, 0L);
    }

    private static String text(ConsumerRecord<byte[], byte[]> record, String name) {
        Header header = record.headers().lastHeader(name);
        return header == null ? "" : new String(header.value(), StandardCharsets.UTF_8);
    }
}
