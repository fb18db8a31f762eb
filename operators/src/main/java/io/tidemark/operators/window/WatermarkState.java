package io.tidemark.operators.window;

import org.apache.flink.api.common.state.BroadcastState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeinfo.Types;

/**
 * The watermark of the last checkpoint. Flink's own starts at its lowest after a restore, and a
 * window that was closed would open a second time for an event that is late.
 *
 * <p>Each subtask takes what one of them wrote, which is mostly the same for all: they have seen
 * the same watermarks in front of an aligned barrier, though not always in the same order. Where
 * keys are concerned, see {@link KeyGroupWatermarks}.
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
