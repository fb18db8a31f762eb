package io.tidemark.operators.source;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.core.io.InputStatus;
import org.apache.kafka.common.TopicPartition;

/**
 * Checks the partitions that a reader is given against what the log holds, and hands everything
 * else on.
 *
 * <p>A partition comes with an offset from a checkpoint or from a look-up a moment ago; either way
 * a missing range is data that was never read.
 */
@SuppressWarnings("try") // Flink closes a reader by itself, and lets it be interrupted.
final class GuardedReader<T> implements SourceReader<T, KafkaPartitionSplit> {

    private final SourceReader<T, KafkaPartitionSplit> reader;
    private final LogBounds log;
    private final boolean bounded;

    private final Map<TopicPartition, Long> endsOfPartitions = new HashMap<>();
    private final TreeMap<Long, Map<TopicPartition, Long>> offsetsOfCheckpoints = new TreeMap<>();
    private Map<TopicPartition, Long> offsetsOfLastCompleted = Map.of();

    GuardedReader(SourceReader<T, KafkaPartitionSplit> reader, LogBounds log, boolean bounded) {
        this.reader = reader;
        this.log = log;
        this.bounded = bounded;
    }

    @Override
    public void addSplits(List<KafkaPartitionSplit> splits) {
        List<KafkaPartitionSplit> checked = log.checked(splits, bounded);
        for (KafkaPartitionSplit split : checked) {
            split.getStoppingOffset()
                    .ifPresent(end -> endsOfPartitions.put(split.getTopicPartition(), end));
        }
        reader.addSplits(checked);
    }

    @Override
    public List<KafkaPartitionSplit> snapshotState(long checkpointId) {
        List<KafkaPartitionSplit> splits = reader.snapshotState(checkpointId);
        // A partition that was read to its end is in no snapshot any more.
        Map<TopicPartition, Long> offsets = new HashMap<>(endsOfPartitions);
        for (KafkaPartitionSplit split : splits) {
            if (split.getStartingOffset() >= 0) {
                offsets.put(split.getTopicPartition(), split.getStartingOffset());
            } else {
                offsets.remove(split.getTopicPartition());
            }
        }
        offsetsOfCheckpoints.put(checkpointId, offsets);
        return splits;
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) throws Exception {
        Map<TopicPartition, Long> offsets = offsetsOfCheckpoints.get(checkpointId);
        if (offsets != null) {
            offsetsOfLastCompleted = offsets;
            offsetsOfCheckpoints.headMap(checkpointId, true).clear();
        }
        reader.notifyCheckpointComplete(checkpointId);
    }

    @Override
    public void close() throws Exception {
        // The reader commits offsets behind its back and forgets what is still on its way when it
        // closes.
        try {
            reader.close();
        } finally {
            log.commit(offsetsOfLastCompleted);
        }
    }

    @Override
    public void start() {
        reader.start();
    }

    @Override
    public InputStatus pollNext(ReaderOutput<T> output) throws Exception {
        return reader.pollNext(output);
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
        return reader.isAvailable();
    }

    @Override
    public void notifyNoMoreSplits() {
        reader.notifyNoMoreSplits();
    }

    @Override
    public void handleSourceEvents(SourceEvent event) {
        reader.handleSourceEvents(event);
    }

    @Override
    public void notifyCheckpointAborted(long checkpointId) throws Exception {
        reader.notifyCheckpointAborted(checkpointId);
    }

    @Override
    public void pauseOrResumeSplits(
            Collection<String> splitsToPause, Collection<String> splitsToResume) {
        reader.pauseOrResumeSplits(splitsToPause, splitsToResume);
    }
}
