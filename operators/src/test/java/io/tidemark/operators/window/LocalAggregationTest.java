package io.tidemark.operators.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.testing.InterceptedMetrics;
import java.time.Duration;
import java.util.List;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.base.ListSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.runtime.metrics.util.InterceptingOperatorMetricGroup;
import org.apache.flink.runtime.operators.testutils.MockEnvironment;
import org.apache.flink.runtime.operators.testutils.MockEnvironmentBuilder;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

class LocalAggregationTest {

    @Test
    void theGaugeTellsThatASubtaskFoldsNoMore() throws Exception {
        InterceptingOperatorMetricGroup metrics = new InterceptingOperatorMetricGroup();
        MockEnvironment environment = InterceptedMetrics.environment(metrics);
        try (OneInputStreamOperatorTestHarness<Sale, Partial<String, Sale, List<Long>>> local =
                harness(operator(Panes.finalOnly()), environment)) {
            local.open();
            assertThat(folding(metrics)).isEqualTo(1);
            local.processElement(new Sale("x", 1, 7), 1);
            assertThat(local.extractOutputValues()).isEmpty();

            local.processWatermarkStatus(WatermarkStatus.IDLE);
            local.processWatermarkStatus(WatermarkStatus.ACTIVE);
            local.processElement(new Sale("x", 2, 8), 2);

            assertThat(folding(metrics)).isEqualTo(0);
            assertThat(local.extractOutputValues())
                    .containsExactly(
                            new Partial<>("x", null, List.of(7L), 1, 1, 1),
                            Partial.event("x", new Sale("x", 2, 8), 2));
        }
    }

    private static Object folding(InterceptingOperatorMetricGroup metrics) {
        return ((Gauge<?>) metrics.get("folding")).getValue();
    }

    @Test
    void aTickOfTheClockSendsWhatEarlyRowsAreToShow() throws Exception {
        try (OneInputStreamOperatorTestHarness<Sale, Partial<String, Sale, List<Long>>> local =
                harness(
                        operator(
                                Panes.accumulating()
                                        .earlyEveryProcessingTime(Duration.ofMillis(50))),
                        new MockEnvironmentBuilder().build())) {
            local.open();
            local.processElement(new Sale("x", 1, 7), 1);
            local.processElement(new Sale("x", 2, 8), 2);
            local.setProcessingTime(49);
            assertThat(local.extractOutputValues()).isEmpty();

            local.setProcessingTime(50);
            assertThat(local.extractOutputValues())
                    .containsExactly(new Partial<>("x", null, List.of(7L, 8L), 2, 1, 2));

            local.processElement(new Sale("x", 3, 1), 3);
            local.setProcessingTime(100);
            assertThat(local.extractOutputValues()).hasSize(2);
        }
    }

    private static LocalAggregation<String, Sale, List<Long>> operator(Panes panes) {
        return new LocalAggregation<>(
                List.of(EventTimeWindows.tumbling(Duration.ofHours(1))),
                new Accumulators<>(
                        TestAggregate.LIST.function(),
                        new ListSerializer<>(LongSerializer.INSTANCE)),
                Sale::shop,
                new WindowPlan(0, panes, -1, false, 1_000, 1_000));
    }

    private static OneInputStreamOperatorTestHarness<Sale, Partial<String, Sale, List<Long>>>
            harness(
                    LocalAggregation<String, Sale, List<Long>> operator,
                    MockEnvironment environment)
                    throws Exception {
        OneInputStreamOperatorTestHarness<Sale, Partial<String, Sale, List<Long>>> harness =
                new OneInputStreamOperatorTestHarness<>(operator, environment);
        harness.setup(
                new PartialType<>(Types.STRING, Sale.TYPE, Types.LIST(Types.LONG))
                        .createSerializer(new ExecutionConfig().getSerializerConfig()));
        return harness;
    }
}
