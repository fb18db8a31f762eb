package io.tidemark.operators.sink.jdbc;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.operators.ProcessingTimeService;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.metrics.Counter;

/**
 * Collects a batch of versions and writes it in one statement; if the table refuses that, row by
 * row as far as it must.
 *
 * <p>Each row counts in {@code numRecordsSend} and, unless it changed the table, either in {@code
 * deadRows} or in {@code overtakenRows}: it was a duplicate, or older than what the table or its
 * own batch had.
 *
 * <p>It keeps no state: a checkpoint waits until the batch is written, and what is written again
 * after a restore changes nothing.
 */
final class UpsertWriter<T> implements SinkWriter<T> {

    /** What {@link #writeAll} answers when a row is refused. */
    private static final int REFUSED = -1;

    private final UpsertSettings<T> settings;
    private final UpsertStatement<T> statement;
    private final Database database;
    private final ProcessingTimeService clock;
    private final PendingVersions pending = new PendingVersions();
    private final String insertDead;
    private final String what;

    private final Counter sent;
    private final Counter overtaken;
    private final Counter dead;

    private boolean timerIsSet;
    private long refusedInCheckpoint;

    private UpsertWriter(
            UpsertSettings<T> settings,
            Database database,
            ProcessingTimeService clock,
            Counter sent,
            Counter overtaken,
            Counter dead) {
        this.settings = settings;
        this.statement = UpsertStatement.of(settings);
        this.database = database;
        this.clock = clock;
        this.insertDead = settings.dialect().insertDead(settings.deadRows());
        this.what = "upsert into " + settings.table().table().name();
        this.sent = sent;
        this.overtaken = overtaken;
        this.dead = dead;
    }

    static <T> UpsertWriter<T> open(
            UpsertSettings<T> settings, WriterInitContext context, Database database) {
        UpsertWriter<T> writer =
                new UpsertWriter<>(
                        settings,
                        database,
                        context.getProcessingTimeService(),
                        context.metricGroup().getNumRecordsSendCounter(),
                        context.metricGroup().counter("overtakenRows"),
                        context.metricGroup().counter("deadRows"));
        if (settings.purgeAfter() != null && context.getTaskInfo().getIndexOfThisSubtask() == 0) {
            TombstonePurge.every(
                    settings,
                    settings.purgeAfter(),
                    database,
                    context.getProcessingTimeService(),
                    context.metricGroup().counter("purgedTombstones"));
        }
        return writer;
    }

    @Override
    public void write(T element, Context context) throws IOException, InterruptedException {
        pending.add(statement.row(element));
        if (pending.rows() >= settings.batchRows()
                || pending.characters() >= ColumnArrays.MOST_CHARACTERS) {
            writePending();
        } else if (!timerIsSet) {
            timerIsSet = true;
            clock.registerTimer(
                    clock.getCurrentProcessingTime() + settings.batchWait().toMillis(),
                    time -> {
                        timerIsSet = false;
                        writePending();
                    });
        }
    }

    @Override
    public void flush(boolean endOfInput) throws IOException, InterruptedException {
        writePending();
        refusedInCheckpoint = 0;
    }

    private void writePending() throws IOException, InterruptedException {
        if (pending.isEmpty()) {
            return;
        }
        List<VersionedRow> rows = pending.inOrder();
        int changed = database.directly(what, connection -> writeAll(connection, rows));
        int refused = 0;
        if (changed == REFUSED) {
            Sifted sifted = database.inTransaction(what, connection -> sift(connection, rows));
            changed = sifted.changed;
            refused = sifted.dead.all();
        }
        sent.inc(pending.rows());
        dead.inc(refused);
        refusedInCheckpoint += refused;
        overtaken.inc(pending.rows() - changed - refused);
        pending.clear();
    }

    private int writeAll(Connection connection, List<VersionedRow> rows) throws SQLException {
        try {
            return statement.writeAlone(connection, rows);
        } catch (SQLException failure) {
            if (SqlStates.isRefusal(failure)) {
                return REFUSED;
            }
            throw failure;
        }
    }

    /**
     * Writes what the table takes. As if a refused version had never been, the one behind it is its
     * key's newest: those of all keys are the next round.
     */
    private Sifted sift(Connection connection, List<VersionedRow> rows) throws SQLException {
        TransactionBounds.letRowsWait(connection);
        Sifted sifted =
                new Sifted(
                        new RefusedRows(
                                settings.sink(), settings.mostRefused(), refusedInCheckpoint));
        List<VersionedRow> round = rows;
        while (!round.isEmpty()) {
            List<VersionedRow> next = new ArrayList<>();
            Bisection.write(
                    connection,
                    round,
                    some -> sifted.changed += statement.write(connection, some),
                    (row, refusal) -> {
                        sifted.dead.add(statement.dead(row, refusal), refusal);
                        VersionedRow older = row.older();
                        if (older != null) {
                            next.add(older);
                        }
                    });
            round = next;
        }
        sifted.dead.write(connection, insertDead);
        return sifted;
    }

    @Override
    public void close() {
        database.close();
    }

    /** What came of writing row by row. */
    private static final class Sifted {

        private final RefusedRows dead;
        private int changed;

        Sifted(RefusedRows dead) {
            this.dead = dead;
        }
    }
}
