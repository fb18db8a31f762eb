package io.tidemark.system.crash;

import io.tidemark.operators.sink.jdbc.JdbcConnection;
import io.tidemark.operators.sink.jdbc.Table;
import io.tidemark.operators.sink.jdbc.Version;
import io.tidemark.operators.sink.jdbc.VersionedUpsert;
import io.tidemark.system.guarantee.EffectOnce;
import io.tidemark.system.guarantee.Guarantee;
import io.tidemark.system.guarantee.History;
import io.tidemark.system.guarantee.History.Effect;
import io.tidemark.system.guarantee.NothingLost;
import io.tidemark.system.process.Database;
import java.util.List;
import org.apache.flink.api.connector.sink2.Sink;

/** A table that keeps the newest version of each key's row. */
class UpsertOutside implements DatabaseOutside {

    @Override
    public String name() {
        return "upsert";
    }

    @Override
    public void prepare(Installation installation, String scene) {
        upsert(scene, connection(installation.database())).createIfAbsent();
    }

    @Override
    public Sink<Entry> sink(String scene, JdbcConnection by) {
        return upsert(scene, by);
    }

    private static VersionedUpsert<Entry> upsert(String scene, JdbcConnection by) {
        return VersionedUpsert.into(table(scene), entry -> Version.of(entry.version()), by)
                .deleting(Entry::deletion);
    }

    static Table<Entry> table(String scene) {
        return Table.<Entry>named(scene + "_rows")
                .key("key", "text", Entry::key)
                .value("id", "text", Entry::id)
                .value("ordinal", "bigint", Entry::ordinal);
    }

    static JdbcConnection connection(Database database) {
        return connection(database, database.port());
    }

    static JdbcConnection connection(Database database, int port) {
        String password = database.user();
        return JdbcConnection.to(database.url(port)).as(database.user(), () -> password);
    }

    @Override
    public History history(Installation installation, String scene, Journal journal, int first) {
        History history = new History();
        journal.newest(first).forEach(history::enter);
        for (List<String> row :
                installation
                        .database()
                        .rows("SELECT id, ordinal, key FROM " + scene + "_rows_living")) {
            history.see(new Effect(row.get(0) + "#" + row.get(1), row.get(2)));
        }
        return history;
    }

    @Override
    public Guarantee[] promises() {
        return new Guarantee[] {new NothingLost(), new EffectOnce()};
    }
}
