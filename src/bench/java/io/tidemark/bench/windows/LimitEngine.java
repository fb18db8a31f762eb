package io.tidemark.bench.windows;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.streaming.api.datastream.DataStream;

/** A bare keyBy → map: one row an event, no state. No windows over a shuffle are faster. */
final class LimitEngine implements Engine {

    @Override
    public String name() {
        return Engines.LIMIT;
    }

    @Override
    public boolean computes(WindowCase windowCase) {
        return true;
    }

    @Override
    public boolean isExact() {
        return false;
    }

    @Override
    public DataStream<WindowRow> rows(
            DataStream<Tuple3<Long, Long, Long>> events, WindowCase windowCase) {
        return events.keyBy(event -> event.f0, Types.LONG)
                .map(event -> new WindowRow(event.f0, event.f1 + 1, 1, event.f2))
                .returns(TypeInformation.of(WindowRow.class))
                .name("pass through");
    }
}
