package io.tidemark.operators.testing;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.checkpoint.SavepointType;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.heap.HeapKeyedStateBackend;
import org.apache.flink.state.forst.sync.ForStSyncKeyedStateBackend;
import org.apache.flink.state.rocksdb.RocksDBKeyedStateBackend;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.jspecify.annotations.Nullable;

/** One life of an operator, from a start or restore to a crash or the end, at one parallelism. */
final class Attempt<IN, OUT> {

    private final NodeUnderTest<IN, OUT> node;
    private final TypeSerializer<IN> inputSerializer;
    private final Emitted uncommitted;
    private final List<OneInputStreamOperatorTestHarness<IN, OUT>> subtasks;

    private long checkpointId;
    private long elements;
    private boolean closed;

    private Attempt(NodeUnderTest<IN, OUT> node, Emitted uncommitted, long checkpointId) {
        this.node = node;
        this.inputSerializer = node.inputSerializer();
        this.uncommitted = uncommitted;
        this.subtasks = new ArrayList<>();
        this.checkpointId = checkpointId;
    }

    static <IN, OUT> Attempt<IN, OUT> start(
            NodeUnderTest<IN, OUT> node,
            Backend backend,
            int parallelism,
            @Nullable Snapshot snapshot)
            throws Exception {
        Emitted emitted = new Emitted();
        return start(
                node,
                backend,
                parallelism,
                snapshot,
                emitted,
                (subtask, serializer) -> node.collecting(emitted, serializer));
    }

    /** The same, with outputs of one's own, a subtask each: what they get is not committed. */
    static <IN, OUT> Attempt<IN, OUT> start(
            NodeUnderTest<IN, OUT> node,
            Backend backend,
            int parallelism,
            @Nullable Snapshot snapshot,
            OutputOf<OUT> output)
            throws Exception {
        return start(node, backend, parallelism, snapshot, new Emitted(), output);
    }

    private static <IN, OUT> Attempt<IN, OUT> start(
            NodeUnderTest<IN, OUT> node,
            Backend backend,
            int parallelism,
            @Nullable Snapshot snapshot,
            Emitted emitted,
            OutputOf<OUT> output)
            throws Exception {
        Attempt<IN, OUT> attempt =
                new Attempt<>(node, emitted, snapshot == null ? 0 : snapshot.checkpointId());
        for (int i = 0; i < parallelism; i++) {
            int index = i;
            OneInputStreamOperatorTestHarness<IN, OUT> subtask =
                    node.subtask(
                            backend,
                            parallelism,
                            i,
                            serializer -> output.create(index, serializer));
            attempt.subtasks.add(subtask);
            if (snapshot == null) {
                subtask.initializeEmptyState();
            } else {
                subtask.setRestoredCheckpointId(snapshot.checkpointId());
                subtask.initializeState(snapshot.dealtTo(i, parallelism));
            }
            subtask.open();
        }
        return attempt;
    }

    /**
     * Works on an element, a watermark or the clock; a barrier whose checkpoint never completes is
     * nothing.
     */
    void take(Step<IN> step) throws Exception {
        if (step instanceof Step.Element<IN> element) {
            take(node.owner(element.value(), elements++, subtasks.size()), element);
        } else if (step instanceof Step.Mark<IN> mark) {
            for (OneInputStreamOperatorTestHarness<IN, OUT> subtask : subtasks) {
                subtask.processWatermark(mark.time());
            }
        } else if (step instanceof Step.Clock<IN> clock) {
            for (OneInputStreamOperatorTestHarness<IN, OUT> subtask : subtasks) {
                subtask.setProcessingTime(clock.time());
            }
        }
    }

    /** One subtask works on an element. */
    void take(int subtask, Step.Element<IN> element) throws Exception {
        subtasks.get(subtask)
                .processElement(
                        new StreamRecord<>(
                                CollectingOutput.overTheWire(element.value(), inputSerializer),
                                element.timestamp()));
    }

