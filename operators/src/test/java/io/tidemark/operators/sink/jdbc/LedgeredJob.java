package io.tidemark.operators.sink.jdbc;

import io.tidemark.operators.testing.InterceptedMetrics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.api.common.JobID;
import org.apache.flink.metrics.Counter;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.metrics.util.InterceptingOperatorMetricGroup;
import org.apache.flink.runtime.operators.testutils.MockEnvironment;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.runtime.operators.sink.CommitterOperatorFactory;
import org.apache.flink.streaming.runtime.operators.sink.SinkWriterOperatorFactory;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.jspecify.annotations.Nullable;

/**
 * A job of a source with numbered partitions and a ledgered sink, in Flink's own operators, whose
 * checkpoints, crashes and restores a test moves by hand.
 */
final class LedgeredJob implements AutoCloseable {

    private static final int MAX_PARALLELISM = 128;

    private final LedgeredRows<Event> sink;
    private final JobID id;
    private final List<Subtask> subtasks = new ArrayList<>();
    private final Map<Integer, Long> next = new TreeMap<>();
    private final CheckpointStamp stamp = new CheckpointStamp();

    private LedgeredJob(LedgeredRows<Event> sink, JobID id) {
        this.sink = sink;
        this.id = id;
    }

    static LedgeredJob start(LedgeredRows<Event> sink, JobID id, int parallelism) throws Exception {
        return restore(sink, id, parallelism, null);
    }

    static LedgeredJob restore(
            LedgeredRows<Event> sink, JobID id, int parallelism, @Nullable Checkpoint from)
            throws Exception {
        LedgeredJob job = new LedgeredJob(sink, id);
        try {
            if (from != null) {
                job.next.putAll(from.read());
            }
            for (int subtask = 0; subtask < parallelism; subtask++) {
                job.subtasks.add(job.openSubtask(parallelism, subtask, from));
            }
            return job;
        } catch (Throwable failed) {
            job.close();
            throw failed;
        }
    }

    private Subtask openSubtask(int parallelism, int index, @Nullable Checkpoint from)
            throws Exception {
        InterceptingOperatorMetricGroup writerMetrics = new InterceptingOperatorMetricGroup();
        InterceptingOperatorMetricGroup committerMetrics = new InterceptingOperatorMetricGroup();
        // The last operator of a chain is opened first.
        OneInputStreamOperatorTestHarness<
                        CommittableMessage<LedgerBatch>, CommittableMessage<LedgerBatch>>
                committer =
                        new OneInputStreamOperatorTestHarness<>(
                                new CommitterOperatorFactory<>(sink, false, true),
                                InterceptedMetrics.environment(
                                        committerMetrics, id, parallelism, index));
        OneInputStreamOperatorTestHarness<Event, CommittableMessage<LedgerBatch>> writer =
                new OneInputStreamOperatorTestHarness<>(
                        new SinkWriterOperatorFactory<Event, LedgerBatch>(sink),
                        InterceptedMetrics.environment(writerMetrics, id, parallelism, index));
        Subtask subtask = new Subtask(writer, committer, writerMetrics, committerMetrics);
        try {
            if (from != null) {
                restore(committer, from, from.committers(), parallelism, index);
                restore(writer, from, from.writers(), parallelism, index);
            }
            committer.open();
            writer.open();
            return subtask;
        } catch (Throwable failed) {
            try {
                subtask.close();
            } catch (Exception neverOpened) {
                failed.addSuppressed(neverOpened);
            }
            throw failed;
        }
    }

    private static void restore(
            AbstractStreamOperatorTestHarness<?> harness,
            Checkpoint from,
            List<OperatorSubtaskState> states,
            int parallelism,
            int index)
            throws Exception {
        harness.setRestoredCheckpointId(from.id());
        OperatorSubtaskState all =
                AbstractStreamOperatorTestHarness.repackageState(
                        states.toArray(new OperatorSubtaskState[0]));
        harness.initializeState(
                AbstractStreamOperatorTestHarness.repartitionOperatorState(
                        all, MAX_PARALLELISM, states.size(), parallelism, index));
    }

    /** Reads the next so many events of a partition; each partition goes to one subtask. */
    void read(int partition, int events) throws Exception {
        for (int i = 0; i < events; i++) {
            long offset = next.merge(partition, 1L, Long::sum) - 1;
            write(partition % subtasks.size(), new Event(partition, offset));
        }
    }

    long offset(int partition) {
        return next.getOrDefault(partition, 0L);
    }

    void write(int subtask, Event event) throws Exception {
        subtasks.get(subtask).writer.processElement(event, 0);
    }

