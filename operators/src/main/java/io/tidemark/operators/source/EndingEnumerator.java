package io.tidemark.operators.source;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import org.apache.flink.api.connector.source.ReaderInfo;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.SplitsAssignment;
import org.apache.flink.connector.kafka.source.enumerator.KafkaSourceEnumState;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.metrics.groups.SplitEnumeratorMetricGroup;
import org.jspecify.annotations.Nullable;

/**
 * The enumerator of a bounded source that starts from a checkpoint, made to end.
 *
 * <p>Kafka's own enumerator tells the readers that nothing more will come when it hands out
 * partitions that it had not known. Restored from a checkpoint that knows them all it hands out
 * none, and readers that are not told wait for ever. This one tells them when the look for new
 * partitions is over, whatever it found.
 */
final class EndingEnumerator implements SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> {

    private final SplitEnumeratorContext<KafkaPartitionSplit> context;
    private final SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> enumerator;

    // Both are touched by the coordinator's thread only.
    private int looks;
    private boolean lookingIsOver;

    EndingEnumerator(SplitEnumeratorContext<KafkaPartitionSplit> context, Restore restore)
            throws IOException {
        this.context = context;
        this.enumerator = restore.in(new Context());
    }

    /** Restores Kafka's enumerator in the given context. */
    @FunctionalInterface
    interface Restore {
        SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> in(
                SplitEnumeratorContext<KafkaPartitionSplit> context) throws IOException;
    }

    @Override
    public void start() {
        enumerator.start();
    }

    @Override
    public void addReader(int subtask) {
        enumerator.addReader(subtask);
        if (lookingIsOver) {
            context.signalNoMoreSplits(subtask);
        }
    }

    private void endLooking() {
        lookingIsOver = true;
        for (int subtask : context.registeredReaders().keySet()) {
            context.signalNoMoreSplits(subtask);
        }
    }

    @Override
    public void handleSplitRequest(int subtask, @Nullable String host) {
        enumerator.handleSplitRequest(subtask, host);
    }

    @Override
    public void addSplitsBack(List<KafkaPartitionSplit> splits, int subtask) {
        enumerator.addSplitsBack(splits, subtask);
    }

    @Override
    public KafkaSourceEnumState snapshotState(long checkpointId) throws Exception {
        return enumerator.snapshotState(checkpointId);
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) throws Exception {
        enumerator.notifyCheckpointComplete(checkpointId);
    }

    @Override
    public void notifyCheckpointAborted(long checkpointId) throws Exception {
        enumerator.notifyCheckpointAborted(checkpointId);
    }

    @Override
    public void handleSourceEvent(int subtask, SourceEvent event) {
        enumerator.handleSourceEvent(subtask, event);
    }

    @Override
    public void close() throws IOException {
        enumerator.close();
    }

    /** The coordinator's context, which notices when the enumerator stops looking. */
    private final class Context implements SplitEnumeratorContext<KafkaPartitionSplit> {

        @Override
        public <T> void callAsync(Callable<T> look, BiConsumer<T, Throwable> found) {
            int thisLook = ++looks;
            context.callAsync(
                    look,
                    (T partitions, Throwable failure) -> {
                        found.accept(partitions, failure);
                        // Whoever finds something new looks again, for where it starts.
                        if (looks == thisLook) {
                            endLooking();
                        }
                    });
        }

        @Override
        public <T> void callAsync(
                Callable<T> look, BiConsumer<T, Throwable> found, long delay, long period) {
            context.callAsync(look, found, delay, period);
        }

        @Override
        public SplitEnumeratorMetricGroup metricGroup() {
            return context.metricGroup();
        }

        @Override
        public void sendEventToSourceReader(int subtask, SourceEvent event) {
            context.sendEventToSourceReader(subtask, event);
        }

        @Override
        public void sendEventToSourceReader(int subtask, int attempt, SourceEvent event) {
            context.sendEventToSourceReader(subtask, attempt, event);
        }

        @Override
        public int currentParallelism() {
            return context.currentParallelism();
        }

        @Override
        public Map<Integer, ReaderInfo> registeredReaders() {
            return context.registeredReaders();
        }

        @Override
        public Map<Integer, Map<Integer, ReaderInfo>> registeredReadersOfAttempts() {
            return context.registeredReadersOfAttempts();
        }

        @Override
        public void assignSplits(SplitsAssignment<KafkaPartitionSplit> assignment) {
            context.assignSplits(assignment);
        }

        @Override
        public void assignSplit(KafkaPartitionSplit split, int subtask) {
            context.assignSplit(split, subtask);
        }

        @Override
        public void signalNoMoreSplits(int subtask) {
            context.signalNoMoreSplits(subtask);
        }

        @Override
        public void runInCoordinatorThread(Runnable action) {
            context.runInCoordinatorThread(action);
        }

        @Override
        public void setIsProcessingBacklog(boolean processingBacklog) {
            context.setIsProcessingBacklog(processingBacklog);
        }
    }
}
