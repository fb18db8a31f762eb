package io.tidemark.bench.windows;

import java.nio.ByteBuffer;
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

/**
 * The events of a pattern, without an end. Of several subtasks each takes every so-many-th event,
 * so that they stay together in event time; Flink's own generator would give each a range far from
 * the others'.
 */
record EventSource(EventPattern pattern, String board)
        implements Source<Event, EventSource.Stride, Void> {

    /** Every {@code step}-th event from {@code next} on. */
    record Stride(int subtask, long next, int step) implements SourceSplit {
        @Override
        public String splitId() {
            return Integer.toString(subtask);
        }
    }

    @Override
    public Boundedness getBoundedness() {
        return Boundedness.CONTINUOUS_UNBOUNDED;
    }

    @Override
    public SourceReader<Event, Stride> createReader(SourceReaderContext context) {
        pattern.open();
        return new EventReader(pattern, RunBoard.named(board));
    }

    @Override
    public SplitEnumerator<Stride, Void> createEnumerator(SplitEnumeratorContext<Stride> context) {
        return new Strides(context);
    }

    @Override
    public SplitEnumerator<Stride, Void> restoreEnumerator(
            SplitEnumeratorContext<Stride> context, Void nothing) {
        return new Strides(context);
    }

    @Override
    public SimpleVersionedSerializer<Stride> getSplitSerializer() {
        return new StrideSerializer();
    }

    @Override
    public SimpleVersionedSerializer<Void> getEnumeratorCheckpointSerializer() {
        return new NothingSerializer();
    }

    private record Strides(SplitEnumeratorContext<Stride> context)
            implements SplitEnumerator<Stride, Void> {

        @Override
        public void start() {}

        @Override
        public void handleSplitRequest(int subtask, @Nullable String host) {}

        @Override
        public void addSplitsBack(List<Stride> splits, int subtask) {
            splits.forEach(split -> context.assignSplit(split, subtask));
        }

        @Override
        public void addReader(int subtask) {
            context.assignSplit(
                    new Stride(subtask, subtask, context.currentParallelism()), subtask);
        }

        @Override
        @SuppressWarnings("NullAway") // Flink's way to say that there is nothing to keep
        public Void snapshotState(long checkpoint) {
            return null;
        }

        @Override
        public void close() {}
    }

    private static final class StrideSerializer implements SimpleVersionedSerializer<Stride> {

        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(Stride split) {
            return ByteBuffer.allocate(16)
                    .putInt(split.subtask())
                    .putLong(split.next())
                    .putInt(split.step())
                    .array();
        }

        @Override
        public Stride deserialize(int version, byte[] bytes) {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            return new Stride(buffer.getInt(), buffer.getLong(), buffer.getInt());
        }
    }

    private static final class NothingSerializer implements SimpleVersionedSerializer<Void> {

        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(Void nothing) {
            return new byte[0];
        }

        @Override
        @SuppressWarnings("NullAway") // the only Void there is
        public Void deserialize(int version, byte[] bytes) {
            return null;
        }
    }
}
