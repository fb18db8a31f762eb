package io.tidemark.system.crash;

import io.tidemark.operators.deadletter.DeadLetter;
import io.tidemark.operators.source.StartingOffsets;
import java.io.IOException;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.KafkaSourceEnumState;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.types.Either;

/**
 * Flink's own source, which tells the broker with each poll how far it has read, whatever became of
 * it. That does no harm as long as the source goes by its checkpoints; what this one's hold is to
 * go by what the broker was told.
 */
final class TwinSource
        implements Source<Either<DeadLetter, Entry>, KafkaPartitionSplit, KafkaSourceEnumState>,
                ResultTypeQueryable<Either<DeadLetter, Entry>> {

    private static final long serialVersionUID = 1L;

    private final KafkaSource<Either<DeadLetter, Entry>> inner;

    private TwinSource(KafkaSource<Either<DeadLetter, Entry>> inner) {
        this.inner = inner;
    }

    /** The flawed twin. */
    static Source<Either<DeadLetter, Entry>, ?, ?> goingByTheGroup(
            JournalLog log, Properties consumer) {
        return new TwinSource(committingWithEachPoll(log.topic(), consumer));
    }

    /** The sound one, which tells the broker just as early. */
    static Source<Either<DeadLetter, Entry>, ?, ?> goingByCheckpoints(
            JournalLog log, Properties consumer) {
        return committingWithEachPoll(log.topic(), consumer);
    }

    private static KafkaSource<Either<DeadLetter, Entry>> committingWithEachPoll(
            String topic, Properties consumer) {
        return KafkaSource.<Either<DeadLetter, Entry>>builder()
                .setTopics(topic)
                .setProperties(consumer)
                .setProperty("enable.auto.commit", "true")
                .setProperty("auto.commit.interval.ms", "50")
                .setProperty("commit.offsets.on.checkpoint", "false")
                .setStartingOffsets(StartingOffsets.committed())
                .setDeserializer(Scene.deserializer())
                .build();
    }

    @Override
    public Boundedness getBoundedness() {
        return inner.getBoundedness();
    }

    @Override
    public SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> createEnumerator(
            SplitEnumeratorContext<KafkaPartitionSplit> context) {
        return inner.createEnumerator(context);
    }

    @Override
    public SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> restoreEnumerator(
            SplitEnumeratorContext<KafkaPartitionSplit> context, KafkaSourceEnumState checkpoint)
            throws IOException {
        return inner.restoreEnumerator(context, checkpoint);
    }

    @Override
    public SourceReader<Either<DeadLetter, Entry>, KafkaPartitionSplit> createReader(
            SourceReaderContext context) throws Exception {
        return new Reader(inner.createReader(context));
    }

    @Override
    public SimpleVersionedSerializer<KafkaPartitionSplit> getSplitSerializer() {
        return inner.getSplitSerializer();
    }

    @Override
    public SimpleVersionedSerializer<KafkaSourceEnumState> getEnumeratorCheckpointSerializer() {
        return inner.getEnumeratorCheckpointSerializer();
    }

    @Override
    public TypeInformation<Either<DeadLetter, Entry>> getProducedType() {
        return inner.getProducedType();
    }

    /** Leaves no offset in a checkpoint. */
    private record Reader(SourceReader<Either<DeadLetter, Entry>, KafkaPartitionSplit> inner)
            implements SourceReader<Either<DeadLetter, Entry>, KafkaPartitionSplit> {

        @Override
        public void start() {
            inner.start();
        }

        @Override
        public InputStatus pollNext(ReaderOutput<Either<DeadLetter, Entry>> output)
                throws Exception {
            return inner.pollNext(output);
        }

        @Override
        public List<KafkaPartitionSplit> snapshotState(long checkpoint) {
            return inner.snapshotState(checkpoint).stream()
                    .map(
                            split ->
                                    new KafkaPartitionSplit(
                                            split.getTopicPartition(),
                                            KafkaPartitionSplit.COMMITTED_OFFSET))
                    .toList();
        }

        @Override
        public CompletableFuture<Void> isAvailable() {
            return inner.isAvailable();
        }

        @Override
        public void addSplits(List<KafkaPartitionSplit> splits) {
            inner.addSplits(splits);
        }

        @Override
        public void notifyNoMoreSplits() {
            inner.notifyNoMoreSplits();
        }

        @Override
        public void close() throws Exception {
            inner.close();
        }
    }
}
