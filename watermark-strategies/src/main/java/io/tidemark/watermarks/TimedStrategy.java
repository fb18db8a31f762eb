package io.tidemark.watermarks;

import org.apache.flink.api.common.eventtime.TimestampAssigner;
import org.apache.flink.api.common.eventtime.TimestampAssignerSupplier;
import org.apache.flink.api.common.eventtime.WatermarkGeneratorSupplier;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.jspecify.annotations.Nullable;

/**
 * A Flink watermark strategy over events whose times are known, with one generator a partition and
 * one set of metrics a subtask.
 */
abstract class TimedStrategy<T> implements WatermarkStrategy<T> {

    private static final long serialVersionUID = 1L;

    private final EventTimes<T> times;

    private transient @Nullable WatermarkMetrics metrics;

    TimedStrategy(EventTimes<T> times) {
        this.times = times;
    }

    /** A generator for one partition that has not seen an event. */
    abstract RestorableGenerator<T> begin(WatermarkMetrics metrics);

    final EventTimes<T> times() {
        return times;
    }

    @Override
    public final TimestampAssigner<T> createTimestampAssigner(
            TimestampAssignerSupplier.Context context) {
        TimeOf<T> eventTime = times.eventTime();
        return (event, recordTimestamp) -> eventTime.of(event);
    }

    @Override
    public final RestorableGenerator<T> createWatermarkGenerator(
            WatermarkGeneratorSupplier.Context context) {
        if (metrics == null || !metrics.belongTo(context)) {
            metrics = WatermarkMetrics.register(context);
        }
        return begin(metrics);
    }
}
