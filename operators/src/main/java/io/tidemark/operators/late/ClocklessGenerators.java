package io.tidemark.operators.late;

import java.io.Serializable;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkGeneratorSupplier;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.core.io.IOReadableWritable;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.util.clock.RelativeClock;

/**
 * Makes watermark generators that are asked by events alone, where no clock may have a say, and
 * only of a kind whose state a checkpoint can keep.
 *
 * @param <T> the type of the events
 */
public final class ClocklessGenerators<T> implements Serializable {

    private static final long serialVersionUID = 1L;

    /** One for all, so that a strategy registers its metrics once. */
    private static final WatermarkGeneratorSupplier.Context UNWATCHED = new Unwatched();

    private final WatermarkStrategy<T> strategy;

    private ClocklessGenerators(WatermarkStrategy<T> strategy) {
        this.strategy = strategy;
    }

    /**
     * Generators of the given strategy.
     *
     * @throws IllegalArgumentException if they cannot write their state
     */
    public static <T> ClocklessGenerators<T> of(WatermarkStrategy<T> strategy) {
        WatermarkGenerator<T> generator = strategy.createWatermarkGenerator(UNWATCHED);
        if (!(generator instanceof IOReadableWritable)) {
            throw new IllegalArgumentException(
                    "strategy="
                            + strategy
                            + " makes generators of "
                            + generator.getClass().getName()
                            + ", whose state no checkpoint can keep: take one of io.tidemark.watermarks without withIdleness, or let the generator implement "
                            + IOReadableWritable.class.getName());
        }
        return new ClocklessGenerators<>(strategy);
    }

    /** A generator that has not seen an event; it is {@link IOReadableWritable}. */
    public WatermarkGenerator<T> next() {
        return strategy.createWatermarkGenerator(UNWATCHED);
    }

    /** The source has the same generators and reports their metrics. */
    private static final class Unwatched implements WatermarkGeneratorSupplier.Context {

        private final MetricGroup metrics = new UnregisteredMetricsGroup();
        private final RelativeClock clock = new Standing();

        @Override
        public MetricGroup getMetricGroup() {
            return metrics;
        }

        @Override
        public RelativeClock getInputActivityClock() {
            return clock;
        }
    }

    private static final class Standing implements RelativeClock {

        @Override
        public long relativeTimeMillis() {
            return 0;
        }

        @Override
        public long relativeTimeNanos() {
            return 0;
        }
    }
}
