package io.tidemark.system;

import java.util.List;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkGeneratorSupplier;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.util.clock.ManualClock;
import org.apache.flink.util.clock.RelativeClock;

/** A generator that nothing ever happens to: no crash, no tick, no other partition. */
final class GeneratorAlone implements WatermarkGeneratorSupplier.Context, WatermarkOutput {

    private long watermark = Long.MIN_VALUE;

    private GeneratorAlone() {}

    /**
     * The watermark that a partition's log leads to: at index i after the first i events, {@code
     * Long.MIN_VALUE} before the first one is emitted.
     */
    static long[] watermarks(WatermarkStrategy<Ping> strategy, List<Ping> log) {
        GeneratorAlone alone = new GeneratorAlone();
        WatermarkGenerator<Ping> generator = strategy.createWatermarkGenerator(alone);
        long[] watermarks = new long[log.size() + 1];
        watermarks[0] = Long.MIN_VALUE;
        for (int i = 0; i < log.size(); i++) {
            generator.onEvent(log.get(i), log.get(i).time(), alone);
            watermarks[i + 1] = alone.watermark;
        }
        return watermarks;
    }

    @Override
    public void emitWatermark(Watermark mark) {
        watermark = Math.max(watermark, mark.getTimestamp());
    }

    @Override
    public void markIdle() {}

    @Override
    public void markActive() {}

    @Override
    public MetricGroup getMetricGroup() {
        return new UnregisteredMetricsGroup();
    }

    @Override
    public RelativeClock getInputActivityClock() {
        return new ManualClock();
    }
}
