package io.tidemark.operators.sink.jdbc;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Where a ledgered writer goes on from.
 *
 * @param lineage what its batches are entered under
 * @param predecessor the lineage of the state, if the writer begins another one and keeps positions
 * @param job the job id of this run
 * @param restored the checkpoint that the state is of, 0 if there is none
 * @param kept up to where each partition of the input is in the database; empty if that is not kept
 * @param refusal why it may take no row, or null if it may. A subtask without state may be one that
 *     will never be given any: its predecessors came to the end of their input
 */
record Start(
        String lineage,
        @Nullable String predecessor,
        String job,
        long restored,
        Map<String, Position> kept,
        @Nullable LedgerException refusal) {

    /**
     * Compares the restored state with the ledger, and where positions are kept with these.
     *
     * @param lineages what the state holds; empty in a first run, and in a subtask whose
     *     predecessors had all come to the end of their input
     * @throws LedgerException if the ledger knows a newer checkpoint than the restored one, and
     *     nothing tells which rows it has; or if positions are kept, and they are another lineage's
     */
    static Start of(
            LedgeredSettings<?> settings, String job, Collection<String> lineages, long restored)
            throws IOException {
        TreeSet<String> known = new TreeSet<>(lineages);
        Positions positions = settings.positions();
        // Not by the writer's own connection: it has none, and needs none after this.
        try (Database database = Database.at(settings.connection(), settings.backoff())) {
            return database.inTransaction(
                    "start of sink \"" + settings.sink() + "\"",
                    connection -> {
                        if (positions == null) {
                            return byLedger(connection, settings, job, known, restored);
                        }
                        return known.isEmpty()
                                ? anew(connection, settings, positions, job, restored)
                                : byPositions(
                                        connection, settings, positions, job, known, restored);
                    });
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the ledger was read", interrupted);
        }
    }

    private static Start byLedger(
            Connection connection,
            LedgeredSettings<?> settings,
            String job,
            TreeSet<String> known,
            long restored)
            throws SQLException {
        if (known.isEmpty()) {
            known.add(job);
        }
        for (String lineage : known) {
            long newest = settings.ledger().newest(connection, lineage, settings.sink());
            if (newest > restored) {
                throw Refusals.older(settings.sink(), lineage, newest, restored);
            }
        }
        return new Start(known.first(), null, job, restored, Map.of(), null);
    }

    /** Without state: whatever is in the table must have positions, and they must be this job's. */
    private static Start anew(
            Connection connection,
            LedgeredSettings<?> settings,
            Positions positions,
            String job,
            long restored)
            throws SQLException {
        requireFree(connection, settings, job, restored);
        String owner = positions.owner(connection);
        LedgerException refusal = null;
        if (!job.equals(owner)) {
            Map<String, Long> without =
                    settings.ledger().withoutPositions(connection, settings.sink());
            if (owner != null && !owner.equals(settings.predecessor())) {
                refusal = Refusals.positionsOfAnother(settings.sink(), owner, job);
            } else if (!without.isEmpty()) {
                String lineage = without.keySet().iterator().next();
                refusal =
                        Refusals.positionsMissing(
                                settings.sink(), lineage, without.getOrDefault(lineage, 0L), 0);
            }
        }
        return new Start(job, null, job, restored, positions.all(connection), refusal);
    }

    private static Start byPositions(
            Connection connection,
            LedgeredSettings<?> settings,
            Positions positions,
            String job,
            TreeSet<String> known,
            long restored)
            throws SQLException {
        String owner = positions.owner(connection);
        String lineage = owner != null && known.contains(owner) ? owner : known.first();
        if (owner != null
                && !known.contains(owner)
                && !owner.equals(job)
                && !owner.equals(settings.predecessor())) {
            throw Refusals.positionsOfAnother(settings.sink(), owner, lineage);
        }
        boolean older = false;
        for (String one : known) {
            older |= settings.ledger().newest(connection, one, settings.sink()) > restored;
        }
        if (older || owner != null && !known.contains(owner)) {
            TreeSet<String> all = new TreeSet<>(known);
            if (owner != null) {
                all.add(owner);
            }
            for (String one : all) {
                requirePositions(connection, settings, one, restored);
            }
        }
        Map<String, Position> kept = positions.all(connection);
        if (!older) {
            return new Start(lineage, null, job, restored, kept, null);
        }
        // A lineage of its own: the old one's checkpoints are taken.
        requireFree(connection, settings, job, restored);
        return new Start(job, lineage, job, restored, kept, null);
    }

    private static void requireFree(
            Connection connection, LedgeredSettings<?> settings, String job, long restored)
            throws SQLException {
        long taken = settings.ledger().newest(connection, job, settings.sink());
        if (taken > restored) {
            throw Refusals.sameJob(settings.sink(), job, taken, restored);
        }
    }

    /**
     * Throws if rows of a lineage went in without their positions since the restored checkpoint.
     */
    static void requirePositions(
            Connection connection, LedgeredSettings<?> settings, String lineage, long restored)
            throws SQLException {
        long without =
                settings.ledger()
                        .withoutPositions(connection, settings.sink())
                        .getOrDefault(lineage, 0L);
        if (without > restored) {
            throw Refusals.positionsMissing(settings.sink(), lineage, without, restored);
        }
    }
}
