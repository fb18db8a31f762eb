package io.tidemark.watermarks;

import org.apache.flink.api.common.eventtime.TimestampAssigner;
import org.apache.flink.api.common.eventtime.TimestampAssignerSupplier;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkGeneratorSupplier;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;

/**
 * A Flink watermark strategy that waits a constant delay behind each partition's own highest event
 * time, by the rule of {@link BoundedDisorder}.
 *
 * <p>Beside Flink's {@code forBoundedOutOfOrderness} it differs in two ways. The watermark moves on
 * the event that moves it, not on the next tick of a wall clock: a replay at full speed judges as
 * the live run did. And an event stamped implausibly far ahead of the log does not move it.
 *
 * <p><b>Worst case.</b> A window closes {@code delay + step - 1} ms of event time after its end.
 * <b>Idleness.</b> A partition without events holds the watermark back: add {@code withIdleness}.
 * The periodic tick repeats the last watermark, so that a partition that falls idle and wakes
 * counts again with its first event that moves the watermark, or else with the next tick ({@code
 * pipeline.auto-watermark-interval}). <b>Backpressure</b> changes nothing, for no clock is read.
 * <b>Restore.</b> Flink does not checkpoint watermarks: each partition starts again without one and
 * catches up with its first event; a lateness gate keeps the progress across that.
 *
 * <p>Cost: one comparison and one division an event, one {@code long} a partition.
 *
 * @param <T> the type of the events
 */
public final class BoundedWatermarks<T> implements WatermarkStrategy<T> {

    private static final long serialVersionUID = 1L;

    private final BoundedDisorder rule;
    private final TimeOf<T> eventTime;
    private final TimeOf<T> logTime;

    private BoundedWatermarks(BoundedDisorder rule, TimeOf<T> eventTime, TimeOf<T> logTime) {
        this.rule = rule;
        this.eventTime = eventTime;
        this.logTime = logTime;
    }

    /**
     * A strategy by the given rule.
     *
     * @param eventTime when an event happened, epoch milliseconds; {@code Long.MIN_VALUE} for a
     *     record that has no event time and must not move the watermark
     * @param logTime when the log took it, epoch milliseconds
     */
    public static <T> BoundedWatermarks<T> by(
            BoundedDisorder rule, TimeOf<T> eventTime, TimeOf<T> logTime) {
        return new BoundedWatermarks<>(rule, eventTime, logTime);
    }

    @Override
    public TimestampAssigner<T> createTimestampAssigner(TimestampAssignerSupplier.Context context) {
        return (event, recordTimestamp) -> eventTime.of(event);
    }

    @Override
    public WatermarkGenerator<T> createWatermarkGenerator(
            WatermarkGeneratorSupplier.Context context) {
        return new Generator();
    }

    private final class Generator implements WatermarkGenerator<T> {

        private long progress = BoundedDisorder.NO_PROGRESS;
        private long emitted = Long.MIN_VALUE;

        @Override
        public void onEvent(T event, long eventTimestamp, WatermarkOutput output) {
            if (eventTimestamp <= progress) {
                return;
            }
            progress = rule.advance(progress, eventTimestamp, logTime.of(event));
            long watermark = rule.watermark(progress);
            if (watermark > emitted) {
                emitted = watermark;
                output.emitWatermark(new Watermark(watermark));
            }
        }

        @Override
        public void onPeriodicEmit(WatermarkOutput output) {
            // A repeat is dropped unless the partition was idle: then it is what makes it count
            // again.
            if (emitted != Long.MIN_VALUE) {
                output.emitWatermark(new Watermark(emitted));
            }
        }
    }
}
