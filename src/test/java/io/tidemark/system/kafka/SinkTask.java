package io.tidemark.system.kafka;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.testing.InterceptedMetrics;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.metrics.Counter;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.metrics.util.InterceptingOperatorMetricGroup;
import org.apache.flink.runtime.state.OperatorStateHandle;
import org.apache.flink.runtime.state.memory.ByteStreamStateHandle;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessageTypeInfo;
import org.apache.flink.streaming.runtime.operators.sink.CommitterOperatorFactory;
import org.apache.flink.streaming.runtime.operators.sink.SinkWriterOperatorFactory;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.jspecify.annotations.Nullable;

/**
 * One subtask of a sink as Flink runs it, writer and committer in a chain, that does each step only
 * when it is told to.
 *
 * @param <C> what is committed
 */
final class SinkTask<C> implements AutoCloseable {

    /** A completed checkpoint of one subtask. */
    record Snapshot(
            long checkpoint,
            int parallelism,
            OperatorSubtaskState writer,
            OperatorSubtaskState committer) {

        /**
         * Replaces a text in what the committer kept by another of the same length, so that it asks
         * for what the broker never heard of.
         */
        void rename(String text, String other) {
            int replaced = 0;
            for (OperatorStateHandle state : committer.getManagedOperatorState()) {
                byte[] data = ((ByteStreamStateHandle) state.getDelegateStateHandle()).getData();
                String all = new String(data, ISO_8859_1);
                for (int at = all.indexOf(text); at >= 0; at = all.indexOf(text, at + 1)) {
                    System.arraycopy(other.getBytes(ISO_8859_1), 0, data, at, text.length());
                    replaced++;
                }
            }
            assertThat(replaced).as("places of " + text).isPositive();
        }
    }

    private final OneInputStreamOperatorTestHarness<String, CommittableMessage<C>> writer;
    private final OneInputStreamOperatorTestHarness<CommittableMessage<C>, CommittableMessage<C>>
            committer;
    private final InterceptingOperatorMetricGroup metrics = new InterceptingOperatorMetricGroup();
    private final int parallelism;
    private int forwarded;

    @SuppressWarnings("unchecked") // every sink here has a committer
    private SinkTask(Sink<String> sink, int subtask, int parallelism) throws Exception {
        SupportsCommitter<C> committing = (SupportsCommitter<C>) sink;
        TypeSerializer<CommittableMessage<C>> messages =
                CommittableMessageTypeInfo.of(committing::getCommittableSerializer)
                        .createSerializer(new SerializerConfigImpl());
        this.parallelism = parallelism;
        committer =
                new OneInputStreamOperatorTestHarness<>(
                        new CommitterOperatorFactory<>(committing, false, true),
                        messages,
                        InterceptedMetrics.environment(metrics, parallelism, subtask));
        committer.setup(messages);
        writer =
                new OneInputStreamOperatorTestHarness<>(
                        new SinkWriterOperatorFactory<String, C>(sink), 128, parallelism, subtask);
        writer.getExecutionConfig().setMaxParallelism(128);
        writer.setup(messages);
    }

    /** A subtask that starts without a checkpoint. */
    static SinkTask<?> fresh(Sink<String> sink, int subtask, int parallelism) throws Exception {
        return start(sink, subtask, parallelism, null);
    }

    /** The only subtask, restored. */
    static SinkTask<?> restored(Sink<String> sink, Snapshot from) throws Exception {
        return start(sink, 0, 1, from);
    }

    /**
     * A subtask; its own state, where the parallelism is what it was, and else that of the only
     * subtask, which goes to the first of the new ones.
     */
    static SinkTask<?> start(
            Sink<String> sink, int subtask, int parallelism, @Nullable Snapshot from)
            throws Exception {
        SinkTask<?> task = new SinkTask<>(sink, subtask, parallelism);
        try {
            task.open(from, subtask);
        } catch (Throwable failed) {
            task.close();
            throw failed;
        }
        return task;
    }

    private void open(@Nullable Snapshot from, int subtask) throws Exception {
        if (from != null) {
            writer.setRestoredCheckpointId(from.checkpoint());
            committer.setRestoredCheckpointId(from.checkpoint());
        }
        // As in a task: the end of the chain first.
        if (from != null && (subtask == 0 || from.parallelism() == parallelism)) {
            committer.initializeState(from.committer());
            committer.open();
            writer.initializeState(from.writer());
        } else {
            committer.open();
        }
        writer.open();
    }

    SinkTask<C> write(String... texts) throws Exception {
        for (String text : texts) {
            writer.processElement(text, 0);
        }
        return this;
    }

    /** The barrier of a checkpoint passes. */
    Snapshot snapshot(long checkpoint) throws Exception {
        writer.prepareSnapshotPreBarrier(checkpoint);
        List<CommittableMessage<C>> messages = new ArrayList<>(writer.extractOutputValues());
        for (CommittableMessage<C> message : messages.subList(forwarded, messages.size())) {
            committer.processElement(message, 0);
        }
        forwarded = messages.size();
        committer.prepareSnapshotPreBarrier(checkpoint);
        return new Snapshot(
                checkpoint,
                parallelism,
                writer.snapshot(checkpoint, checkpoint),
                committer.snapshot(checkpoint, checkpoint));
    }

    /** The task hears that a checkpoint is complete, and commits. */
    void complete(long checkpoint) throws Exception {
        writer.notifyOfCompletedCheckpoint(checkpoint);
        committer.notifyOfCompletedCheckpoint(checkpoint);
    }

    /** A counter of the committer. */
    long counted(String metric) {
        return ((Counter) requireNonNull(metrics.get(metric))).getCount();
    }

    @Override
    public void close() throws Exception {
        try {
            writer.close();
        } finally {
            committer.close();
        }
    }
}
