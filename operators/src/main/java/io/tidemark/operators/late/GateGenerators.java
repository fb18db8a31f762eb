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
 * Makes the generators of a gate, one a partition, and only of a kind that a checkpoint can keep.
 */
final class GateGenerators<T> implements Serializable {

    private static final long serialVersionUID = 1L;

    private final WatermarkStrategy<T> strategy;

    private GateGenerators(WatermarkStrategy<T> strategy) {
        this.strategy = strategy;
    }

    /**
     * @throws IllegalArgumentException if the strategy's generators cannot write their state
     */
    static <T> GateGenerators<T> of(WatermarkStrategy<T> strategy) {
        WatermarkGenerator<T> generator = strategy.createWatermarkGenerator(new Unwatched());
        if (!(generator instanceof IOReadableWritable)) {
            throw new IllegalArgumentException(
                    "strategy="
                            + strategy
                            + " makes generators of "
                            + generator.getClass().getName()
                            + ", whose state no checkpoint can keep: take one of io.tidemark.watermarks without withIdleness, or let the generator implement "
                            + IOReadableWritable.class.getName());
        }
        return new GateGenerators<>(strategy);
    }

    WatermarkGenerator<T> next() {
        return strategy.createWatermarkGenerator(new Unwatched());
    }

    /**
     * The source has the same generators and reports their metrics; and there is no clock where
     * lateness is judged.
     */
    private static final class Unwatched implements WatermarkGeneratorSupplier.Context {

        @Override
        public MetricGroup getMetricGroup() {
            return new UnregisteredMetricsGroup();
        }

        @Override
        public RelativeClock getInputActivityClock() {
            return new Standing();
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
