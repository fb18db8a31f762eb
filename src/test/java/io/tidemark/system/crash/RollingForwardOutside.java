package io.tidemark.system.crash;

import io.tidemark.operators.sink.jdbc.Position;
import org.apache.flink.api.connector.sink2.Sink;

/** Appends that know where each came from, so that an older checkpoint is rolled forward. */
final class RollingForwardOutside extends LedgeredOutside {

    @Override
    public String name() {
        return "ledgered, by position";
    }

    @Override
    public void prepare(Installation installation, String scene) {
        ledgered(installation, scene)
                .rollForwardBy(entry -> new Position(entry.key(), entry.number()))
                .createIfAbsent();
    }

    @Override
    public Sink<Entry> sink(Installation installation, String scene) {
        return ledgered(installation, scene)
                .rollForwardBy(entry -> new Position(entry.key(), entry.number()));
    }
}
