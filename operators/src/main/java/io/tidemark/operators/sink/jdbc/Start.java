package io.tidemark.operators.sink.jdbc;

import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.TreeSet;

/**
 * Where a ledgered writer goes on from.
 *
 * @param lineage what its batches are entered under
 * @param job the job id of this run
 * @param restored the checkpoint that the state is of, 0 if there is none
 * @param kept up to where each partition of the input is in the database; empty if that is not kept
 */
record Start(String lineage, String job, long restored, Map<String, Long> kept) {

    /**
     * Compares the restored state with the ledger.
     *
     * @param lineages what the state holds; empty in a first run, and in a subtask whose
     *     predecessors had all come to the end of their input
     * @throws LedgerException if the ledger knows a newer checkpoint than the restored one, and
     *     nothing tells which rows it has
     */
    static Start of(
            LedgeredSettings<?> settings, String job, Collection<String> lineages, long restored)
            throws IOException {
        TreeSet<String> candidates = new TreeSet<>(lineages);
        if (candidates.isEmpty()) {
            candidates.add(job);
        }
        Positions positions = settings.positions();
        // Not by the writer's own connection: it has none, and needs none after this.
        try (Database database = Database.at(settings.connection(), settings.backoff())) {
            return database.inTransaction(
                    "start of sink \"" + settings.sink() + "\"",
                    connection -> {
                        Ledger ledger = settings.ledger();
                        String lineage = candidates.first();
                        for (String known : candidates) {
                            long newest = ledger.newest(connection, known, settings.sink());
                            if (newest <= restored) {
                                continue;
                            }
                            if (positions == null) {
                                throw Refusals.older(settings.sink(), known, newest, restored);
                            }
                            // A lineage of its own: the old one's checkpoints are taken.
                            lineage = job;
                            long taken = ledger.newest(connection, job, settings.sink());
                            if (taken > restored) {
                                throw Refusals.sameJob(settings.sink(), job, taken, restored);
                            }
                        }
                        return new Start(
                                lineage,
                                job,
                                restored,
                                positions == null ? Map.of() : positions.all(connection));
                    });
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the ledger was read", interrupted);
        }
    }
}