    /** One subtask alone, so that it has a watermark and a status of its own. */
    OneInputStreamOperatorTestHarness<IN, OUT> subtask(int subtask) {
        return subtasks.get(subtask);
    }

    /** Cuts a checkpoint and completes it: what left in front of the barrier is now visible. */
    Snapshot checkpoint(Emitted committed) throws Exception {
        checkpointId++;
        for (OneInputStreamOperatorTestHarness<IN, OUT> subtask : subtasks) {
            subtask.prepareSnapshotPreBarrier(checkpointId);
        }
        committed.takeFrom(uncommitted);
        List<OperatorSubtaskState> states = new ArrayList<>();
        for (OneInputStreamOperatorTestHarness<IN, OUT> subtask : subtasks) {
            states.add(subtask.snapshot(checkpointId, checkpointId));
        }
        for (OneInputStreamOperatorTestHarness<IN, OUT> subtask : subtasks) {
            subtask.notifyOfCompletedCheckpoint(checkpointId);
        }
        return new Snapshot(checkpointId, states);
    }

    /** The state of the only subtask, in the format that every backend reads. */
    OperatorSubtaskState savepoint() throws Exception {
        OneInputStreamOperatorTestHarness<IN, OUT> subtask = subtasks.get(0);
        checkpointId++;
        subtask.prepareSnapshotPreBarrier(checkpointId);
        return subtask.snapshotWithLocalState(
                        checkpointId,
                        checkpointId,
                        SavepointType.savepoint(SavepointFormatType.CANONICAL))
                .getJobManagerOwnedState();
    }

    /**
     * Ends the input and cuts the last checkpoint, which finds nothing left to be sent: nothing can
     * leave after an operator has finished.
     */
    void end(Emitted committed, int entriesLeft) throws Exception {
        take(new Step.Mark<>(Long.MAX_VALUE));
        for (OneInputStreamOperatorTestHarness<IN, OUT> subtask : subtasks) {
            subtask.endInput();
            subtask.getOneInputOperator().finish();
        }
        committed.takeFrom(uncommitted);
        for (OneInputStreamOperatorTestHarness<IN, OUT> subtask : subtasks) {
            // Also writes out what RocksDB still holds back, deletions too.
            subtask.snapshot(++checkpointId, checkpointId);
        }
        assertNothingLeft(entriesLeft);
    }

    private void assertNothingLeft(int entriesLeft) {
        int entries = 0;
        int timers = 0;
        for (OneInputStreamOperatorTestHarness<IN, OUT> subtask : subtasks) {
            KeyedStateBackend<?> state = subtask.getOperator().getKeyedStateBackend();
            if (state != null) {
                entries += entries(state);
                timers += subtask.numEventTimeTimers() + subtask.numProcessingTimeTimers();
            }
        }
        if (entries != entriesLeft || timers != 0) {
            throw new AssertionError(
                    "at the end of the input "
                            + entries
                            + " entries of keyed state and "
                            + timers
                            + " timers are left; expected "
                            + entriesLeft
                            + " entries and no timer");
        }
    }

    private static int entries(KeyedStateBackend<?> state) {
        if (state instanceof HeapKeyedStateBackend<?> heap) {
            return heap.numKeyValueStateEntries();
        }
        if (state instanceof RocksDBKeyedStateBackend<?> rocksDb) {
            return rocksDb.numKeyValueStateEntries();
        }
        if (state instanceof ForStSyncKeyedStateBackend<?> forSt) {
            return forSt.numKeyValueStateEntries();
        }
        throw new IllegalStateException("cannot count the entries of " + state);
    }

    /** Where a subtask sends what leaves it. */
    @FunctionalInterface
    interface OutputOf<OUT> {

        Output<StreamRecord<OUT>> create(int subtask, TypeSerializer<OUT> serializer);
    }

    void close() throws Exception {
        if (!closed) {
            closed = true;
            for (OneInputStreamOperatorTestHarness<IN, OUT> subtask : subtasks) {
                subtask.close();
            }
        }
    }
}
