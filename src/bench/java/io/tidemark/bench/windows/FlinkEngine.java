package io.tidemark.bench.windows;

import java.time.Duration;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.functions.windowing.WindowFunction;
import org.apache.flink.streaming.api.windowing.assigners.EventTimeSessionWindows;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.WindowAssigner;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;

/** Flink's WindowOperator with an incremental aggregate. It has no window for each event. */
final class FlinkEngine implements Engine {

    @Override
    public String name() {
        return Engines.FLINK;
    }

    @Override
    public boolean computes(WindowCase windowCase) {
        return !(windowCase.kind() instanceof WindowKind.Sliding);
    }

    @Override
    public DataStream<WindowRow> rows(DataStream<Event> events, WindowCase windowCase) {
        KeyedStream<Event, Long> keyed = events.keyBy(event -> event.key(), Types.LONG);
        List<DataStream<WindowRow>> results =
                assigners(windowCase.kind()).stream()
                        .map(windows -> results(keyed, windows))
                        .toList();
        DataStream<WindowRow> all = results.get(0);
        for (DataStream<WindowRow> more : results.subList(1, results.size())) {
            all = all.union(more);
        }
        return all;
    }

    private static DataStream<WindowRow> results(
            KeyedStream<Event, Long> keyed, WindowAssigner<Object, TimeWindow> windows) {
        return keyed.window(windows)
                .aggregate(
                        new SumOfAmounts(),
                        new ToRow(),
                        Sums.TYPE,
                        TypeInformation.of(WindowRow.class))
                .name("WindowOperator");
    }

    private static List<WindowAssigner<Object, TimeWindow>> assigners(WindowKind kind) {
        if (kind instanceof WindowKind.Tumbling tumbling) {
            return List.of(TumblingEventTimeWindows.of(tumbling.size()));
        }
        if (kind instanceof WindowKind.Hopping hopping) {
            return List.of(SlidingEventTimeWindows.of(hopping.size(), hopping.hop()));
        }
        if (kind instanceof WindowKind.Session session) {
            return List.of(EventTimeSessionWindows.withGap(session.gap()));
        }
        if (kind instanceof WindowKind.Several several) {
            return several.sizes().stream().map(FlinkEngine::tumbling).toList();
        }
        throw new IllegalArgumentException("WindowOperator has no windows for " + kind);
    }

    private static WindowAssigner<Object, TimeWindow> tumbling(Duration size) {
        return TumblingEventTimeWindows.of(size);
    }

    private static final class ToRow implements WindowFunction<Sums, WindowRow, Long, TimeWindow> {

        private static final long serialVersionUID = 1L;

        @Override
        public void apply(
                Long key, TimeWindow window, Iterable<Sums> results, Collector<WindowRow> out) {
            for (Sums result : results) {
                out.collect(new WindowRow(key, window.getEnd(), result.count, result.sum));
            }
        }
    }
}
