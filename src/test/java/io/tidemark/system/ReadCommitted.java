package io.tidemark.system;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.system.Found.Row;
import io.tidemark.system.guarantee.History;
import io.tidemark.system.guarantee.History.LogEnd;
import io.tidemark.system.guarantee.StableOffsetReachesEnd;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.awaitility.Awaitility;

/**
 * The outside reader: sees what a consumer with {@code isolation.level=read_committed} sees, from
 * the first record to the end.
 */
public final class ReadCommitted {

    /** What is promised of a job that has ended, too: one checkpoint and 10 s. */
    private static final Duration ALL_COMMITTED_WITHIN = JobStart.CHECKPOINTS.plusSeconds(10);

    private ReadCommitted() {}

    /**
     * Everything in the outputs of a job that has ended, once no open transaction hides records any
     * more.
     */
    public static Found all(RealParts parts, Scene scene) {
        Found rest = allButResults(parts, scene);
        List<Row> results = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record :
                records(parts, scene.resultsTopic(), IsolationLevel.READ_COMMITTED)) {
            results.add(row(record));
        }
        return new Found(results, rest.late(), rest.deadLetters(), rest.ledger());
    }

    /** The same without the results, whose form differs from job to job. */
    public static Found allButResults(RealParts parts, Scene scene) {
        scene.outputTopics().forEach(topic -> awaitAllCommitted(parts, topic));
        Map<String, Long> ledger = new TreeMap<>();
        for (JsonNode entry : documents(parts, scene.ledgerTopic())) {
            ledger.merge(entry.get("account").asText(), entry.get("increment").asLong(), Long::sum);
        }
        return new Found(
                List.of(),
                late(parts, scene.lateTopic()),
                documents(parts, scene.deadLettersTopic()).stream()
                        .map(ReadCommitted::withoutDetail)
                        .toList(),
                ledger);
    }

    /** The summaries, in their order, of a job that has ended. */
    public static List<JsonNode> summaries(RealParts parts, Scene scene) {
        awaitAllCommitted(parts, scene.summaryTopic());
        return documents(parts, scene.summaryTopic());
    }

    /** The late orders alone, of a job that has ended and wrote nothing else. */
    static Found late(RealParts parts, Scene scene) {
        awaitAllCommitted(parts, scene.lateTopic());
        return new Found(List.of(), late(parts, scene.lateTopic()), List.of(), Map.of());
    }

    private static List<String> late(RealParts parts, String topic) {
        return documents(parts, topic).stream().map(JsonNode::toString).toList();
    }

    private static void awaitAllCommitted(RealParts parts, String topic) {
        Awaitility.await("the end of all transactions in " + topic)
                .atMost(ALL_COMMITTED_WITHIN)
                .until(() -> new StableOffsetReachesEnd().violations(ends(parts, topic)).isEmpty());
    }

    private static Row row(ConsumerRecord<byte[], byte[]> record) {
        JsonNode value = Json.read(record.value());
        Row row =
                new Row(
                        value.get("window_start").asText(),
                        value.get("window_end").asText(),
                        value.get("key").asText(),
                        value.get("count").asLong(),
                        value.get("sum").asText(),
                        value.get("pane").asText());
        ObjectNode key = Json.object();
        key.put("key", row.key()).put("window_start", row.windowStart());
        assertThat(Json.read(record.key())).as("message key of %s", row).isEqualTo(key);
        assertThat(value.get("sum").isNumber()).as("sum of %s is a number", row).isTrue();
        return row;
    }

    private static String withoutDetail(JsonNode letter) {
        assertThat(letter.get("detail").asText()).as("detail of %s", letter).isNotEmpty();
        ObjectNode rest = letter.deepCopy();
        rest.remove("detail");
        return rest.toString();
    }

    private static List<JsonNode> documents(RealParts parts, String topic) {
        List<JsonNode> documents = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record :
                records(parts, topic, IsolationLevel.READ_COMMITTED)) {
            documents.add(Json.read(record.value()));
        }
        return documents;
    }

    /** How far readers come in a topic, and how far it goes. */
    private static History ends(RealParts parts, String topic) {
        History history = new History();
        try (KafkaConsumer<byte[], byte[]> committed =
                        consumer(parts, IsolationLevel.READ_COMMITTED);
                KafkaConsumer<byte[], byte[]> all =
                        consumer(parts, IsolationLevel.READ_UNCOMMITTED)) {
            List<TopicPartition> partitions = partitions(committed, topic);
            Map<TopicPartition, Long> ends = all.endOffsets(partitions);
            committed
                    .endOffsets(partitions)
                    .forEach(
                            (partition, stable) ->
                                    history.log(
                                            new LogEnd(
                                                    partition.toString(),
                                                    stable,
                                                    requireNonNull(ends.get(partition)))));
        }
        return history;
    }

    /** Every record of a topic up to its end at this isolation level. */
    public static List<ConsumerRecord<byte[], byte[]>> records(
            RealParts parts, String topic, IsolationLevel isolation) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(parts, isolation)) {
            List<TopicPartition> partitions = partitions(consumer, topic);
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> left = new HashMap<>(consumer.endOffsets(partitions));
            while (!left.isEmpty()) {
                // A position also passes aborted records and commit markers.
                left.entrySet().removeIf(end -> consumer.position(end.getKey()) >= end.getValue());
                consumer.poll(Duration.ofMillis(left.isEmpty() ? 0 : 100)).forEach(records::add);
            }
        }
        return records;
    }

    private static List<TopicPartition> partitions(
            KafkaConsumer<byte[], byte[]> consumer, String topic) {
        return consumer.partitionsFor(topic).stream()
                .map(info -> new TopicPartition(topic, info.partition()))
                .toList();
    }

    private static KafkaConsumer<byte[], byte[]> consumer(
            RealParts parts, IsolationLevel isolation) {
        return new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        parts.bootstrapServers(),
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        isolation.toString().toLowerCase(Locale.ROOT),
                        ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                        "none"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }
}
