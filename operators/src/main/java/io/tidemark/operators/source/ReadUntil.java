package io.tidemark.operators.source;

import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.util.clock.SystemClock;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;
import org.apache.kafka.common.TopicPartition;

/** Where a source of a log stops reading. */
public final class ReadUntil implements Serializable {

    private static final long serialVersionUID = 1L;

    private static final Duration LONGEST = Duration.ofDays(365_000_000);

    private static final long AT_ONCE = Long.MIN_VALUE;

    private final boolean bounded;
    private final long momentMillis;

    private ReadUntil(boolean bounded, long momentMillis) {
        this.bounded = bounded;
        this.momentMillis = momentMillis;
    }

    /** Nowhere: it reads for ever. */
    public static ReadUntil stopped() {
        return new ReadUntil(false, AT_ONCE);
    }

    /** At the log's end as it stands at the start. */
    public static ReadUntil endOfLog() {
        return new ReadUntil(true, AT_ONCE);
    }

    /**
     * At the log's end as it will stand at a moment to come. Reading begins only then, and loses
     * nothing by it, for the log keeps what arrives meanwhile.
     *
     * @throws IllegalArgumentException if the moment is further from 1970 than 292 million years
     */
    public static ReadUntil endOfLogAt(Instant moment) {
        return new ReadUntil(true, Moments.millis("moment", moment));
    }

    /**
     * The same so long after this call, by the clock of this machine.
     *
     * @throws IllegalArgumentException if that is longer than a million years
     */
    public static ReadUntil endOfLogAfter(Duration wait) {
        if (wait.compareTo(LONGEST) > 0 || wait.compareTo(LONGEST.negated()) < 0) {
            throw new IllegalArgumentException(
                    "wait=" + wait + " is beyond a million years: give less");
        }
        return endOfLogAt(
                Instant.ofEpochMilli(SystemClock.getInstance().absoluteTimeMillis()).plus(wait));
    }

    /** The same for Kafka's source. */
    Optional<OffsetsInitializer> offsets() {
        if (!bounded) {
            return Optional.empty();
        }
        return Optional.of(
                momentMillis == AT_ONCE ? OffsetsInitializer.latest() : new EndAt(momentMillis));
    }

    /** Waits for the moment, in the thread in which Kafka's source looks for partitions. */
    private static final class EndAt implements OffsetsInitializer {

        private static final long serialVersionUID = 1L;

        private final long momentMillis;

        EndAt(long momentMillis) {
            this.momentMillis = momentMillis;
        }

        @Override
        public Map<TopicPartition, Long> getPartitionOffsets(
                Collection<TopicPartition> partitions, PartitionOffsetsRetriever offsets) {
            long left = momentMillis - SystemClock.getInstance().absoluteTimeMillis();
            try {
                if (left > 0) {
                    Thread.sleep(left);
                }
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(
                        "stopped while more of the log was waited for", stopped);
            }
            return offsets.endOffsets(partitions);
        }

        @Override
        public OffsetResetStrategy getAutoOffsetResetStrategy() {
            return OffsetResetStrategy.NONE;
        }
    }
}
