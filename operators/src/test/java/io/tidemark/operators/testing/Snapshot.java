package io.tidemark.operators.testing;

import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;

/** The state of all subtasks at one barrier. */
record Snapshot(long checkpointId, List<OperatorSubtaskState> subtasks) {

    /** What one of so many new subtasks gets of it. */
    OperatorSubtaskState dealtTo(int subtask, int parallelism) throws Exception {
        return AbstractStreamOperatorTestHarness.repartitionOperatorState(
                AbstractStreamOperatorTestHarness.repackageState(
                        subtasks.toArray(OperatorSubtaskState[]::new)),
                NodeUnderTest.MAX_PARALLELISM,
                subtasks.size(),
                parallelism,
                subtask);
    }
}
