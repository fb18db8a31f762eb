package io.tidemark.operators.sink.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The ledger as a table, one row a lineage, sink, checkpoint and writing subtask.
 *
 * <p><b>Why that key tells batches apart.</b> Within a lineage checkpoint ids only grow: Flink's
 * coordinator never gives one twice in a run, and a run that starts from a checkpoint counts on
 * from it. So two batches with one key can come only of two writers that started from the same
 * place, and then both hold rows of the same input. What a writer sends at the end of its input
 * bears the last checkpoint id that it saw, plus one. It becomes durable with the first checkpoint
 * cut after it, whose id is at least that; and every checkpoint that does not hold it and that its
 * writer saw has a lower id. So for each checkpoint that commits, what is entered up to it has an
 * id not above its own, and what came after it has a higher one: an entry above the restored
 * checkpoint is one that the restored state does not know.
 *
 * <p><b>Why the writer is compared, too.</b> After a restore from checkpoint r nothing above r is
 * entered, or the restore would be refused. From then on the entries above r are this run's, and of
 * this subtask they are this writer's, for another writer of this subtask would come of a later
 * restore. Any other entry above r is another job's, or of an attempt whose savepoint was taken up
 * again behind the back of the one that went on.
 *
 * @param name the table
 * @param dialect how the database wants things said
 */
record LedgerTable(String name, Dialect dialect) implements Ledger {

    /** Where the ledger is kept unless the caller names another table. */
    static final String NAME = "tidemark_ledger";

    @Override
    public String table() {
        return name;
    }

    @Override
    public List<String> declarations() {
        return List.of(dialect.declareLedger(name));
    }

    @Override
    public boolean enter(Connection connection, LedgerBatch batch, Entering how)
            throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement(
                        "INSERT INTO "
                                + dialect.quoted(name)
                                + " (lineage, sink, checkpoint, subtask, job, writer, rows,"
                                + " positions_kept, committed_at)"
                                + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, CURRENT_TIMESTAMP)"
                                + " ON CONFLICT DO NOTHING")) {
            bindKey(insert, batch);
            insert.setString(5, batch.job());
            insert.setString(6, batch.writer().toString());
            insert.setLong(7, batch.content().rows());
            insert.setBoolean(8, how.positionsKept());
            if (insert.executeUpdate() == 1) {
                refuseStrangers(connection, batch, how.seen());
                return true;
            }
        }
        if (has(connection, batch)) {
            return false;
        }
        throw new LedgerException(
                batch
                        + ": the ledger "
                        + name
                        + " has other rows under that name. Another job was started from the same"
                        + " checkpoint, or another sink of this job has the same name: stop the one"
                        + " that is not wanted, or name the sinks apart");
    }

    @Override
    public boolean has(Connection connection, LedgerBatch batch) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement(
                        "SELECT 1 FROM "
                                + dialect.quoted(name)
                                + " WHERE lineage = ? AND sink = ? AND checkpoint = ?"
                                + " AND subtask = ? AND writer = ?")) {
            bindKey(select, batch);
            select.setString(5, batch.writer().toString());
            try (ResultSet found = select.executeQuery()) {
                return found.next();
            }
        }
    }

    private void refuseStrangers(Connection connection, LedgerBatch batch, long seen)
            throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement(
                        "SELECT checkpoint, subtask, job FROM "
                                + dialect.quoted(name)
                                + " WHERE lineage = ? AND sink = ? AND checkpoint > ?"
                                + " AND (job <> ? OR subtask = ? AND writer <> ?) LIMIT 1")) {
            select.setString(1, batch.lineage());
            select.setString(2, batch.sink());
            select.setLong(3, Math.max(batch.restored(), seen));
            select.setString(4, batch.job());
            select.setInt(5, batch.subtask());
            select.setString(6, batch.writer().toString());
            try (ResultSet found = select.executeQuery()) {
                if (found.next()) {
                    throw new LedgerException(
                            batch
                                    + ": since checkpoint "
                                    + batch.restored()
                                    + ", from which that job started, job "
                                    + found.getString(3)
                                    + " has committed checkpoint "
                                    + found.getLong(1)
                                    + " of subtask "
                                    + found.getInt(2)
                                    + " under the same lineage and sink (ledger "
                                    + name
                                    + "). Two jobs started from one checkpoint, or two sinks have"
                                    + " one name: stop the one that is not wanted, or name the"
                                    + " sinks apart");
                }
            }
        }
    }

    @Override
    public long newest(Connection connection, String lineage, String sink) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement(
                        "SELECT coalesce(max(checkpoint), 0) FROM "
                                + dialect.quoted(name)
                                + " WHERE lineage = ? AND sink = ?")) {
            select.setString(1, lineage);
            select.setString(2, sink);
            try (ResultSet found = select.executeQuery()) {
                found.next();
                return found.getLong(1);
            }
        }
    }

    @Override
    public Map<String, Long> withoutPositions(Connection connection, String sink)
            throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement(
                        "SELECT lineage, max(checkpoint) FROM "
                                + dialect.quoted(name)
                                + " WHERE sink = ? AND NOT positions_kept GROUP BY lineage")) {
            select.setString(1, sink);
            Map<String, Long> newest = new TreeMap<>();
            try (ResultSet found = select.executeQuery()) {
                while (found.next()) {
                    newest.put(found.getString(1), found.getLong(2));
                }
            }
            return newest;
        }
    }

    @Override
    public void prune(Connection connection, String lineage, String sink, int keep)
            throws SQLException {
        String ledger = dialect.quoted(name);
        long newest = newest(connection, lineage, sink);
        try (PreparedStatement delete =
                connection.prepareStatement(
                        "DELETE FROM "
                                + ledger
                                + " AS l WHERE lineage = ? AND sink = ? AND checkpoint <= ?"
                                + " AND (positions_kept OR EXISTS (SELECT 1 FROM "
                                + ledger
                                + " AS n WHERE n.lineage = l.lineage AND n.sink = l.sink"
                                + " AND n.checkpoint > l.checkpoint AND NOT n.positions_kept))")) {
            delete.setString(1, lineage);
            delete.setString(2, sink);
            delete.setLong(3, newest - keep);
            delete.executeUpdate();
        }
    }

    private static void bindKey(PreparedStatement statement, LedgerBatch batch)
            throws SQLException {
        statement.setString(1, batch.lineage());
        statement.setString(2, batch.sink());
        statement.setLong(3, batch.checkpoint());
        statement.setInt(4, batch.subtask());
    }
}
