package io.tidemark.operators.sink.kafka;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How far a {@code read_committed} reader of some topics comes, and what it stands before: an open
 * transaction hides all that is written behind it, by whomever.
 */
final class ReadersView {

    private static final Logger LOG = LoggerFactory.getLogger(ReadersView.class);

    /** What flows passes within this time; what hangs is still there. */
    private static final Duration PAUSE = Duration.ofMillis(500);

    private final KafkaAnswers kafka;
    private final BrokerTransactions broker;

    ReadersView(KafkaAnswers kafka, BrokerTransactions broker) {
        this.kafka = kafka;
        this.broker = broker;
    }

    /**
     * Where readers stand and do not get on, a sentence for each transaction that they stand
     * before.
     *
     * @param own the prefixes of the job that asks
     * @throws IOException if a broker does not answer
     */
    List<String> obstacles(Collection<String> topics, Collection<String> own) throws IOException {
        List<TopicPartition> partitions = partitions(topics);
        Map<TopicPartition, Long> before = stuck(partitions);
        if (before.isEmpty()) {
            return List.of();
        }
        KafkaAnswers.pause(PAUSE);
        Map<TopicPartition, Long> after = stuck(List.copyOf(before.keySet()));
        List<String> obstacles = new ArrayList<>();
        for (Map.Entry<TopicPartition, Long> stands : after.entrySet()) {
            if (stands.getValue().equals(before.get(stands.getKey()))) {
                obstacles.addAll(obstacles(stands.getKey(), stands.getValue(), own));
            }
        }
        return obstacles;
    }

    /** The last stable offset of each partition whose log goes on behind it. */
    Map<TopicPartition, Long> stuck(Collection<TopicPartition> partitions) {
        Map<TopicPartition, Long> stable = ends(partitions, IsolationLevel.READ_COMMITTED);
        Map<TopicPartition, Long> ends = ends(partitions, IsolationLevel.READ_UNCOMMITTED);
        Map<TopicPartition, Long> stuck = new HashMap<>();
        stable.forEach(
                (partition, offset) -> {
                    if (offset < ends.getOrDefault(partition, offset)) {
                        stuck.put(partition, offset);
                    }
                });
        return stuck;
    }

    private Map<TopicPartition, Long> ends(
            Collection<TopicPartition> partitions, IsolationLevel isolation) {
        Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
        partitions.forEach(partition -> asked.put(partition, OffsetSpec.latest()));
        Map<TopicPartition, Long> ends = new HashMap<>();
        for (Map.Entry<TopicPartition, ListOffsetsResultInfo> end :
                kafka.answer(
                                kafka.admin()
                                        .listOffsets(asked, new ListOffsetsOptions(isolation))
                                        .all())
                        .entrySet()) {
            ends.put(end.getKey(), end.getValue().offset());
        }
        return ends;
    }

    /** Of a topic that is not there or not known yet, none: nobody reads it. */
    private List<TopicPartition> partitions(Collection<String> topics) {
        List<TopicPartition> partitions = new ArrayList<>();
        kafka.admin()
                .describeTopics(topics)
                .topicNameValues()
                .forEach(
                        (topic, answer) -> {
                            try {
                                for (TopicPartitionInfo info : kafka.get(answer).partitions()) {
                                    partitions.add(new TopicPartition(topic, info.partition()));
                                }
                            } catch (ExecutionException failed) {
                                if (!(failed.getCause()
                                        instanceof UnknownTopicOrPartitionException)) {
                                    throw kafka.unreachable(failed);
                                }
                            }
                        });
        return partitions;
    }

    private List<String> obstacles(TopicPartition partition, long stable, Collection<String> own)
            throws IOException {
        Collection<ProducerState> producers;
        try {
            producers =
                    kafka.get(
                                    kafka.admin()
                                            .describeProducers(List.of(partition))
                                            .partitionResult(partition))
                            .activeProducers();
        } catch (ExecutionException notTold) {
            LOG.debug("The producers of {} are not told", partition, notTold);
            return List.of(
                    standing(partition, stable)
                            + ": this client may not see before which transaction");
        }
        List<String> obstacles = new ArrayList<>();
        for (ProducerState producer : producers) {
            if (producer.currentTransactionStartOffset().isPresent()) {
                obstacles.add(standing(partition, stable) + " before " + describe(producer, own));
            }
        }
        return obstacles;
    }

    private static String standing(TopicPartition partition, long stable) {
        return "read_committed readers of topic \""
                + partition.topic()
                + "\", partition "
                + partition.partition()
                + ", stand at offset "
                + stable;
    }

    private String describe(ProducerState producer, Collection<String> own) throws IOException {
        Optional<TransactionListing> listing = broker.heldBy(producer.producerId());
        if (listing.isEmpty()) {
            return "a transaction of producer "
                    + producer.producerId()
                    + ", last written to at "
                    + Instant.ofEpochMilli(producer.lastTimestamp())
                    + ", that no coordinator knows: it hangs until somebody aborts it (kafka-transactions.sh find-hanging,"
                    + " then abort)";
        }
        String id = listing.get().transactionalId();
        OptionalLong since =
                broker.describe(id)
                        .map(TransactionDescription::transactionStartTimeMs)
                        .orElse(OptionalLong.empty());
        boolean ours =
                TransactionId.parse(id).map(known -> own.contains(known.prefix())).orElse(false);
        return "transaction "
                + id
                + " of producer "
                + producer.producerId()
                + (since.isPresent()
                        ? ", open since " + Instant.ofEpochMilli(since.getAsLong())
                        : "")
                + (ours
                        ? ": it is of an earlier run of this job, which commits or aborts it when it starts"
                        : ": it is somebody else's, and hides what this job writes until it is committed, aborted or timed out");
    }
}
