package io.tidemark.operators.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.late.Late;
import io.tidemark.operators.testing.Backend;
import io.tidemark.operators.testing.Disturbance;
import io.tidemark.operators.testing.History;
import io.tidemark.operators.testing.Outcome;
import io.tidemark.operators.testing.Replay;
import io.tidemark.operators.testing.SeededRandom;
import io.tidemark.operators.testing.TestStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.WindowAssigner;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.extension.ExtendWith;

/** Where Flink's own window operator defines the answer, ours is the same. */
@ExtendWith(SeededRandom.class)
class FlinkDifferentialTest {

    private static final OutputTag<Sale> LATE = new OutputTag<>("flink-late", Sale.TYPE);

    @RepeatedTest(40)
    void tumblingWindows(Random random) throws Exception {
        int size = 1 + random.nextInt(30);
        compare(size, size, random);
    }

    @RepeatedTest(60)
    void hoppingWindows(Random random) throws Exception {
        int size = 1 + random.nextInt(30);
        compare(size, 1 + random.nextInt(size), random);
    }

    private static void compare(int size, int hop, Random random) throws Exception {
        int offset = random.nextInt(hop);
        int lateness = random.nextBoolean() ? 0 : random.nextInt(30);
        TestAggregate<?, ?> aggregate = Draws.aggregate(random);
        NaiveWindows naive = NaiveWindows.fixed(size, hop, offset, false);
        SaleHistory.Shape shape =
                new SaleHistory.Shape(
                        120, 3, random.nextBoolean() ? 0 : 1_700_000_000_000L, 1, 20, 8, 500);
        History<Sale> drawn = SaleHistory.random(shape, naive::edgeNear, random);
        compare(
                (FixedWindows) naive.windows(),
                size == hop
                        ? TumblingEventTimeWindows.of(
                                Duration.ofMillis(size), Duration.ofMillis(offset))
                        : SlidingEventTimeWindows.of(
                                Duration.ofMillis(size),
                                Duration.ofMillis(hop),
                                Duration.ofMillis(offset)),
                Duration.ofMillis(lateness),
                aggregate,
                WindowCheck.possible(drawn, Disturbance.none()));
    }

    private static <A, R> void compare(
            FixedWindows ours,
            WindowAssigner<Object, TimeWindow> theirs,
            Duration lateness,
            TestAggregate<A, R> aggregate,
            History<Sale> history)
            throws Exception {
        AggregateTypes<A, R> types = aggregate.types();
        DataStream<Sale> input = TestStream.of(Sale.TYPE);
        WindowedResults<WindowResult<String, R>, Sale> results =
                WindowAggregation.of(ours, aggregate.function())
                        .types(types.accumulator(), types.result())
                        .allowedLateness(lateness)
                        .emitting(Panes.accumulating())
                        .uid("ours")
                        .applyTo(input.keyBy(Sale::shop, Types.STRING));
        Outcome<WindowResult<String, R>> our =
                Replay.through(input, results.results()).on(Backend.HEAP).run(history);

        DataStream<Sale> flinksInput = TestStream.of(Sale.TYPE);
        TypeInformation<WindowResult<String, R>> rowType =
                WindowResult.type(Types.STRING, types.result());
        SingleOutputStreamOperator<WindowResult<String, R>> flinks =
                flinksInput
                        .keyBy(Sale::shop, Types.STRING)
                        .window(theirs)
                        .allowedLateness(lateness)
                        .sideOutputLateData(LATE)
                        .aggregate(
                                aggregate.function(),
                                new AsRow<R>(),
                                types.accumulator(),
                                types.result(),
                                rowType);
        Outcome<WindowResult<String, R>> their =
                Replay.through(flinksInput, flinks).on(Backend.HEAP).run(history);

        // Within the allowed lateness Flink sends a row for each event, we one for each watermark.
        assertThat(lastRows(our)).isEqualTo(lastRows(their));
        if (lateness.isZero()) {
            assertThat(our.values()).hasSameSizeAs(their.values());
        }
        assertThat(our.side(results.late()).stream().map(Late::event).toList())
                .isEqualTo(their.side(flinks.getSideOutput(LATE)));
    }

    /** The last value of each window. */
    private static <R> Map<List<Object>, List<R>> lastRows(
            Outcome<WindowResult<String, R>> outcome) {
        Map<List<Object>, List<R>> last = new LinkedHashMap<>();
        for (WindowResult<String, R> row : outcome.values()) {
            List<R> value = new ArrayList<>();
            value.add(row.value());
            last.put(List.of(row.key(), row.start(), row.end()), value);
        }
        return last;
    }

    /** Puts key and window to a result. */
    private static final class AsRow<R>
            extends ProcessWindowFunction<R, WindowResult<String, R>, String, TimeWindow> {

        private static final long serialVersionUID = 1L;

        @Override
        public void process(
                String key,
                Context context,
                Iterable<R> results,
                Collector<WindowResult<String, R>> out) {
            out.collect(
                    new WindowResult<>(
                            key,
                            0,
                            context.window().getStart(),
                            context.window().getEnd(),
                            results.iterator().next(),
                            PaneTiming.ON_TIME,
                            0,
                            false,
                            false));
        }
    }
}
