package io.tidemark.operators.window;

import org.apache.flink.api.common.state.BroadcastState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeinfo.Types;

/**
 * The watermark of the last checkpoint. Flink's own starts at its lowest after a restore, and a
 * window that was closed would open a second time for an event that is late.
 *
 * <p>All subtasks of one operator have seen the same watermarks in front of an aligned barrier, so
 * each can take what any of them wrote, at any parallelism.
 */
final class WatermarkState {

    private static final MapStateDescriptor<String, Long> WATERMARK =
            new MapStateDescriptor<>("watermark", Types.STRING, Types.LONG);
    private static final String COMBINED = "combined";

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
}
