package io.tidemark.bench.windows;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
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
    public DataStream<WindowRow> rows(DataStream<Event> events, WindowCase windowCase) {
        return events.keyBy(event -> event.key(), Types.LONG)
                .map(event -> new WindowRow(event.key(), event.time() + 1, 1, event.amount()))
                .returns(TypeInformation.of(WindowRow.class))
                .name("pass through");
    }
}
