package io.tidemark.operators.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The harness itself: it does what Flink does, and it notices what it is there to notice. */
class ReplayTest {

    private static final OutputTag<Integer> SUBTASKS = new OutputTag<>("subtasks", Types.INT);

    @ParameterizedTest
    @EnumSource(Backend.class)
    void stateGoesThroughRestoresLossesAndRescales(Backend backend) throws Exception {
        DataStream<String> words = TestStream.of(Types.STRING);
        SingleOutputStreamOperator<String> counted = counted(words, true);
        History<String> history = History.empty();
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            history.element("word" + i % 3, i);
            expected.add("word" + i % 3 + "=" + (i / 3 + 1));
        }

        Outcome<String> outcome =
                Replay.through(words, counted)
                        .on(backend)
                        .under(Disturbance.restoringEvery(5).losing(4).rescaling(1, 2, 3))
                        .run(history);

        assertThat(outcome.values()).containsExactlyElementsOf(expected);
        assertThat(outcome.restores()).isEqualTo(4);
        assertThat(outcome.lostElements()).isEqualTo(16);
        assertThat(outcome.records())
                .extracting(record -> record.getTimestamp())
                .containsExactlyElementsOf(LongStream.range(0, 24).boxed().toList());
    }

    @Test
    void anElementGoesToTheSubtaskThatOwnsItsKeyGroup() throws Exception {
        DataStream<String> words = TestStream.of(Types.STRING);
        SingleOutputStreamOperator<String> counted = counted(words, true);
        History<String> history = History.empty();
        List<Integer> expected = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            history.element("word" + i, i);
            expected.add(
                    KeyGroupRangeAssignment.assignKeyToParallelOperator(
                            "word" + i, NodeUnderTest.MAX_PARALLELISM, 4));
        }
        Outcome<String> outcome =
                Replay.through(words, counted).under(Disturbance.none().rescaling(4)).run(history);
        assertThat(outcome.side(counted.getSideOutput(SUBTASKS)))
                .containsExactlyElementsOf(expected)
                .contains(0, 1, 2, 3);
    }

    @ParameterizedTest
    @EnumSource(Backend.class)
    void whatIsLeftAtTheEndFails(Backend backend) throws Exception {
        DataStream<String> words = TestStream.of(Types.STRING);
        Replay<String, String> replay = Replay.through(words, counted(words, false)).on(backend);
        History<String> history = History.<String>empty().element("a", 1).element("b", 2);
        assertThatThrownBy(() -> replay.run(history))
                .isInstanceOf(AssertionError.class)
                .hasMessage(
                        "at the end of the input 2 entries of keyed state and 0 timers are left; expected 0 entries and no timer");
        assertThat(replay.leavingEntries(2).run(history).values()).containsExactly("a=1", "b=1");
    }

    @Test
    void aRestoreBringsStateBackButNoWatermark() throws Exception {
        // Flink's own window operator: a straggler behind the watermark is dropped, but right after
        // a restore it opens its window a second time.
        DataStream<Long> numbers = TestStream.of(Types.LONG);
        SingleOutputStreamOperator<Long> sums =
                numbers.keyBy(number -> 0)
                        .window(TumblingEventTimeWindows.of(Duration.ofMillis(10)))
                        .reduce(Long::sum);
        History<Long> history =
                History.<Long>empty()
                        .element(1L, 1)
                        .element(2L, 2)
                        .watermark(9)
                        .element(4L, 3)
                        .watermark(20);
        Replay<Long, Long> replay = Replay.through(numbers, sums);
        assertThat(replay.run(history).values()).containsExactly(3L);
        assertThat(replay.under(Disturbance.restoringEvery(3)).run(history).values())
                .containsExactly(3L, 4L);
    }

    @Test
    void testsOneOperatorAtATime() {
        DataStream<String> words = TestStream.of(Types.STRING);
        SingleOutputStreamOperator<String> two =
                words.map(word -> word).returns(Types.STRING).map(word -> word);
        assertThatThrownBy(() -> Replay.through(words, two.returns(Types.STRING)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("test one operator at a time");
    }

    @Test
    void refusesWhatWouldFallToKryo() {
        assertThatThrownBy(() -> TestStream.of(TypeInformation.of(Object.class)))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("Generic types have been disabled");
    }

    @Test
    void watermarksReachEverySubtask() throws Exception {
        DataStream<String> words = TestStream.of(Types.STRING);
        Outcome<String> outcome =
                Replay.through(words, words.filter(word -> true))
                        .under(Disturbance.none().rescaling(2))
                        .run(History.<String>empty().watermark(7).element("a", 8).barrier());
        assertThat(outcome.watermarks()).containsExactly(7L, 7L, Long.MAX_VALUE, Long.MAX_VALUE);
        assertThat(outcome.values()).containsExactly("a");
    }

    @Test
    void aCheckThatNeverFailsIsNoCheck() {
        assertThatThrownBy(() -> Mutant.mustBeCaught(new Random(1), 3, random -> {}))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("passed the check on 3 histories");
    }

    private static SingleOutputStreamOperator<String> counted(
            DataStream<String> words, boolean forgets) {
        return words.keyBy(word -> word).process(new Counting(forgets), Types.STRING);
    }

    /** Numbers the occurrences of each word, until the end of the input if it forgets. */
    private static final class Counting extends KeyedProcessFunction<String, String, String> {

        private static final long serialVersionUID = 1L;

        private final boolean forgets;
        private transient ValueState<Integer> counts;

        @SuppressWarnings("NullAway.Init") // Flink opens the state before the first element.
        Counting(boolean forgets) {
            this.forgets = forgets;
        }

        @Override
        public void open(OpenContext context) {
            counts = getRuntimeContext().getState(new ValueStateDescriptor<>("counts", Types.INT));
        }

        @Override
        public void processElement(String word, Context context, Collector<String> out)
                throws Exception {
            Integer before = counts.value();
            int count = before == null ? 1 : before + 1;
            counts.update(count);
            if (forgets) {
                context.timerService().registerEventTimeTimer(1_000);
            }
            context.output(SUBTASKS, getRuntimeContext().getTaskInfo().getIndexOfThisSubtask());
            out.collect(word + "=" + count);
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext context, Collector<String> out) {
            counts.clear();
        }
    }
}
