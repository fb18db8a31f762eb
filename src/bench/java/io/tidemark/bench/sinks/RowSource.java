package io.tidemark.bench.sinks;

import java.util.List;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.jspecify.annotations.Nullable;

/** The rows of a run, in each subtask its portion, without splits: no run is restored. */
record RowSource(RowPattern pattern, String run) implements Source<SinkRow, SourceSplit, Void> {

    /** It goes on, in silence: a job that ends by itself would wait for a checkpoint first. */
    @Override
    public Boundedness getBoundedness() {
        return Boundedness.CONTINUOUS_UNBOUNDED;
    }

    @Override
    public SourceReader<SinkRow, SourceSplit> createReader(SourceReaderContext context) {
        return new RowReader(pattern, context.getIndexOfSubtask(), RunClock.of(run));
    }

    @Override
    public SplitEnumerator<SourceSplit, Void> createEnumerator(
            SplitEnumeratorContext<SourceSplit> context) {
        return new NothingToDo();
    }

    @Override
    public SplitEnumerator<SourceSplit, Void> restoreEnumerator(
            SplitEnumeratorContext<SourceSplit> context, Void nothing) {
        return new NothingToDo();
    }

    @Override
    public SimpleVersionedSerializer<SourceSplit> getSplitSerializer() {
        return new NothingToWrite<>();
    }

    @Override
    public SimpleVersionedSerializer<Void> getEnumeratorCheckpointSerializer() {
        return new NothingToWrite<>();
    }

    private static final class NothingToDo implements SplitEnumerator<SourceSplit, Void> {

        @Override
        public void start() {}

        @Override
        public void handleSplitRequest(int subtask, @Nullable String host) {}

        @Override
        public void addSplitsBack(List<SourceSplit> splits, int subtask) {}

        @Override
        public void addReader(int subtask) {}

        @Override
        @SuppressWarnings("NullAway") // Flink's way to say that there is nothing to keep
        public Void snapshotState(long checkpoint) {
            return null;
        }

        @Override
        public void close() {}
    }

    private static final class NothingToWrite<T> implements SimpleVersionedSerializer<T> {

        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(T nothing) {
            return new byte[0];
        }

        @Override
        public T deserialize(int version, byte[] bytes) {
            throw new IllegalStateException("no run is restored");
        }
    }
}
