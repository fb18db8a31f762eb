package io.tidemark.operators.sink.kafka;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
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

    private static final Duration PAUSE = Duration.ofMillis(500);

    /** Where this client may not see the producers. */
    private static final long NOT_TOLD = -1;

    private final KafkaAnswers kafka;
    private final BrokerTransactions broker;

    ReadersView(KafkaAnswers kafka, BrokerTransactions broker) {
        this.kafka = kafka;
        this.broker = broker;
    }

    /**
     * What readers of a partition stand before: the same one as long as they do not get on.
     *
     * @param producer who has it open
     * @param start the offset at which it begins
     */
    private record Obstacle(TopicPartition partition, long producer, long start) {}

    /** What is known of one: how far readers come, and when its producer last wrote. */
    private record Seen(long stable, Instant lastWritten) {}

    /**
     * Where readers stand and do not get on, a sentence for each transaction that they stand
     * before. Those of the job that asks are told at once. Every living writer keeps its readers
     * waiting from checkpoint to checkpoint, so those of others are told if they are the same
     * throughout a look, which ends early where none is left.
     *
     * @param own the prefixes of the job that asks, which is not alive
     * @param look how long to look, at most; with zero, those of others are not told
     * @throws IOException if a broker does not answer
     */
    List<String> obstacles(Collection<String> topics, Collection<String> own, Duration look)
            throws IOException {
        Map<Obstacle, Seen> standing = standing(partitions(topics));
        List<String> told = new ArrayList<>();
        for (Obstacle obstacle : List.copyOf(standing.keySet())) {
            Optional<TransactionListing> held = heldBy(obstacle);
            if (held.isPresent() && isOwn(held.get(), own)) {
                Seen seen = requireNonNull(standing.remove(obstacle));
                told.add(
                        at(obstacle, seen)
                                + describe(held.get())
                                + ": it is of an earlier run of this job, which commits or aborts it when it starts");
            }
        }
        // A glance tells nothing of others: any living one stands in the way at any moment.
        Map<Obstacle, Seen> others = look.isZero() ? Map.of() : stillStanding(standing, look);
        for (Map.Entry<Obstacle, Seen> hung : others.entrySet()) {
            told.add(others(hung.getKey(), hung.getValue(), look));
        }
        return told;
    }

    /**
     * The partitions of these in which readers stand before the same transaction throughout a look,
     * which ends early where there is none left. Those that are not there any more are left out.
     *
     * @param look how long to look, at most
     */
    Set<TopicPartition> stuck(Collection<TopicPartition> partitions, Duration look) {
        Set<TopicPartition> stuck = new HashSet<>();
        stillStanding(standing(kafka.present(partitions)), look)
                .keySet()
                .forEach(obstacle -> stuck.add(obstacle.partition()));
        return stuck;
    }

    private Map<Obstacle, Seen> stillStanding(Map<Obstacle, Seen> first, Duration look) {
        Map<Obstacle, Seen> standing = new HashMap<>(first);
        for (Duration waited = Duration.ZERO;
                !standing.isEmpty() && waited.compareTo(look) < 0;
                waited = waited.plus(PAUSE)) {
            KafkaAnswers.pause(PAUSE);
            Set<TopicPartition> partitions = new HashSet<>();
            standing.keySet().forEach(obstacle -> partitions.add(obstacle.partition()));
            standing.keySet().retainAll(standing(partitions).keySet());
        }
        return standing;
    }

    private Map<Obstacle, Seen> standing(Collection<TopicPartition> partitions) {
        Map<TopicPartition, Long> stable = ends(partitions, IsolationLevel.READ_COMMITTED);
        Map<TopicPartition, Long> ends = ends(partitions, IsolationLevel.READ_UNCOMMITTED);
        Map<Obstacle, Seen> standing = new LinkedHashMap<>();
        stable.forEach(
                (partition, offset) -> {
                    if (offset < ends.getOrDefault(partition, offset)) {
                        standing.putAll(before(partition, offset));
                    }
                });
        return standing;
    }

    private Map<Obstacle, Seen> before(TopicPartition partition, long stable) {
        Map<Obstacle, Seen> before = new LinkedHashMap<>();
        try {
            for (ProducerState producer :
                    kafka.get(
                                    kafka.admin()
                                            .describeProducers(List.of(partition))
                                            .partitionResult(partition))
                            .activeProducers()) {
                producer.currentTransactionStartOffset()
                        .ifPresent(
                                start ->
                                        before.put(
                                                new Obstacle(
                                                        partition, producer.producerId(), start),
                                                new Seen(
                                                        stable,
                                                        Instant.ofEpochMilli(
                                                                producer.lastTimestamp()))));
            }
        } catch (ExecutionException notTold) {
            LOG.debug("The producers of {} are not told", partition, notTold);
            before.put(new Obstacle(partition, NOT_TOLD, stable), new Seen(stable, Instant.EPOCH));
        }
        return before;
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

    private Optional<TransactionListing> heldBy(Obstacle obstacle) throws IOException {
        return obstacle.producer() == NOT_TOLD
                ? Optional.empty()
                : broker.heldBy(obstacle.producer());
    }

    private static boolean isOwn(TransactionListing held, Collection<String> own) {
        return TransactionId.parse(held.transactionalId())
                .map(id -> own.contains(id.prefix()))
                .orElse(false);
    }

    private static String at(Obstacle obstacle, Seen seen) {
        return "read_committed readers of topic \""
                + obstacle.partition().topic()
                + "\", partition "
                + obstacle.partition().partition()
                + ", stand at offset "
                + seen.stable()
                + " before ";
    }

    private String others(Obstacle obstacle, Seen seen, Duration look) throws IOException {
        String at = at(obstacle, seen);
        if (obstacle.producer() == NOT_TOLD) {
            return at
                    + "a transaction that this client may not see, and did not get on for "
                    + look.toMillis()
                    + " ms";
        }
        Optional<TransactionListing> held = heldBy(obstacle);
        if (held.isEmpty()) {
            return at
                    + "a transaction of producer "
                    + obstacle.producer()
                    + ", last written to at "
                    + seen.lastWritten()
                    + ", that no coordinator knows: it hangs until somebody aborts it (kafka-transactions.sh find-hanging,"
                    + " then abort)";
        }
        return at
                + describe(held.get())
                + ": it is somebody else's, was open all the "
                + look.toMillis()
                + " ms that this looked, and hides what this job writes until it is committed, aborted or timed out";
    }

    private String describe(TransactionListing held) throws IOException {
        String id = held.transactionalId();
        OptionalLong since =
                broker.describe(id)
                        .map(TransactionDescription::transactionStartTimeMs)
                        .orElse(OptionalLong.empty());
        return "transaction "
                + id
                + " of producer "
                + held.producerId()
                + (since.isPresent()
                        ? ", open since " + Instant.ofEpochMilli(since.getAsLong())
                        : "");
    }
}
