package io.tidemark.watermarks;

import java.time.Duration;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * A watermark strategy that waits a constant delay behind each partition's own highest credible
 * event time: the events lag by at most a delay that you can name.
 *
 * <p><b>Definition.</b> After events whose highest credible time is {@code max} the watermark is
 * {@code floor((max - delay) / step) * step - 1} milliseconds. The step makes it move seldom (each
 * move is a message to every downstream task) and by event time alone; with a step of 1 ms it is
 * Flink's {@code max - delay - 1}. Beside Flink's {@code forBoundedOutOfOrderness} it differs in
 * two ways: it moves on the event that moves it, not on the next tick of a wall clock, so that a
 * replay at full speed judges as the live run did; and an event stamped implausibly far ahead does
 * not move it ({@link EventTimes}).
 *
 * <p><b>Worst case.</b> A window closes {@code delay + step - 1} ms of event time after its end.
 * <b>Idleness.</b> A partition without events holds the watermark back: add {@code withIdleness},
 * or {@link IdleAdvancingWatermarks}. The periodic tick repeats the last watermark, so that beside
 * other partitions of its subtask one that fell idle and wakes counts again with its first event
 * that moves the watermark, or else with the next tick ({@code pipeline.auto-watermark-interval}).
 * If all partitions of a subtask were idle, Flink 2.3 lets it count again only when its watermark
 * has passed the highest that it ever had: {@code withIdleness} can cost each event until then, the
 * idle advance does not. <b>Backpressure</b> changes nothing, for no clock is read. <b>Restore.</b>
 * Flink does not checkpoint watermarks: in the source each partition starts again without one and
 * catches up with its first event; a lateness gate keeps the progress across that.
 *
 * <p>Cost: one comparison an event, one division an event that is the newest; two {@code long}s a
 * partition.
 *
 * @param <T> the type of the events
 */
public final class BoundedWatermarks<T> extends TimedStrategy<T> {

    private static final long serialVersionUID = 1L;

    private final long delayMillis;
    private final long stepMillis;

    private BoundedWatermarks(long delayMillis, long stepMillis, EventTimes<T> times) {
        super(times);
        this.delayMillis = delayMillis;
        this.stepMillis = stepMillis;
    }

    /**
     * A strategy that waits {@code delay} and moves in steps of 1% of it ({@link #defaultStep}).
     *
     * @throws IllegalArgumentException if the delay is negative, or beyond 2^63 - 1 ms
     */
    public static <T> BoundedWatermarks<T> waiting(Duration delay, EventTimes<T> times) {
        if (delay.isNegative()) {
            throw new IllegalArgumentException(
                    "delay="
                            + delay
                            + " is negative: a watermark cannot run ahead of the events, give 0 or more");
        }
        long millis = Millis.of("delay", delay);
        return new BoundedWatermarks<>(millis, Steps.defaultStepMillis(millis), times);
    }

    /** The step that {@link #waiting} takes: 1% of the delay, at least 1 ms. */
    public static Duration defaultStep(Duration delay) {
        return Duration.ofMillis(Steps.defaultStepMillis(Millis.of("delay", delay)));
    }

    /**
     * The same strategy moving in steps of {@code step}. It waits up to {@code step - 1} ms longer
     * than the delay, and never less.
     *
     * @throws IllegalArgumentException if the step is below 1 ms
     */
    public BoundedWatermarks<T> movingBy(Duration step) {
        return new BoundedWatermarks<>(delayMillis, Steps.checkedMillis(step), times());
    }

    @Override
    RestorableGenerator<T> begin(WatermarkMetrics metrics) {
        return new Generator<>(delayMillis, stepMillis, times(), metrics);
    }

    @Override
    public String toString() {
        return "max - " + delayMillis + " ms, in steps of " + stepMillis + " ms";
    }

    private static final class Generator<T> extends DelayGenerator<T> {

        private final long delayMillis;
        private final long stepMillis;

        Generator(
                long delayMillis, long stepMillis, EventTimes<T> times, WatermarkMetrics metrics) {
            super("bounded", times, metrics);
            this.delayMillis = delayMillis;
            this.stepMillis = stepMillis;
        }

        @Override
        long delayMillis() {
            return delayMillis;
        }

        @Override
        long stepMillis() {
            return stepMillis;
        }

        @Override
        boolean learn(T event, long eventTime, long progressBefore) {
            return false;
        }

        @Override
        void writeDelay(DataOutputView out) {}

        @Override
        void readDelay(DataInputView in) {}
    }
}
