package io.tidemark.system.fault;

import java.io.IOException;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.api.connector.sink2.WriterInitContext;

/**
 * A sink in which faults can happen, around one that has neither state nor anything to commit.
 *
 * @param <T> elements
 */
public final class FaultySink<T> implements Sink<T> {

    private static final long serialVersionUID = 1L;

    private final Sink<T> inner;

    private FaultySink(Sink<T> inner) {
        this.inner = inner;
    }

    /** The same sink, with the points that it has. */
    public static <T> Sink<T> around(Sink<T> sink) {
        return sink instanceof SupportsCommitter
                ? new FaultyCommittingSink<>(sink)
                : new FaultySink<>(sink);
    }

    @Override
    public SinkWriter<T> createWriter(WriterInitContext context) throws IOException {
        int subtask = context.getTaskInfo().getIndexOfThisSubtask();
        Faults.reach(Point.START, subtask);
        return new FaultyWriter<T, Void, Void>(inner.createWriter(context), subtask);
    }
}
