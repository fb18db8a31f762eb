package io.tidemark.operators.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.aggregate.Count;
import io.tidemark.operators.late.Late;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A rescale from a checkpoint whose subtasks were at watermarks of their own, as behind an input
 * that was idle for a while, or at an unaligned barrier: each key is judged by the watermark that
 * it had met, so that nothing that is closed opens again and nothing vanishes.
 */
class RescaleBetweenWatermarksTest {

    private static final int MAX_PARALLELISM = 128;
    private static final WindowOutputs<Sale, Sale> OUTPUTS = WindowOutputs.of(Sale.TYPE, false);
    private static final String AHEAD = keyOf(0);
    private static final String BEHIND = keyOf(1);

    static Stream<WindowEngine<String, Sale, ?, ?>> engines() {
        Accumulators<Sale, Count.Accumulator, Long> count =
                new Accumulators<>(
                        Count.events(),
                        Count.<Sale>events()
                                .accumulatorType()
                                .createSerializer(new SerializerConfigImpl()));
        WindowPlan plan = Plans.of(0, Panes.finalOnly(), -1);
        return Stream.of(
                new AlignedEngine<String, Sale, Count.Accumulator, Long>(
                        List.of(EventTimeWindows.tumbling(Duration.ofMillis(30))), plan, count),
                new SessionEngine<String, Sale, Count.Accumulator, Long>(
                        EventTimeWindows.sessions(Duration.ofMillis(1)), plan, count),
                new SlidingEngine<String, Sale, Count.Accumulator, Long>(
                        new SlidingRange(1000, SlidingRange.ALL),
                        plan,
                        count,
                        Sale.TYPE.createSerializer(new SerializerConfigImpl())));
    }

    @ParameterizedTest
    @MethodSource("engines")
    <O, H extends HotKey<String>> void aKeyKeepsTheWatermarkThatItMet(
            WindowEngine<String, Sale, O, H> engine) throws Exception {
        OperatorSubtaskState first;
        OperatorSubtaskState second;
        try (Harness<O> ahead = new Harness<>(engine, 2, 0);
                Harness<O> behind = new Harness<>(engine, 2, 1)) {
            ahead.open();
            behind.open();
            ahead.sale(AHEAD, 200);
            behind.sale(BEHIND, 200);
            ahead.processWatermark(100);
            behind.processWatermark(60);
            first = ahead.snapshot(1, 1);
            second = behind.snapshot(1, 1);
        }
        try (Harness<O> one = new Harness<>(engine, 1, 0)) {
            one.initializeState(
                    AbstractStreamOperatorTestHarness.repartitionOperatorState(
                            AbstractStreamOperatorTestHarness.repackageState(first, second),
                            MAX_PARALLELISM,
                            2,
                            1,
                            0));
            one.open();
            one.sale(AHEAD, 62);
            one.sale(BEHIND, 62);
            one.processWatermark(Long.MAX_VALUE);

            assertThat(one.getSideOutput(OUTPUTS.late()))
                    .extracting(StreamRecord::getValue)
                    .extracting(Late::event)
                    .containsExactly(new Sale(AHEAD, 62, 1));
            assertThat(one.extractOutputValues()).hasSize(3);
            assertThat(one.numKeyedStateEntries()).isZero();
        }
    }

    private static String keyOf(int subtask) {
        return IntStream.range(0, 1000)
                .mapToObj(number -> "k" + number)
                .filter(
                        key ->
                                KeyGroupRangeAssignment.assignKeyToParallelOperator(
                                                key, MAX_PARALLELISM, 2)
                                        == subtask)
                .findFirst()
                .orElseThrow();
    }

    private static final class Harness<O>
            extends KeyedOneInputStreamOperatorTestHarness<String, Sale, O> {

        <H extends HotKey<String>> Harness(
                WindowEngine<String, Sale, O, H> engine, int parallelism, int subtask)
                throws Exception {
            super(
                    new WindowsOperator<>(
                            InstantiationUtil.clone(engine),
                            Sale::shop,
                            OUTPUTS,
                            Plans.of(0, Panes.finalOnly(), -1),
                            "windows"),
                    Sale::shop,
                    Types.STRING,
                    MAX_PARALLELISM,
                    parallelism,
                    subtask);
        }

        void sale(String shop, long time) throws Exception {
            processElement(new Sale(shop, time, 1), time);
        }
    }
}
