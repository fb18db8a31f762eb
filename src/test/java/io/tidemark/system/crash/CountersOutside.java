package io.tidemark.system.crash;

import io.tidemark.operators.sink.jdbc.JdbcConnection;
import io.tidemark.operators.sink.jdbc.LedgeredRows;
import io.tidemark.operators.sink.jdbc.Table;
import io.tidemark.system.guarantee.EffectOnce;
import io.tidemark.system.guarantee.Guarantee;
import io.tidemark.system.guarantee.History;
import io.tidemark.system.guarantee.History.Effect;
import io.tidemark.system.guarantee.History.Entered;
import io.tidemark.system.guarantee.NothingLost;
import java.util.List;
import java.util.TreeMap;
import org.apache.flink.api.connector.sink2.Sink;

/** A table of counters, to which each entry adds: what is added twice or never shows in the sum. */
final class CountersOutside implements DatabaseOutside {

    @Override
    public String name() {
        return "ledgered counters";
    }

    @Override
    public void prepare(Installation installation, String scene) {
        counters(scene, UpsertOutside.connection(installation.database())).createIfAbsent();
    }

    @Override
    public Sink<Entry> sink(String scene, JdbcConnection by) {
        return counters(scene, by);
    }

    private static LedgeredRows<Entry> counters(String scene, JdbcConnection by) {
        Table<Entry> table =
                Table.<Entry>named(scene + "_counters")
                        .key("key", "text", Entry::key)
                        .value("entries", "bigint", entry -> 1L)
                        .value("ordinals", "bigint", Entry::ordinal);
        return LedgeredRows.addingTo(table, by).named(scene);
    }

    /** Each key has one effect: how many entries it had, and what their numbers sum up to. */
    @Override
    public History history(Installation installation, String scene, Journal journal, int first) {
        History history = new History();
        TreeMap<String, Long> entries = new TreeMap<>();
        TreeMap<String, Long> numbers = new TreeMap<>();
        for (Entered entered : journal.all(first)) {
            entries.merge(entered.key(), 1L, Long::sum);
            numbers.merge(entered.key(), entered.position(), Long::sum);
        }
        entries.forEach(
                (key, count) ->
                        history.enter(
                                new Entered(
                                        effect(key, count + "", numbers.get(key) + ""), key, 1)));
        for (List<String> row :
                installation
                        .database()
                        .rows("SELECT key, entries, ordinals FROM " + scene + "_counters")) {
            history.see(new Effect(effect(row.get(0), row.get(1), row.get(2)), row.get(0)));
        }
        return history;
    }

    private static String effect(String key, String entries, String numbers) {
        return key + ": " + entries + " entries, " + numbers;
    }

    @Override
    public Guarantee[] promises() {
        return new Guarantee[] {new NothingLost(), new EffectOnce()};
    }
}
