package io.tidemark.operators.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.base.ListSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

class LocalAggregationTest {

    @Test
    void aTickOfTheClockSendsWhatEarlyRowsAreToShow() throws Exception {
        WindowPlan plan =
                new WindowPlan(
                        0,
                        Panes.accumulating().earlyEveryProcessingTime(Duration.ofMillis(50)),
                        -1,
                        false,
                        1_000,
                        1_000);
        Accumulators<Sale, List<Long>, List<Long>> list =
                new Accumulators<>(
                        TestAggregate.LIST.function(),
                        new ListSerializer<>(LongSerializer.INSTANCE));
        try (OneInputStreamOperatorTestHarness<Sale, Partial<String, Sale, List<Long>>> local =
                new OneInputStreamOperatorTestHarness<>(
                        new LocalAggregation<>(
                                List.of(EventTimeWindows.tumbling(Duration.ofHours(1))),
                                list,
                                Sale::shop,
                                plan))) {
            local.setup(
                    new PartialType<>(Types.STRING, Sale.TYPE, Types.LIST(Types.LONG))
                            .createSerializer(new ExecutionConfig().getSerializerConfig()));
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
}
