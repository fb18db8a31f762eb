package io.tidemark.operators.sink.jdbc;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Map;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.api.connector.sink2.CommitterInitContext;
import org.apache.flink.metrics.Counter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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

    private static final Logger LOG = LoggerFactory.getLogger(LedgerCommitter.class);

    /** How many checkpoints of a lineage and sink the ledger remembers. */
    static final int KEPT_CHECKPOINTS = 1_000;

    /** Once in so many checkpoints the ledger is pruned, by the first subtask. */
    private static final int PRUNED_EVERY = 100;

    /**
     * How many commits look for the entries of others since the restored checkpoint. Another job
     * that started from there looks, too, and finds this one's, unless both made their first at one
     * moment: then the second finds the other's first. Later ones look above the one before.
     */
    private static final int LOOKS_FROM_THE_START = 2;

    private final LedgeredSettings<?> settings;
    private final BatchWrite write;
    private final Database database;
    private final long restored;
    private final boolean prunes;
    private final Counter dead;
    private final Counter alreadyThere;

    private long pruned = Long.MIN_VALUE;
    private int entered;
    private long newestEntered;

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
            dead.inc(committed.written().refused());
            alreadyThere.inc(committed.written().leftOut());
            if (prunes && batch.checkpoint() - PRUNED_EVERY >= pruned) {
                pruned = batch.checkpoint();
                prune(batch);
            }
        }
    }

    private void prune(LedgerBatch batch) throws IOException, InterruptedException {
        database.inTransaction(
                "pruning of the ledger",
                connection -> {
                    settings.ledger()
                            .prune(connection, batch.lineage(), batch.sink(), KEPT_CHECKPOINTS);
                    return batch;
                });
    }

    private Committed commit(LedgerBatch batch) throws IOException, InterruptedException {
        Committed committed;
        try {
            committed = commit(batch, BatchWrite.Care.FAST);
        } catch (BatchWrite.CopyCancelled tooLong) {
            LOG.warn(
                    "The copy of {} was cancelled; rows go in by portions from now on",
                    batch,
                    tooLong);
            committed = commit(batch, BatchWrite.Care.FAST);
        }
        if (batch.checkpoint() > restored) {
            entered++;
            newestEntered = batch.checkpoint();
        }
        return committed;
    }

    private Committed commit(LedgerBatch batch, BatchWrite.Care care)
            throws IOException, InterruptedException {
        String what = "commit of " + batch;
        try {
            return database.inTransaction(what, connection -> commit(connection, batch, care));
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
                return commitOfOldState(connection, batch, newest, care);
            }
        }
        long seen = entered < LOOKS_FROM_THE_START ? 0 : newestEntered;
        boolean kept = positions != null || batch.content().rows() == 0;
        if (!ledger.enter(connection, batch, new Ledger.Entering(kept, seen))) {
            return Committed.EARLIER;
        }
        // Whoever is at the same batch was waited for at its entry. From here on it is others of
        // this job, who become the positions' owner with all of their first commit.
        TransactionBounds.letRowsWait(connection);
        if (positions != null) {
            positions.raise(connection, batch);
        }
        return new Committed(false, write.write(connection, batch, Map.of(), care));
    }

    private Committed commitOfOldState(
            Connection connection, LedgerBatch batch, long newest, BatchWrite.Care care)
            throws SQLException {
        if (settings.ledger().has(connection, batch)) {
            return Committed.EARLIER;
        }
        Positions positions = settings.positions();
        if (positions == null) {
            throw Refusals.older(batch.sink(), batch.lineage(), newest, restored);
        }
        Start.requirePositions(connection, settings, batch.lineage(), restored);
        TransactionBounds.letRowsWait(connection);
        // What others have committed is told by the positions, which this raises, too: a
        // repetition finds all of it there, so it needs no entry.
        Map<String, Position> kept = positions.raiseFurther(connection, batch);
        return new Committed(false, write.write(connection, batch, kept, care));
    }

    @Override
    public void close() {
        database.close();
    }

    /** What came of a commit. */
    private record Committed(boolean before, BatchWrite.Written written) {

        static final Committed EARLIER = new Committed(true, new BatchWrite.Written(0, 0));
    }
}