    /** Lets a checkpoint pass all subtasks; nobody is told yet that it is complete. */
    Checkpoint checkpoint(long checkpoint) throws Exception {
        List<OperatorSubtaskState> writers = new ArrayList<>();
        List<OperatorSubtaskState> committers = new ArrayList<>();
        for (Subtask subtask : subtasks) {
            subtask.writer.prepareSnapshotPreBarrier(checkpoint);
            forward(subtask);
            writers.add(subtask.writer.snapshot(checkpoint, 0));
            committers.add(subtask.committer.snapshot(checkpoint, 0));
        }
        return new Checkpoint(checkpoint, new TreeMap<>(next), writers, committers);
    }

    void endInput() throws Exception {
        for (Subtask subtask : subtasks) {
            subtask.writer.endInput();
            forward(subtask);
            subtask.committer.endInput();
        }
    }

    private void forward(Subtask subtask) throws Exception {
        Object sent;
        while ((sent = subtask.writer.getOutput().poll()) != null) {
            @SuppressWarnings("unchecked")
            StreamRecord<CommittableMessage<LedgerBatch>> message =
                    (StreamRecord<CommittableMessage<LedgerBatch>>) sent;
            subtask.committer.processElement(new StreamRecord<>(stamp.map(message.getValue())));
        }
    }

    /** Tells all subtasks that a checkpoint is complete. */
    void complete(long checkpoint) throws Exception {
        for (int subtask = 0; subtask < subtasks.size(); subtask++) {
            complete(checkpoint, subtask);
        }
    }

    void complete(long checkpoint, int subtask) throws Exception {
        subtasks.get(subtask).committer.notifyOfCompletedCheckpoint(checkpoint);
    }

    int parallelism() {
        return subtasks.size();
    }

    /** A counter of all committers together. */
    long ofCommitters(String counter) {
        return subtasks.stream().mapToLong(one -> count(one.committerMetrics, counter)).sum();
    }

    /** A counter of all writers together. */
    long ofWriters(String counter) {
        return subtasks.stream().mapToLong(one -> count(one.writerMetrics, counter)).sum();
    }

    private static long count(InterceptingOperatorMetricGroup metrics, String counter) {
        return ((Counter) metrics.get(counter)).getCount();
    }

    @Override
    public void close() throws Exception {
        for (Subtask subtask : subtasks) {
            subtask.close();
        }
    }

    /** Where an event is in the source. */
    record Event(int partition, long offset) {

        static Table<Event> table() {
            return Table.<Event>named("events")
                    .value("part", "integer", Event::partition)
                    .value("place", "bigint", Event::offset);
        }

        /** A sink that appends to that table, all it needs being there. */
        static LedgeredRows<Event> sink() {
            LedgeredRows<Event> sink =
                    LedgeredRows.appendingTo(table(), TestDatabase.address()).named("sink");
            sink.createIfAbsent();
            return sink;
        }

        /** The same sink, rolling forward. */
        static LedgeredRows<Event> rollingSink() {
            LedgeredRows<Event> sink = sink().rollForwardBy(Event::position);
            sink.createIfAbsent();
            return sink;
        }

        /** The rows of that table. */
        static List<String> rows() throws Exception {
            return TestDatabase.rows("SELECT part, place FROM events ORDER BY part, place");
        }

        Position position() {
            return new Position("p" + partition, offset);
        }

        /** As if three rows came of each offset, with barriers also between them. */
        Position positionOfThreeAtAnOffset() {
            return new Position("p" + partition, offset / 3, (int) (offset % 3));
        }

        @Override
        public String toString() {
            return partition + "|" + offset;
        }
    }

    /** What a checkpoint keeps. */
    record Checkpoint(
            long id,
            Map<Integer, Long> read,
            List<OperatorSubtaskState> writers,
            List<OperatorSubtaskState> committers) {}

    private record Subtask(
            OneInputStreamOperatorTestHarness<Event, CommittableMessage<LedgerBatch>> writer,
            OneInputStreamOperatorTestHarness<
                            CommittableMessage<LedgerBatch>, CommittableMessage<LedgerBatch>>
                    committer,
            InterceptingOperatorMetricGroup writerMetrics,
            InterceptingOperatorMetricGroup committerMetrics) {

        void close() throws Exception {
            // A harness leaves an environment that it was given, and its threads, to the giver.
            try (MockEnvironment ofCommitter = committer.getEnvironment();
                    MockEnvironment ofWriter = writer.getEnvironment();
                    committer) {
                writer.close();
            }
        }
    }
}
