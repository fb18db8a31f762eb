package io.tidemark.jobs.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.deadletter.DeadLetter;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkGeneratorSupplier;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.types.Either;
import org.apache.flink.util.clock.ManualClock;
import org.apache.flink.util.clock.RelativeClock;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** When a partition without orders no longer holds the others back. */
class IdlenessTest {

    @Test
    void onlyAnUnboundedRunDeclaresAPartitionIdle() {
        assertThat(fallsIdle("--idle-after=30s")).isTrue();
        assertThat(fallsIdle("--idle-after=0s")).isFalse();
        assertThat(fallsIdle("--idle-after=30s", "--until-end")).isFalse();
    }

    /** Whether a partition without events falls idle within a minute. */
    private static boolean fallsIdle(String... args) {
        ManualClock clock = new ManualClock();
        WatermarkGenerator<Either<DeadLetter, Order>> generator =
                AdmittedOrders.watermarks(options(args))
                        .createWatermarkGenerator(new GeneratorContext(clock));
        AtomicBoolean idle = new AtomicBoolean();
        WatermarkOutput output =
                new WatermarkOutput() {
                    @Override
                    public void emitWatermark(Watermark watermark) {}

                    @Override
                    public void markIdle() {
                        idle.set(true);
                    }

                    @Override
                    public void markActive() {}
                };
        for (int second = 0; second <= 60; second++) {
            clock.advanceTime(Duration.ofSeconds(1));
            generator.onPeriodicEmit(output);
        }
        return idle.get();
    }

    private record GeneratorContext(RelativeClock getInputActivityClock)
            implements WatermarkGeneratorSupplier.Context {

        @Override
        public MetricGroup getMetricGroup() {
            return UnregisteredMetricsGroup.createOperatorMetricGroup();
        }
    }

    private static OrderOptions options(String... args) {
        OrderArguments arguments = new OrderArguments();
        new CommandLine(arguments)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setDefaultValueProvider(
                        argument ->
                                OrderArguments.defaults("results", "others", "key")
                                        .get(
                                                ((CommandLine.Model.OptionSpec) argument)
                                                        .longestName()))
                .parseArgs(args);
        return arguments.options("job", "--window", Duration.ofMinutes(1));
    }
}
