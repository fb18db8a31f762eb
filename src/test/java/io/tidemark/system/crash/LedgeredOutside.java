package io.tidemark.system.crash;

import io.tidemark.operators.sink.jdbc.JdbcConnection;
import io.tidemark.operators.sink.jdbc.LedgeredRows;
import io.tidemark.operators.sink.jdbc.Table;
import io.tidemark.system.guarantee.EffectOnce;
import io.tidemark.system.guarantee.Guarantee;
import io.tidemark.system.guarantee.History;
import io.tidemark.system.guarantee.History.Effect;
import io.tidemark.system.guarantee.NothingLost;
import java.util.List;
import org.apache.flink.api.connector.sink2.Sink;

/** A table of appends, each checkpoint of which is in a ledger. */
class LedgeredOutside implements DatabaseOutside {

    @Override
    public String name() {
        return "ledgered";
    }

    @Override
    public void prepare(Installation installation, String scene) {
        ledgered(scene, UpsertOutside.connection(installation.database())).createIfAbsent();
    }

    @Override
    public Sink<Entry> sink(String scene, JdbcConnection by) {
        return ledgered(scene, by);
    }

    /** The sink, not yet hidden behind what all sinks are. */
    LedgeredRows<Entry> ledgered(String scene, JdbcConnection by) {
        Table<Entry> table =
                Table.<Entry>named(scene + "_appends")
                        .value("key", "text", Entry::key)
                        .value("id", "text", Entry::id)
                        .value("ordinal", "bigint", Entry::ordinal);
        return LedgeredRows.appendingTo(table, by).named(scene);
    }

    @Override
    public History history(Installation installation, String scene, Journal journal, int first) {
        History history = new History();
        journal.all(first).forEach(history::enter);
        for (List<String> row :
                installation
                        .database()
                        .rows("SELECT id, ordinal, key FROM " + scene + "_appends")) {
            history.see(new Effect(row.get(0) + "#" + row.get(1), row.get(2)));
        }
        return history;
    }

    @Override
    public Guarantee[] promises() {
        return new Guarantee[] {new NothingLost(), new EffectOnce()};
    }
}
