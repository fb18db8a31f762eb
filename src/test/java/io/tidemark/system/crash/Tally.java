package io.tidemark.system.crash;

import static java.util.Objects.requireNonNull;

import io.tidemark.system.fault.Faults;
import io.tidemark.system.fault.Passage;
import io.tidemark.system.fault.Point;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
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
    private final boolean forgetful;
    private final Map<String, Long> field = new HashMap<>();

    private transient @Nullable ValueState<Long> count;

    private Tally(String scene, boolean forgetful) {
        this.scene = scene;
        this.forgetful = forgetful;
    }

    /** One that counts what passes, for the test, under the name of its scene. */
    static Tally of(String scene) {
        return new Tally(scene, false);
    }

    /** A mutant that counts in a field, which no checkpoint holds. */
    static Tally forgetful(String scene) {
        return new Tally(scene, true);
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
        long ordinal =
                forgetful
                        ? field.merge(entry.key(), 1L, Long::sum)
                        : countUp(requireNonNull(count));
        out.collect(entry.counted(ordinal));
        Passage.note(scene, entry.id());
    }

    private static long countUp(ValueState<Long> state) throws IOException {
        Long before = state.value();
        long ordinal = before == null ? 1 : before + 1;
        state.update(ordinal);
        return ordinal;
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
