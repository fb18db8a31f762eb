package io.tidemark.watermarks;

import org.apache.flink.api.common.eventtime.TimestampAssigner;
import org.apache.flink.api.common.eventtime.TimestampAssignerSupplier;
import org.apache.flink.api.common.eventtime.WatermarkAlignmentParams;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkGeneratorSupplier;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.metrics.Counter;
import org.jspecify.annotations.Nullable;

/**
 * A watermark strategy around any other one, ours or Flink's: the times and the alignment are those
 * of the other, the watermark is lifted.
 */
abstract class WrappingStrategy<T> implements WatermarkStrategy<T> {

    private static final long serialVersionUID = 1L;

    private final WatermarkStrategy<T> wrapped;

    private transient @Nullable SubtaskCounters counters;

    WrappingStrategy(WatermarkStrategy<T> wrapped) {
        this.wrapped = wrapped;
    }

    /** What this strategy is called: in a checkpoint, and in the names of its metrics. */
    abstract String kind();

    /** What this adds for one partition that has not seen an event. */
    abstract Lift<T> begin(WatermarkGeneratorSupplier.Context context);

    final WatermarkStrategy<T> wrapped() {
        return wrapped;
    }

    @Override
    public final TimestampAssigner<T> createTimestampAssigner(
            TimestampAssignerSupplier.Context context) {
        return wrapped.createTimestampAssigner(context);
    }

    @Override
    public WatermarkGenerator<T> createWatermarkGenerator(
            WatermarkGeneratorSupplier.Context context) {
        return WrappingGenerator.around(
                wrapped.createWatermarkGenerator(context),
                kind(),
                begin(context),
                counter(context, "watermarksBy" + kind()),
                counter(context, "eventsBehindBy" + kind()));
    }

    /**
     * The counter of that name of the subtask that the context belongs to, one for all partitions.
     */
    final Counter counter(WatermarkGeneratorSupplier.Context context, String name) {
        if (counters == null || !counters.belongTo(context.getMetricGroup())) {
            counters = new SubtaskCounters(context.getMetricGroup());
        }
        return counters.of(name);
    }

    @Override
    public final WatermarkAlignmentParams getAlignmentParameters() {
        return wrapped.getAlignmentParameters();
    }
}
