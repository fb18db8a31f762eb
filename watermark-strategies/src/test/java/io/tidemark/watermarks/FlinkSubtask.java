package io.tidemark.watermarks;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.runtime.metrics.groups.TaskIOMetricGroup;
import org.apache.flink.runtime.metrics.groups.UnregisteredMetricGroups;
import org.apache.flink.streaming.api.operators.source.TimestampsAndWatermarks;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.io.PushingAsyncDataInput.DataOutput;
import org.apache.flink.streaming.runtime.tasks.TestProcessingTimeService;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.util.clock.ManualClock;

/**
 * One subtask of a source as Flink runs it: Flink's own code between the strategy's generators and
 * the output, with a clock that stands still until it is moved.
 */
final class FlinkSubtask {

    private final TaskIOMetricGroup io =
            UnregisteredMetricGroups.createUnregisteredTaskMetricGroup().getIOMetricGroup();
    private final TimestampsAndWatermarks<Event> watermarks;
    private final ReaderOutput<Event> output;
    private final Map<String, SourceOutput<Event>> splits = new HashMap<>();

    FlinkSubtask(WatermarkStrategy<Event> strategy, ManualClock clock, DataOutput<Event> output) {
        this.watermarks =
                TimestampsAndWatermarks.createProgressiveEventTimeLogic(
                        strategy,
                        new UnregisteredMetricsGroup(),
                        new TestProcessingTimeService(),
                        1_000,
                        clock,
                        clock,
                        io);
        this.output = watermarks.createMainOutput(output, new Unheard());
    }

    /** A partition is assigned. */
    FlinkSubtask reading(String split) {
        splits.put(split, output.createOutputForSplit(split));
        return this;
    }

    void take(String split, Event event) {
        Objects.requireNonNull(splits.get(split), split).collect(event, Long.MIN_VALUE);
    }

    /** The periodic tick. */
    void tick() {
        watermarks.emitImmediateWatermark(0);
    }

    void backpressured(boolean on) {
        if (on) {
            io.getHardBackPressuredTimePerSecond().markStart();
        } else {
            io.getHardBackPressuredTimePerSecond().markEnd();
        }
    }

    private static final class Unheard implements TimestampsAndWatermarks.WatermarkUpdateListener {
        @Override
        public void updateIdle(boolean isIdle) {}

        @Override
        public void updateCurrentEffectiveWatermark(long watermark) {}

        @Override
        public void updateCurrentSplitWatermark(String splitId, long watermark) {}

        @Override
        public void updateCurrentSplitIdle(String splitId, boolean idle) {}

        @Override
        public void splitFinished(String splitId) {}
    }

    /** For tests that feed Flink's valve by hand. */
    static Watermark watermark(long millis) {
        return new Watermark(millis);
    }

    static final WatermarkStatus IDLE = WatermarkStatus.IDLE;
    static final WatermarkStatus ACTIVE = WatermarkStatus.ACTIVE;
}
