package io.tidemark.operators.window;

import org.apache.flink.api.common.state.BroadcastState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeinfo.Types;

/**
 * The watermark of the last checkpoint. Flink's own starts at its lowest after a restore, and a
 * window that was closed would open a second time for an event that is late.
 *
 * <p>It also remembers whether a {@link LocalAggregation} stood in front of the windows.
 *
 * <p>Each subtask takes what one of them wrote, which is mostly the same for all: they have seen
 * the same watermarks in front of an aligned barrier, though not always in the same order. Where
 * keys are concerned, see {@link KeyGroupWatermarks}.
 */
final class WatermarkState {

    private static final MapStateDescriptor<String, Long> WATERMARK =
            new MapStateDescriptor<>("watermark", Types.STRING, Types.LONG);
    private static final String COMBINED = "combined";
    private static final String BEHIND_LOCAL = "behind-local-aggregation";

    private final BroadcastState<String, Long> state;

    private WatermarkState(BroadcastState<String, Long> state) {
        this.state = state;
    }

    static WatermarkState open(OperatorStateStore store) throws Exception {
        return new WatermarkState(store.getBroadcastState(WATERMARK));
    }

    long restored() throws Exception {
        return state.contains(COMBINED) ? state.get(COMBINED) : Long.MIN_VALUE;
    }

    void store(long watermark) throws Exception {
        state.put(COMBINED, watermark);
    }

    /**
     * Notes whether a local aggregation stands in front, for the restores to come.
     *
     * @throws IllegalStateException if it does, and did not where the restored state comes from
     */
    void behindLocalAggregation(boolean behind) throws Exception {
        if (!behind) {
            state.remove(BEHIND_LOCAL);
            return;
        }
        if (state.contains(COMBINED) && !state.contains(BEHIND_LOCAL)) {
            throw new IllegalStateException(
                    "preAggregating() was switched on for windows that are restored from a state"
                            + " without it: a local aggregation that does not know how far they"
                            + " had come would fold events that are late, and these could not go"
                            + " to the late output. Restore them without preAggregating(), or"
                            + " drain the old job (flink stop --drain), which sends all windows,"
                            + " and start the new one without its state");
        }
        state.put(BEHIND_LOCAL, 1L);
    }
}
