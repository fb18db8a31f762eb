package io.tidemark.bench.windows;

import io.tidemark.operators.window.AlignedWindows;
import io.tidemark.operators.window.EventTimeWindows;
import io.tidemark.operators.window.SlidingAggregation;
import io.tidemark.operators.window.WindowAggregation;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;

/** Our own windows. */
final class TidemarkEngine implements Engine {

    private static final int PARTS_A_KEY = 5;

    /**
     * All rows in range are to be in memory: each is a part, and may wait for the watermark first.
     */
    private static final int PARTS_A_ROW = 3;

    private static final long DEFAULT_PARTS = 2_000_000;

    @Override
    public String name() {
        return Engines.OURS;
    }

    @Override
    public boolean computes(WindowCase windowCase) {
        return true;
    }

    @Override
    public DataStream<WindowRow> rows(DataStream<Event> events, WindowCase windowCase) {
        KeyedStream<Event, Long> keyed = events.keyBy(event -> event.key(), Types.LONG);
        return windowCase.kind() instanceof WindowKind.Sliding sliding
                ? sliding(keyed, sliding)
                : windows(keyed, windowCase);
    }

    private static DataStream<WindowRow> sliding(
            KeyedStream<Event, Long> events, WindowKind.Sliding sliding) {
        long rows = sliding.range().toMillis() * WindowCase.EVENTS_PER_MILLI;
        return SlidingAggregation.over(sliding.range(), new SumOfAmounts())
                .keepingInMemory(Math.max(DEFAULT_PARTS, PARTS_A_ROW * rows))
                .uid("sliding")
                .applyTo(events)
                .results()
                .map(
                        row ->
                                new WindowRow(
                                        row.event().key(),
                                        row.time() + 1,
                                        row.value().count,
                                        row.value().sum))
                .returns(TypeInformation.of(WindowRow.class))
                .name("to row");
    }

    private static DataStream<WindowRow> windows(
            KeyedStream<Event, Long> events, WindowCase windowCase) {
        WindowAggregation<Event, Sums, Sums> aggregation = aggregation(windowCase.kind());
        if (windowCase.cachedKeys() > 0) {
            aggregation = aggregation.keepingInMemory((long) windowCase.cachedKeys() * PARTS_A_KEY);
        }
        if (windowCase.preAggregates()) {
            aggregation = aggregation.preAggregating();
        }
        return aggregation
                .uid("windows")
                .applyTo(events)
                .results()
                .map(row -> new WindowRow(row.key(), row.end(), row.value().count, row.value().sum))
                .returns(TypeInformation.of(WindowRow.class))
                .name("to row");
    }

    private static WindowAggregation<Event, Sums, Sums> aggregation(WindowKind kind) {
        return kind instanceof WindowKind.Session session
                ? WindowAggregation.of(
                        EventTimeWindows.<Event>sessions(session.gap()), new SumOfAmounts())
                : WindowAggregation.of(windows(kind), new SumOfAmounts());
    }

    private static List<AlignedWindows> windows(WindowKind kind) {
        if (kind instanceof WindowKind.Tumbling tumbling) {
            return List.of(EventTimeWindows.tumbling(tumbling.size()));
        }
        if (kind instanceof WindowKind.Hopping hopping) {
            return List.of(EventTimeWindows.hopping(hopping.size(), hopping.hop()));
        }
        if (kind instanceof WindowKind.Several several) {
            List<AlignedWindows> all = new ArrayList<>();
            several.sizes().forEach(size -> all.add(EventTimeWindows.tumbling(size)));
            return all;
        }
        throw new IllegalArgumentException("no windows for " + kind);
    }
}
