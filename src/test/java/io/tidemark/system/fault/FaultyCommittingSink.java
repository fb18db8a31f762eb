package io.tidemark.system.fault;

import java.io.IOException;
import java.util.Collection;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.api.connector.sink2.CommitterInitContext;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.StatefulSinkWriter;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.api.connector.sink2.SupportsWriterState;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.connector.sink2.SupportsPostCommitTopology;
import org.apache.flink.streaming.api.connector.sink2.SupportsPreCommitTopology;
import org.apache.flink.streaming.api.datastream.DataStream;

/**
 * A sink in which faults can happen, around one that keeps state and commits.
 *
 * @param <T> elements
 * @param <S> its writer's state
 * @param <W> what its writer gives
 * @param <C> what its committer takes
 */
@SuppressWarnings("unchecked") // The parts of one sink fit each other.
final class FaultyCommittingSink<T, S, W, C>
        implements Sink<T>,
                SupportsWriterState<T, S>,
                SupportsPreCommitTopology<W, C>,
                SupportsCommitter<C>,
                SupportsPostCommitTopology<C> {

    private static final long serialVersionUID = 1L;

    private final Sink<T> inner;

    FaultyCommittingSink(Sink<T> inner) {
        this.inner = inner;
    }

    @Override
    public SinkWriter<T> createWriter(WriterInitContext context) throws IOException {
        Faults.reach(Point.START, context.getTaskInfo().getIndexOfThisSubtask());
        return faulty(inner.createWriter(context), context);
    }

    @Override
    public StatefulSinkWriter<T, S> restoreWriter(WriterInitContext context, Collection<S> state)
            throws IOException {
        Faults.reach(Point.START, context.getTaskInfo().getIndexOfThisSubtask());
        return faulty(
                inner instanceof SupportsWriterState<?, ?> stateful
                        ? ((SupportsWriterState<T, S>) stateful).restoreWriter(context, state)
                        : inner.createWriter(context),
                context);
    }

    private FaultyWriter<T, S, W> faulty(SinkWriter<T> writer, WriterInitContext context) {
        return new FaultyWriter<>(writer, context.getTaskInfo().getIndexOfThisSubtask());
    }

    @Override
    public SimpleVersionedSerializer<S> getWriterStateSerializer() {
        return inner instanceof SupportsWriterState<?, ?> stateful
                ? ((SupportsWriterState<T, S>) stateful).getWriterStateSerializer()
                : new NoStateSerializer<>();
    }

    @Override
    public DataStream<CommittableMessage<C>> addPreCommitTopology(
            DataStream<CommittableMessage<W>> written) {
        return inner instanceof SupportsPreCommitTopology<?, ?> topology
                ? ((SupportsPreCommitTopology<W, C>) topology).addPreCommitTopology(written)
                : (DataStream<CommittableMessage<C>>) (DataStream<?>) written;
    }

    @Override
    public SimpleVersionedSerializer<W> getWriteResultSerializer() {
        return inner instanceof SupportsPreCommitTopology<?, ?> topology
                ? ((SupportsPreCommitTopology<W, C>) topology).getWriteResultSerializer()
                : (SimpleVersionedSerializer<W>) getCommittableSerializer();
    }

    @Override
    public Committer<C> createCommitter(CommitterInitContext context) throws IOException {
        return new FaultyCommitter<>(
                ((SupportsCommitter<C>) inner).createCommitter(context),
                context.getTaskInfo().getIndexOfThisSubtask());
    }

    @Override
    public SimpleVersionedSerializer<C> getCommittableSerializer() {
        return ((SupportsCommitter<C>) inner).getCommittableSerializer();
    }

    @Override
    public void addPostCommitTopology(DataStream<CommittableMessage<C>> committed) {
        if (inner instanceof SupportsPostCommitTopology<?> topology) {
            ((SupportsPostCommitTopology<C>) topology).addPostCommitTopology(committed);
        }
    }

    /** For writers that have none. */
    private static final class NoStateSerializer<S> implements SimpleVersionedSerializer<S> {

        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(S state) {
            throw new IllegalStateException("there is no state, but here is " + state);
        }

        @Override
        public S deserialize(int version, byte[] serialized) {
            throw new IllegalStateException("there is no state to be read");
        }
    }
}
