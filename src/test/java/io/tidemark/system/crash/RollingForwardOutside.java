package io.tidemark.system.crash;

import io.tidemark.operators.sink.jdbc.JdbcConnection;
import io.tidemark.operators.sink.jdbc.LedgeredRows;
import io.tidemark.operators.sink.jdbc.Position;

/** Appends that know where each came from, so that an older checkpoint is rolled forward. */
final class RollingForwardOutside extends LedgeredOutside {

    @Override
    public String name() {
        return "ledgered, by position";
    }

    @Override
    LedgeredRows<Entry> ledgered(String scene, JdbcConnection by) {
        return super.ledgered(scene, by)
                .rollForwardBy(entry -> new Position(entry.key(), entry.number()));
    }
}
