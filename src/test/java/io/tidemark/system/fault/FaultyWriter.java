package io.tidemark.system.fault;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.sink2.CommittingSinkWriter;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.StatefulSinkWriter;

/**
 * A writer with points before its flush and before it gives what is to be committed.
 *
 * @param <T> elements
 * @param <S> its state
 * @param <C> what is to be committed
 */
final class FaultyWriter<T, S, C> implements StatefulSinkWriter<T, S>, CommittingSinkWriter<T, C> {

    private final SinkWriter<T> inner;
    private final int subtask;

    FaultyWriter(SinkWriter<T> inner, int subtask) {
        this.inner = inner;
        this.subtask = subtask;
    }

    @Override
    public void write(T element, Context context) throws IOException, InterruptedException {
        inner.write(element, context);
    }

    @Override
    public void writeWatermark(Watermark watermark) throws IOException, InterruptedException {
        inner.writeWatermark(watermark);
    }

    @Override
    public void flush(boolean endOfInput) throws IOException, InterruptedException {
        Faults.reachBefore(() -> inner.flush(endOfInput), Point.FLUSH, subtask);
    }

    @Override
    @SuppressWarnings("unchecked") // The sink gave a writer that gives what its committer takes.
    public Collection<C> prepareCommit() throws IOException, InterruptedException {
        return inner instanceof CommittingSinkWriter<?, ?> committing
                ? ((CommittingSinkWriter<T, C>) committing).prepareCommit()
                : List.of();
    }

    @Override
    @SuppressWarnings("unchecked") // The sink gave a writer that gives what it restores from.
    public List<S> snapshotState(long checkpointId) throws IOException {
        return inner instanceof StatefulSinkWriter<?, ?> stateful
                ? ((StatefulSinkWriter<T, S>) stateful).snapshotState(checkpointId)
                : List.of();
    }

    @Override
    public void close() throws Exception {
        inner.close();
    }
}
