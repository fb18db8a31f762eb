package io.tidemark.operators.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer.PartitionOffsetsRetriever;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StartingOffsetsTest {

    private static final TopicPartition READ = new TopicPartition("orders", 0);
    private static final TopicPartition NEW = new TopicPartition("orders", 1);
    private static final List<TopicPartition> BOTH = List.of(READ, NEW);

    @Test
    void earliestAndLatestAreLookedUpOnce() {
        assertThat(StartingOffsets.earliest().getPartitionOffsets(BOTH, new Log()))
                .isEqualTo(Map.of(READ, 100L, NEW, 0L));
        assertThat(StartingOffsets.latest().getPartitionOffsets(BOTH, new Log()))
                .isEqualTo(Map.of(READ, 900L, NEW, 7L));
    }

    @Test
    void committedFallsBackToTheFirstRecordOfAPartition() {
        assertThat(StartingOffsets.committed().getPartitionOffsets(BOTH, new Log()))
                .isEqualTo(Map.of(READ, 500L, NEW, 0L));
    }

    @Test
    void timesThatMillisecondsDoNotHoldAreRefused() {
        assertThatThrownBy(() -> StartingOffsets.timestamp(Instant.MAX))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("logTime=" + Instant.MAX);
        assertThatThrownBy(() -> ReadUntil.endOfLogAt(Instant.MIN))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("moment=" + Instant.MIN);
        for (long seconds : new long[] {Long.MAX_VALUE, Long.MIN_VALUE, 1L << 55}) {
            Duration wait = Duration.ofSeconds(seconds);
            assertThatThrownBy(() -> ReadUntil.endOfLogAfter(wait))
                    .isExactlyInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("wait=" + wait);
        }
    }

    @Test
    void aTimestampFallsBackToTheEndOfAPartition() {
        StartingOffsets since = StartingOffsets.timestamp(Instant.ofEpochMilli(1_000));
        assertThat(since.getPartitionOffsets(BOTH, new Log()))
                .isEqualTo(Map.of(READ, 300L, NEW, 7L));
    }

    @Test
    @SuppressWarnings("deprecation") // The connector's interface asks for it.
    void noOffsetIsEverReplacedInSilence() {
        for (StartingOffsets offsets :
                List.of(
                        StartingOffsets.earliest(),
                        StartingOffsets.latest(),
                        StartingOffsets.committed(),
                        StartingOffsets.timestamp(Instant.EPOCH))) {
            assertThat(offsets.getAutoOffsetResetStrategy()).isEqualTo(OffsetResetStrategy.NONE);
        }
    }

    /** A log of two partitions; nothing was ever read of the second, and it is empty since 1000. */
    private static final class Log implements PartitionOffsetsRetriever {

        @Override
        public Map<TopicPartition, Long> committedOffsets(Collection<TopicPartition> partitions) {
            assertThat(partitions).containsExactlyElementsOf(BOTH);
            return Map.of(READ, 500L);
        }

        @Override
        public Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> partitions) {
            assertThat(partitions).containsExactlyElementsOf(BOTH);
            return Map.of(READ, 900L, NEW, 7L);
        }

        @Override
        public Map<TopicPartition, Long> beginningOffsets(Collection<TopicPartition> partitions) {
            assertThat(partitions).containsExactlyElementsOf(BOTH);
            return Map.of(READ, 100L, NEW, 0L);
        }

        @Override
        @SuppressWarnings("NullAway") // Kafka answers null for a partition without such a record.
        public Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(
                Map<TopicPartition, Long> wanted) {
            assertThat(wanted).isEqualTo(Map.of(READ, 1_000L, NEW, 1_000L));
            Map<TopicPartition, @Nullable OffsetAndTimestamp> found = new HashMap<>();
            found.put(READ, new OffsetAndTimestamp(300, 1_001));
            found.put(NEW, null);
            return found;
        }
    }
}
