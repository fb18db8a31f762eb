package io.tidemark.operators.source;

import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Where a first start reads from; a start from a checkpoint takes its own offsets.
 *
 * <p>All places are looked up once, at the start, so that a crash before the first checkpoint
 * begins at a place and not at a moving "latest". An offset that the log does not hold is never
 * replaced by another one in silence.
 */
public final class StartingOffsets implements OffsetsInitializer {

    private static final long serialVersionUID = 1L;

    private enum Place {
        EARLIEST,
        LATEST,
        COMMITTED,
        TIMESTAMP
    }

    private final Place place;
    private final long timestamp;

    private StartingOffsets(Place place, long timestamp) {
        this.place = place;
        this.timestamp = timestamp;
    }

    /** The first record that the log holds. */
    public static StartingOffsets earliest() {
        return new StartingOffsets(Place.EARLIEST, 0);
    }

    /** Behind the last record that the log holds at the start. */
    public static StartingOffsets latest() {
        return new StartingOffsets(Place.LATEST, 0);
    }

    /**
     * What the consumer group committed last; the first record of a partition where it committed
     * nothing.
     */
    public static StartingOffsets committed() {
        return new StartingOffsets(Place.COMMITTED, 0);
    }

    /**
     * The first record that the log took at or after the given time; the end of a partition that
     * has none.
     *
     * @throws IllegalArgumentException if the time is further from 1970 than 292 million years
     */
    public static StartingOffsets timestamp(Instant logTime) {
        return new StartingOffsets(Place.TIMESTAMP, Moments.millis("logTime", logTime));
    }

    @Override
    public Map<TopicPartition, Long> getPartitionOffsets(
            Collection<TopicPartition> partitions, PartitionOffsetsRetriever log) {
        return switch (place) {
            case EARLIEST -> log.beginningOffsets(partitions);
            case LATEST -> log.endOffsets(partitions);
            case COMMITTED ->
                    orElse(log.committedOffsets(partitions), log.beginningOffsets(partitions));
            case TIMESTAMP -> orElse(firstSince(partitions, log), log.endOffsets(partitions));
        };
    }

    private Map<TopicPartition, Long> firstSince(
            Collection<TopicPartition> partitions, PartitionOffsetsRetriever log) {
        Map<TopicPartition, Long> wanted = new HashMap<>();
        partitions.forEach(partition -> wanted.put(partition, timestamp));
        Map<TopicPartition, Long> found = new HashMap<>();
        log.offsetsForTimes(wanted)
                .forEach(
                        (TopicPartition partition, @Nullable OffsetAndTimestamp first) -> {
                            if (first != null && first.offset() >= 0) {
                                found.put(partition, first.offset());
                            }
                        });
        return found;
    }

    private static Map<TopicPartition, Long> orElse(
            Map<TopicPartition, Long> found, Map<TopicPartition, Long> others) {
        Map<TopicPartition, Long> offsets = new HashMap<>(others);
        offsets.putAll(found);
        return offsets;
    }

    @Override
    @SuppressWarnings("deprecation") // The connector's interface asks for it.
    public OffsetResetStrategy getAutoOffsetResetStrategy() {
        return OffsetResetStrategy.NONE;
    }
}
