package io.tidemark.bench.windows;

import io.tidemark.operators.window.AlignedWindows;
import io.tidemark.operators.window.EventTimeWindows;
import io.tidemark.operators.window.WindowAggregation;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;

/** Our own windows. */
final class TidemarkEngine implements Engine {

    private static final int PARTS_A_KEY = 5;

    @Override
    public String name() {
        return Engines.OURS;
    }

    @Override
    public boolean computes(WindowCase windowCase) {
        return !(windowCase.kind() instanceof WindowKind.Sliding)
                && !(windowCase.kind() instanceof WindowKind.Session);
    }

    @Override
    public DataStream<WindowRow> rows(DataStream<Event> events, WindowCase windowCase) {
        WindowAggregation<Event, Sums, Sums> aggregation =
                WindowAggregation.of(windows(windowCase.kind()), new SumOfAmounts()).uid("windows");
        if (windowCase.cachedKeys() > 0) {
            aggregation = aggregation.keepingInMemory((long) windowCase.cachedKeys() * PARTS_A_KEY);
        }
        if (windowCase.preAggregates()) {
            aggregation = aggregation.preAggregating();
        }
        return aggregation
                .applyTo(events.keyBy(event -> event.key(), Types.LONG))
                .results()
                .map(row -> new WindowRow(row.key(), row.end(), row.value().count, row.value().sum))
                .returns(TypeInformation.of(WindowRow.class))
                .name("to row");
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
