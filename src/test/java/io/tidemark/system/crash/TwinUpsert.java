package io.tidemark.system.crash;

import io.tidemark.system.guarantee.EffectOnce;
import io.tidemark.system.guarantee.Guarantee;
import io.tidemark.system.guarantee.History;
import io.tidemark.system.guarantee.History.Effect;
import io.tidemark.system.guarantee.NothingLost;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;

/** The plainest upsert by version that there is, with a flaw. */
final class TwinUpsert implements Outside {

    private final Flaw flaw;

    TwinUpsert(Flaw flaw) {
        this.flaw = flaw;
    }

    @Override
    public String name() {
        return "upsert twin, " + flaw;
    }

    @Override
    public void prepare(Installation installation, String scene) {
        installation
                .database()
                .execute(
                        "CREATE TABLE "
                                + scene
                                + "_twin (key text, id text, ordinal bigint, version bigint,"
                                + " deleted boolean)");
        if (flaw != Flaw.INSERT_IN_PLACE_OF_UPSERT) {
            installation.database().execute("ALTER TABLE " + scene + "_twin ADD PRIMARY KEY (key)");
        }
    }

    @Override
    public Sink<Entry> sink(Installation installation, String scene) {
        return new TwinSink(installation.database().url(), scene + "_twin", flaw);
    }

    @Override
    public History history(Installation installation, String scene, Journal journal, int first) {
        History history = new History();
        boolean each = flaw == Flaw.INSERT_IN_PLACE_OF_UPSERT;
        (each ? journal.all(first) : journal.newest(first)).forEach(history::enter);
        String living = each ? "" : " WHERE NOT deleted";
        for (List<String> row :
                installation
                        .database()
                        .rows("SELECT id, ordinal, key FROM " + scene + "_twin" + living)) {
            history.see(new Effect(row.get(0) + "#" + row.get(1), row.get(2)));
        }
        return history;
    }

    @Override
    public Guarantee[] promises() {
        return new Guarantee[] {new NothingLost(), new EffectOnce()};
    }

    private record TwinSink(String url, String table, Flaw flaw) implements Sink<Entry> {

        @Override
        public SinkWriter<Entry> createWriter(WriterInitContext context) throws IOException {
            try {
                return new Writer(
                        DriverManager.getConnection(url, "postgres", "postgres"), table, flaw);
            } catch (SQLException e) {
                throw new IOException(e);
            }
        }
    }

    private static final class Writer implements SinkWriter<Entry> {

        private static final int BATCH = 20;

        private final Connection connection;
        private final String table;
        private final Flaw flaw;
        private final List<Entry> batch = new ArrayList<>();

        Writer(Connection connection, String table, Flaw flaw) {
            this.connection = connection;
            this.table = table;
            this.flaw = flaw;
        }

        @Override
        public void write(Entry entry, Context context) throws IOException {
            batch.add(entry);
            // A full batch would be written in time, and by luck be the last before the fault.
            if (batch.size() >= BATCH && flaw != Flaw.NO_FLUSH_AT_CHECKPOINT) {
                flush();
            }
        }

        @Override
        public void flush(boolean endOfInput) throws IOException {
            if (endOfInput || flaw != Flaw.NO_FLUSH_AT_CHECKPOINT) {
                flush();
            }
        }

        private void flush() throws IOException {
            try {
                for (Entry entry : batch) {
                    if (entry.deletion() && flaw == Flaw.DELETION_WITHOUT_TOMBSTONE) {
                        delete(entry);
                    } else {
                        upsert(entry);
                    }
                }
            } catch (SQLException e) {
                throw new IOException(e);
            }
            batch.clear();
        }

        private void delete(Entry entry) throws SQLException {
            try (PreparedStatement delete =
                    connection.prepareStatement(
                            "DELETE FROM " + table + " WHERE key = ? AND version < ?")) {
                delete.setString(1, entry.key());
                delete.setLong(2, entry.version());
                delete.executeUpdate();
            }
        }

        private void upsert(Entry entry) throws SQLException {
            try (PreparedStatement upsert =
                    connection.prepareStatement(
                            "INSERT INTO "
                                    + table
                                    + " AS old VALUES (?, ?, ?, ?, ?)"
                                    + conflict())) {
                upsert.setString(1, entry.key());
                upsert.setString(2, entry.id());
                upsert.setLong(3, entry.ordinal());
                upsert.setLong(4, entry.version());
                upsert.setBoolean(5, entry.deletion());
                upsert.executeUpdate();
            }
        }

        private String conflict() {
            String update =
                    " ON CONFLICT (key) DO UPDATE SET id = excluded.id, ordinal = excluded.ordinal,"
                            + " version = excluded.version, deleted = excluded.deleted";
            return switch (flaw) {
                case INSERT_IN_PLACE_OF_UPSERT -> "";
                case VERSION_IGNORED -> update;
                case EQUAL_VERSION_OVERWRITES -> update + " WHERE old.version <= excluded.version";
                default -> update + " WHERE old.version < excluded.version";
            };
        }

        @Override
        public void close() throws SQLException {
            connection.close();
        }
    }
}
