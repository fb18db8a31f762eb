package io.tidemark.operators.sink.jdbc;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.api.connector.sink2.CommitterInitContext;
import org.apache.flink.metrics.Counter;

/**
 * Commits batches: the entry in the ledger, the rows, the dead rows and the positions of a batch in
 * one transaction.
 *
 * <p>Its first commits are those of the restored state, and they come before any writer has looked
 * at the ledger; so it looks by itself, in the same transaction, whether the state that they are
 * from is an old one. A savepoint can hold batches that were never committed as such while their
 * rows went in with later ones.
 */
final class LedgerCommitter implements Committer<LedgerBatch> {

    /** How many checkpoints of a lineage and sink the ledger remembers. */
    static final int KEPT_CHECKPOINTS = 1_000;

    /** Once in so many commits the ledger is pruned, by the first subtask. */
    private static final int PRUNED_EVERY = 100;

    private final LedgeredSettings<?> settings;
    private final BatchWrite write;
    private final Database database;
    private final long restored;
    private final boolean prunes;
    private final Counter dead;
    private final Counter alreadyThere;

    private int commits;

    private LedgerCommitter(
            LedgeredSettings<?> settings,
            Database database,
            long restored,
            boolean prunes,
            Counter dead,
            Counter alreadyThere) {
        this.settings = settings;
        this.write = BatchWrite.of(settings);
        this.database = database;
        this.restored = restored;
        this.prunes = prunes;
        this.dead = dead;
        this.alreadyThere = alreadyThere;
    }

    static LedgerCommitter open(LedgeredSettings<?> settings, CommitterInitContext context) {
        return new LedgerCommitter(
                settings,
                Database.at(settings.connection(), settings.backoff()),
                context.getRestoredCheckpointId().orElse(0),
                context.getTaskInfo().getIndexOfThisSubtask() == 0,
                context.metricGroup().counter("deadRows"),
                context.metricGroup().counter("rowsAlreadyThere"));
    }

    @Override
    public void commit(Collection<CommitRequest<LedgerBatch>> requests)
            throws IOException, InterruptedException {
        for (CommitRequest<LedgerBatch> request : requests) {
            LedgerBatch batch = request.getCommittable();
            Committed committed = commit(batch);
            if (committed.before()) {
                request.signalAlreadyCommitted();
            }
            dead.inc(committed.dead());
            alreadyThere.inc(committed.alreadyThere());
            if (prunes && ++commits % PRUNED_EVERY == 0) {
                database.inTransaction(
                        "pruning of the ledger",
                        connection -> {
                            settings.ledger()
                                    .prune(
                                            connection,
                                            batch.lineage(),
                                            batch.sink(),
                                            KEPT_CHECKPOINTS);
                            return commits;
                        });
            }
        }
    }

    private Committed commit(LedgerBatch batch) throws IOException, InterruptedException {
        String what = "commit of " + batch;
        try {
            return database.inTransaction(
                    what, connection -> commit(connection, batch, BatchWrite.Care.FAST));
        } catch (BatchWrite.RowsRefused some) {
            return database.inTransaction(
                    what, connection -> commit(connection, batch, BatchWrite.Care.SIFTING));
        }
    }

    private Committed commit(Connection connection, LedgerBatch batch, BatchWrite.Care care)
            throws SQLException {
        Ledger ledger = settings.ledger();
        Positions positions = settings.positions();
        if (batch.checkpoint() <= restored) {
            long newest = ledger.newest(connection, batch.lineage(), batch.sink());
            if (newest > restored) {
                if (ledger.has(connection, batch)) {
                    return Committed.EARLIER;
                }
                if (positions == null) {
                    throw Refusals.older(batch.sink(), batch.lineage(), newest, restored);
                }
                // What others have committed is told by the positions, which this raises, too: a
                // repetition finds all of it there, so it needs no entry.
                List<LedgeredRow> rows = write.rowsOf(batch);
                List<LedgeredRow> fresh = positions.notYetIn(connection, rows);
                positions.raise(connection, fresh);
                int refused = write.write(connection, batch, fresh, care);
                return new Committed(false, refused, rows.size() - fresh.size());
            }
        }
        if (!ledger.enter(connection, batch)) {
            return Committed.EARLIER;
        }
        if (positions == null) {
            return new Committed(false, write.write(connection, batch, care), 0);
        }
        List<LedgeredRow> rows = write.rowsOf(batch);
        positions.raise(connection, rows);
        return new Committed(false, write.write(connection, batch, care), 0);
    }

    @Override
    public void close() {
        database.close();
    }

    /** What came of a commit. */
    private record Committed(boolean before, int dead, int alreadyThere) {

        static final Committed EARLIER = new Committed(true, 0, 0);
    }
}
