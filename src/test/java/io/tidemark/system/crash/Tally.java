package io.tidemark.system.crash;

import static java.util.Objects.requireNonNull;

import io.tidemark.system.fault.Faults;
import io.tidemark.system.fault.Passage;
import io.tidemark.system.fault.Point;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;

/** Counts the entries of each key, so that a state that is ahead or behind shows in each effect. */
final class Tally extends KeyedProcessFunction<String, Entry, Entry>
        implements CheckpointedFunction {

    private static final long serialVersionUID = 1L;

    private final String scene;

    private transient @Nullable ValueState<Long> count;

    /**
     * One that belongs to a scene.
     *
     * @param scene under whose name the entries that pass are counted for the test
     */
    Tally(String scene) {
        this.scene = scene;
    }

    @Override
    public void open(OpenContext context) {
        count =
                getRuntimeContext()
                        .getState(new ValueStateDescriptor<>("count", new WatchedSerializer()));
    }

    @Override
    public void processElement(Entry entry, Context context, Collector<Entry> out)
            throws Exception {
        Faults.reach(Point.RECORD, subtask());
        ValueState<Long> state = requireNonNull(count);
        Long before = state.value();
        long ordinal = before == null ? 1 : before + 1;
        state.update(ordinal);
        out.collect(entry.counted(ordinal));
        Passage.count(scene);
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) {
        Faults.reach(Point.SNAPSHOT, subtask());
    }

    @Override
    public void initializeState(FunctionInitializationContext context) {}

    private int subtask() {
        return getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
    }
}
