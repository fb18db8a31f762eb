package io.tidemark.operators.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.runtime.throwable.ThrowableClassifier;
import org.apache.flink.runtime.throwable.ThrowableType;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class GuardedReaderTest {

    private static final TopicPartition PARTITION = new TopicPartition("orders", 3);

    @Test
    void readsOnAtBothEndsOfTheLog() {
        assertThatCode(() -> LogBounds.refuseGap(PARTITION, 2_000, 2_000, 5_000))
                .doesNotThrowAnyException();
        assertThatCode(() -> LogBounds.refuseGap(PARTITION, 5_000, 2_000, 5_000))
                .doesNotThrowAnyException();
        assertThatCode(() -> LogBounds.refuseGap(PARTITION, 0, 0, 0)).doesNotThrowAnyException();
        assertThatCode(
                        () ->
                                LogBounds.refuseGap(
                                        PARTITION,
                                        KafkaPartitionSplit.EARLIEST_OFFSET,
                                        2_000,
                                        5_000))
                .doesNotThrowAnyException();
    }

    @Test
    void namesThePartitionAndTheMissingRange() {
        assertThatThrownBy(() -> LogBounds.refuseGap(PARTITION, 509, 2_000, 5_000))
                .isInstanceOf(MissingLogRangeException.class)
                .hasMessageStartingWith(
                        "partition orders-3 is to be read on from offset 509, but its log starts at 2000: offsets 509 to 1999 were deleted by retention")
                .hasMessageEndingWith("start without one and accept the gap");
        assertThatThrownBy(() -> LogBounds.refuseGap(PARTITION, 1_999, 2_000, 5_000))
                .isInstanceOf(MissingLogRangeException.class)
                .hasMessageContaining("offsets 1999 to 1999 were deleted");
    }

    @Test
    void namesAnOffsetBehindTheEnd() {
        assertThatThrownBy(() -> LogBounds.refuseGap(PARTITION, 5_001, 2_000, 5_000))
                .isInstanceOf(MissingLogRangeException.class)
                .hasMessageStartingWith(
                        "partition orders-3 is to be read on from offset 5001, but its log ends at 5000: the topic was truncated or made anew");
    }

    @Test
    void asksTheBrokerNothingWhereItIsGivenNothing() {
        Recorded reader = new Recorded();
        guarded(reader).addSplits(List.of());
        assertThat(reader.splits).isEmpty();
    }

    @Test
    void readsNoPartitionToAnEndThatItHasNot() {
        Recorded reader = new Recorded();
        List<KafkaPartitionSplit> splits =
                List.of(
                        new KafkaPartitionSplit(PARTITION, 7),
                        new KafkaPartitionSplit(new TopicPartition("orders", 4), 7, 9));

        assertThatThrownBy(() -> guarded(reader).addSplits(splits))
                .isInstanceOf(BoundedCheckpointException.class)
                .hasMessageStartingWith(
                        "partition orders-4 comes from a checkpoint of a run that was to end at offset 9");
        assertThat(reader.splits).isEmpty();
    }

    @Test
    void noRestartBringsAMissingRangeOrAnEndBack() {
        assertThat(ThrowableClassifier.getThrowableType(new MissingLogRangeException("")))
                .isEqualTo(ThrowableType.NonRecoverableError);
        assertThat(ThrowableClassifier.getThrowableType(new BoundedCheckpointException("")))
                .isEqualTo(ThrowableType.NonRecoverableError);
    }

    @Test
    void anUnreachableBrokerDoesNotFailAReaderThatCloses() throws Exception {
        Recorded reader = new Recorded();
        reader.splits.add(new KafkaPartitionSplit(PARTITION, 7));
        GuardedReader<String> guarded = guarded(reader);
        assertThat(guarded.snapshotState(1)).isEqualTo(reader.splits);
        guarded.notifyCheckpointComplete(1);
        guarded.close();
        assertThat(reader.completed).containsExactly(1L);
        assertThat(reader.closed).isTrue();
    }

    private static GuardedReader<String> guarded(Recorded reader) {
        Properties consumer = new Properties();
        // No address at all, so every question to a broker fails at once.
        consumer.setProperty("bootstrap.servers", "nowhere");
        consumer.setProperty("group.id", "group");
        return new GuardedReader<>(reader, new LogBounds(consumer), false);
    }

    /** A reader that reads nothing and remembers what it was told. */
    private static final class Recorded implements SourceReader<String, KafkaPartitionSplit> {

        private final List<KafkaPartitionSplit> splits = new ArrayList<>();
        private final List<Long> completed = new ArrayList<>();
        private boolean closed;

        @Override
        public void start() {}

        @Override
        public InputStatus pollNext(ReaderOutput<String> output) {
            return InputStatus.NOTHING_AVAILABLE;
        }

        @Override
        public List<KafkaPartitionSplit> snapshotState(long checkpointId) {
            return splits;
        }

        @Override
        public CompletableFuture<Void> isAvailable() {
            return new CompletableFuture<>();
        }

        @Override
        public void addSplits(List<KafkaPartitionSplit> added) {
            splits.addAll(added);
        }

        @Override
        public void notifyNoMoreSplits() {}

        @Override
        public void notifyCheckpointComplete(long checkpointId) {
            completed.add(checkpointId);
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
