package io.tidemark.system.crash;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.system.fault.Faults;
import io.tidemark.system.fault.Point;
import io.tidemark.system.guarantee.EffectOnce;
import io.tidemark.system.guarantee.Guarantee;
import io.tidemark.system.guarantee.History;
import io.tidemark.system.guarantee.History.Effect;
import io.tidemark.system.guarantee.NothingLost;
import java.io.IOException;
import java.io.Serializable;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.api.connector.sink2.CommitterInitContext;
import org.apache.flink.api.connector.sink2.CommittingSinkWriter;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** The plainest appends with a ledger that there are, with a flaw. */
final class TwinLedger implements Outside {

    private final Flaw flaw;

    TwinLedger(Flaw flaw) {
        this.flaw = flaw;
    }

    @Override
    public String name() {
        return "ledger twin, " + flaw;
    }

    @Override
    public void prepare(Installation installation, String scene) {
        installation
                .database()
                .execute(
                        "CREATE TABLE " + scene + "_twin (key text, effect text)",
                        "CREATE TABLE " + scene + "_ledger (batch text PRIMARY KEY)");
    }

    @Override
    public Sink<Entry> sink(Installation installation, String scene) {
        return new TwinSink(installation.database().url(), scene, flaw);
    }

    @Override
    public History history(Installation installation, String scene, Journal journal, int first) {
        History history = new History();
        journal.all(first).forEach(history::enter);
        for (List<String> row :
                installation.database().rows("SELECT effect, key FROM " + scene + "_twin")) {
            history.see(new Effect(row.get(0), row.get(1)));
        }
        return history;
    }

    @Override
    public Guarantee[] promises() {
        return new Guarantee[] {new NothingLost(), new EffectOnce()};
    }

    /** Rows that are to be written together. */
    private record Batch(String id, List<String> rows, boolean restored) implements Serializable {}

    private record TwinSink(String url, String scene, Flaw flaw)
            implements Sink<Entry>, SupportsCommitter<Batch> {

        @Override
        public CommittingSinkWriter<Entry, Batch> createWriter(WriterInitContext context) {
            return new Writer(
                    this,
                    context.getTaskInfo().getIndexOfThisSubtask(),
                    context.getRestoredCheckpointId().orElse(0));
        }

        @Override
        public Committer<Batch> createCommitter(CommitterInitContext context) {
            return new BatchCommitter(this, context.getTaskInfo().getIndexOfThisSubtask());
        }

        @Override
        public SimpleVersionedSerializer<Batch> getCommittableSerializer() {
            return new BatchSerializer();
        }

        void write(Batch batch, int committing) throws IOException {
            String entry =
                    flaw == Flaw.LEDGER_BY_COMMITTING_SUBTASK
                            ? committing + " " + batch.id().substring(batch.id().indexOf(' ') + 1)
                            : batch.id();
            try (Connection connection = DriverManager.getConnection(url, "postgres", "postgres")) {
                connection.setAutoCommit(false);
                boolean outside = flaw == Flaw.LEDGER_OUTSIDE_THE_TRANSACTION;
                if (outside ? isEntered(connection, entry) : !enter(connection, entry)) {
                    return;
                }
                for (String row : batch.rows()) {
                    execute(
                            connection,
                            "INSERT INTO " + scene + "_twin VALUES (?, ?)",
                            row.split(" "));
                }
                connection.commit();
                if (outside) {
                    Faults.reach(Point.COMMITTED, committing);
                    enter(connection, entry);
                    connection.commit();
                }
            } catch (SQLException e) {
                throw new IOException(e);
            }
        }

        private boolean isEntered(Connection connection, String entry) throws SQLException {
            try (PreparedStatement select =
                    connection.prepareStatement(
                            "SELECT 1 FROM " + scene + "_ledger WHERE batch = ?")) {
                select.setString(1, entry);
                return select.executeQuery().next();
            }
        }

        /** Whether it was not there. */
        private boolean enter(Connection connection, String entry) throws SQLException {
            return flaw == Flaw.NO_LEDGER
                    || execute(
                                    connection,
                                    "INSERT INTO "
                                            + scene
                                            + "_ledger VALUES (?) ON CONFLICT DO NOTHING",
                                    entry)
                            == 1;
        }

        private static int execute(Connection connection, String sql, String... values)
                throws SQLException {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                for (int i = 0; i < values.length; i++) {
                    statement.setString(i + 1, values[i]);
                }
                return statement.executeUpdate();
            }
        }
    }

    private static final class Writer implements CommittingSinkWriter<Entry, Batch> {

        private final TwinSink sink;
        private final int subtask;
        private final List<String> rows = new ArrayList<>();
        private final long restored;
        private int batches;

        Writer(TwinSink sink, int subtask, long restored) {
            this.sink = sink;
            this.subtask = subtask;
            this.restored = restored;
        }

        @Override
        public void write(Entry entry, Context context) {
            rows.add(entry.key() + " " + entry.effect());
        }

        @Override
        public void flush(boolean endOfInput) {}

        @Override
        public Collection<Batch> prepareCommit() throws IOException {
            // The same in all subtasks, and another in each attempt that begins behind a commit.
            String number = restored + "+" + ++batches;
            Batch batch = new Batch(subtask + " " + number, List.copyOf(rows), false);
            rows.clear();
            if (sink.flaw() == Flaw.COMMIT_BEFORE_CHECKPOINT) {
                sink.write(batch, subtask);
                return List.of();
            }
            return List.of(batch);
        }

        @Override
        public void close() {}
    }

    private record BatchCommitter(TwinSink sink, int subtask) implements Committer<Batch> {

        @Override
        public void commit(Collection<CommitRequest<Batch>> requests) throws IOException {
            for (CommitRequest<Batch> request : requests) {
                Batch batch = request.getCommittable();
                if (!batch.restored() || sink.flaw() != Flaw.PRE_COMMIT_STATE_DROPPED) {
                    sink.write(batch, subtask);
                }
            }
        }

        @Override
        public void close() {}
    }

    /**
     * Whatever was written down and read again was restored, if writer and committer are chained.
     */
    private static final class BatchSerializer implements SimpleVersionedSerializer<Batch> {

        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(Batch batch) {
            return (batch.id() + "\n" + String.join("\n", batch.rows())).getBytes(UTF_8);
        }

        @Override
        public Batch deserialize(int version, byte[] serialized) {
            List<String> lines = new String(serialized, UTF_8).lines().toList();
            return new Batch(lines.get(0), new ArrayList<>(lines.subList(1, lines.size())), true);
        }
    }
}
