package io.tidemark.operators.source;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.util.FlinkRuntimeException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the log holds: asks the broker for the ends of partitions, and keeps the consumer group's
 * offsets.
 */
final class LogBounds {

    private static final Logger LOG = LoggerFactory.getLogger(LogBounds.class);
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(30);
    private static final Duration COMMIT_WITHIN = Duration.ofSeconds(5);

    private final Properties consumer;

    LogBounds(Properties consumer) {
        this.consumer = consumer;
    }

    /**
     * The given partitions, each with a stopping offset if the source is bounded, and with its
     * first record's offset in place of a mark for it: the mark would move with retention.
     *
     * @throws MissingLogRangeException if one of them starts where the log has nothing
     * @throws BoundedCheckpointException if one of them has a stopping offset though the source has
     *     none
     */
    List<KafkaPartitionSplit> checked(List<KafkaPartitionSplit> splits, boolean bounded) {
        if (splits.isEmpty()) {
            return splits;
        }
        if (!bounded) {
            splits.forEach(LogBounds::refuseEnd);
        }
        List<TopicPartition> partitions =
                splits.stream().map(KafkaPartitionSplit::getTopicPartition).toList();
        Map<TopicPartition, Long> starts;
        Map<TopicPartition, Long> ends;
        try (Admin admin = Admin.create(adminProperties())) {
            starts = offsets(admin, partitions, OffsetSpec.earliest());
            ends = offsets(admin, partitions, OffsetSpec.latest());
        }
        List<KafkaPartitionSplit> checked = new ArrayList<>();
        for (KafkaPartitionSplit split : splits) {
            TopicPartition partition = split.getTopicPartition();
            long next = split.getStartingOffset();
            long start = requireNonNull(starts.get(partition));
            long end = requireNonNull(ends.get(partition));
            refuseGap(partition, next, start, end);
            checked.add(
                    new KafkaPartitionSplit(
                            partition,
                            next == KafkaPartitionSplit.EARLIEST_OFFSET ? start : next,
                            split.getStoppingOffset()
                                    .orElse(
                                            bounded
                                                    ? end
                                                    : KafkaPartitionSplit.NO_STOPPING_OFFSET)));
        }
        return checked;
    }

    /** Refuses what a bounded run left to be read: it says nothing of what that run had read. */
    private static void refuseEnd(KafkaPartitionSplit split) {
        if (split.getStoppingOffset().isPresent()) {
            throw new BoundedCheckpointException(
                    "partition "
                            + split.getTopicPartition()
                            + " comes from a checkpoint of a run that was to end at offset "
                            + split.getStoppingOffset().get()
                            + ": a run without an end would stop there in silence, and does not know of partitions that had come to"
                            + " theirs. Go on with --until-end, or start without a savepoint");
        }
    }

    /** Refuses to read on at an offset that lies outside of the log, which is [start, end). */
    static void refuseGap(TopicPartition partition, long next, long start, long end) {
        if (next >= 0 && next < start) {
            throw new MissingLogRangeException(
                    "partition "
                            + partition
                            + " is to be read on from offset "
                            + next
                            + ", but its log starts at "
                            + start
                            + ": offsets "
                            + next
                            + " to "
                            + (start - 1)
                            + " were deleted by retention and can't be read any more. Raise the topic's retention, start from a newer"
                            + " savepoint, or start without one and accept the gap");
        }
        if (next > end) {
            throw new MissingLogRangeException(
                    "partition "
                            + partition
                            + " is to be read on from offset "
                            + next
                            + ", but its log ends at "
                            + end
                            + ": the topic was truncated or made anew. Start without a savepoint, or from one that belongs to this topic");
        }
    }

    /**
     * Writes the offsets into the consumer group; tells the log if that fails, for nothing but
     * outside monitoring reads them.
     */
    void commit(Map<TopicPartition, Long> offsets) {
        if (offsets.isEmpty()) {
            return;
        }
        Map<TopicPartition, OffsetAndMetadata> positions = new HashMap<>();
        offsets.forEach(
                (partition, offset) -> positions.put(partition, new OffsetAndMetadata(offset)));
        String group = consumer.getProperty(ConsumerConfig.GROUP_ID_CONFIG);
        try {
            Admin admin = Admin.create(adminProperties());
            try {
                admin.alterConsumerGroupOffsets(group, positions)
                        .all()
                        .get(COMMIT_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
            } finally {
                admin.close(Duration.ZERO);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException | KafkaException failed) {
            LOG.warn(
                    "The offsets {} of the last checkpoint were not committed to consumer group {}",
                    offsets,
                    group,
                    failed);
        }
    }

    private static Map<TopicPartition, Long> offsets(
            Admin admin, List<TopicPartition> partitions, OffsetSpec spec) {
        Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
        partitions.forEach(partition -> wanted.put(partition, spec));
        try {
            Map<TopicPartition, Long> offsets = new HashMap<>();
            admin.listOffsets(wanted)
                    .all()
                    .get(ANSWER_WITHIN.toMillis(), TimeUnit.MILLISECONDS)
                    .forEach((partition, info) -> offsets.put(partition, info.offset()));
            return offsets;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new FlinkRuntimeException(
                    "interrupted while asking for the ends of " + partitions, interrupted);
        } catch (ExecutionException | TimeoutException failed) {
            throw new FlinkRuntimeException(
                    "the broker did not tell the ends of " + partitions, failed);
        }
    }

    private Properties adminProperties() {
        Properties admin = new Properties();
        for (String name : consumer.stringPropertyNames()) {
            if (AdminClientConfig.configNames().contains(name)) {
                admin.setProperty(name, consumer.getProperty(name));
            }
        }
        return admin;
    }
}
