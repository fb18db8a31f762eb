package io.tidemark.watermarks;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.jspecify.annotations.Nullable;

/**
 * A bounded source of one partition, at parallelism 2: the subtask without it finishes. Then it
 * sends the first event, and the second when it is told to.
 */
final class OnePartitionSource implements Source<Long, OnePartitionSource.Only, Integer> {

    private static final long serialVersionUID = 1L;

    /** Whether the subtask without the partition has finished. */
    static volatile CompletableFuture<Void> otherFinished = new CompletableFuture<>();

    /** Opened by the test, which runs in the process of the cluster. */
    static volatile CompletableFuture<Void> second = new CompletableFuture<>();

    private final long[] events;

    OnePartitionSource(long first, long second) {
        this.events = new long[] {first, second};
    }

    record Only() implements SourceSplit {
        @Override
        public String splitId() {
            return "only";
        }
    }

    @Override
    public Boundedness getBoundedness() {
        return Boundedness.BOUNDED;
    }

    @Override
    public SplitEnumerator<Only, Integer> createEnumerator(SplitEnumeratorContext<Only> context) {
        return new Enumerator(context);
    }

    @Override
    public SplitEnumerator<Only, Integer> restoreEnumerator(
            SplitEnumeratorContext<Only> context, Integer checkpoint) {
        return new Enumerator(context);
    }

    @Override
    public SourceReader<Long, Only> createReader(SourceReaderContext context) {
        return new Reader(events);
    }

    @Override
    public SimpleVersionedSerializer<Only> getSplitSerializer() {
        return new Empty<>(new Only());
    }

    @Override
    public SimpleVersionedSerializer<Integer> getEnumeratorCheckpointSerializer() {
        return new Empty<>(0);
    }

    private record Empty<V>(V value) implements SimpleVersionedSerializer<V> {
        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(V object) {
            return new byte[0];
        }

        @Override
        public V deserialize(int version, byte[] serialized) {
            return value;
        }
    }

    private record Enumerator(SplitEnumeratorContext<Only> context)
            implements SplitEnumerator<Only, Integer> {
        @Override
        public void start() {}

        @Override
        public void handleSplitRequest(int subtask, @Nullable String host) {}

        @Override
        public void addSplitsBack(List<Only> splits, int subtask) {}

        @Override
        public void addReader(int subtask) {
            if (subtask == 0) {
                context.assignSplit(new Only(), 0);
            }
            context.signalNoMoreSplits(subtask);
        }

        @Override
        public Integer snapshotState(long checkpointId) {
            return 0;
        }

        @Override
        public void close() {}
    }

    private static final class Reader implements SourceReader<Long, Only> {

        private final long[] events;
        private final CompletableFuture<Void> assigned = new CompletableFuture<>();
        private boolean hasPartition;
        private int sent;

        Reader(long[] events) {
            this.events = Arrays.copyOf(events, events.length);
        }

        @Override
        public void start() {}

        @Override
        public InputStatus pollNext(ReaderOutput<Long> output) {
            if (!assigned.isDone()) {
                return InputStatus.NOTHING_AVAILABLE;
            }
            if (!hasPartition || sent == events.length) {
                return InputStatus.END_OF_INPUT;
            }
            if (!next().isDone()) {
                return InputStatus.NOTHING_AVAILABLE;
            }
            output.createOutputForSplit("only").collect(events[sent++], Long.MIN_VALUE);
            return InputStatus.MORE_AVAILABLE;
        }

        @Override
        public List<Only> snapshotState(long checkpointId) {
            return List.of(new Only());
        }

        @Override
        public CompletableFuture<Void> isAvailable() {
            return assigned.isDone() && hasPartition ? next() : assigned;
        }

        /** What the next event waits for. */
        private CompletableFuture<Void> next() {
            return sent == 0 ? otherFinished : sent == 1 ? second : assigned;
        }

        @Override
        public void addSplits(List<Only> splits) {
            hasPartition = true;
        }

        @Override
        public void notifyNoMoreSplits() {
            assigned.complete(null);
        }

        @Override
        public void close() {
            if (!hasPartition) {
                otherFinished.complete(null);
            }
        }
    }
}
