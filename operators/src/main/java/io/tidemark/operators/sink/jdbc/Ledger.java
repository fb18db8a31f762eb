package io.tidemark.operators.sink.jdbc;

import java.io.Serializable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** What of each checkpoint is in the database, told by the database itself. */
interface Ledger extends Serializable {

    /** The name of its table. */
    String table();

    /** The statements that declare it where it is absent. */
    List<String> declarations();

    /**
     * Enters a batch, in the transaction that its rows are written in.
     *
     * @param how what else is known of the commit
     * @return false if it was entered before: its rows are there
     * @throws LedgerException if others have written where only this batch's writer may
     */
    boolean enter(Connection connection, LedgerBatch batch, Entering how) throws SQLException;

    /** Whether this very batch was entered before. */
    boolean has(Connection connection, LedgerBatch batch) throws SQLException;

    /** The newest checkpoint that a lineage has entered for a sink, 0 if none. */
    long newest(Connection connection, String lineage, String sink) throws SQLException;

    /**
     * The newest checkpoint of each lineage with which rows of a sink went in without their
     * positions. It reads all entries, so it is for the start of a job.
     */
    Map<String, Long> withoutPositions(Connection connection, String sink) throws SQLException;

    /**
     * Forgets all but so many of the newest checkpoints of a lineage and sink; the newest one
     * without positions is never forgotten.
     */
    void prune(Connection connection, String lineage, String sink, int keep) throws SQLException;

    /**
     * How a batch is entered.
     *
     * @param positionsKept whether the transaction keeps the positions of all rows that it writes
     * @param seen up to which checkpoint the entries of others were looked for before
     */
    record Entering(boolean positionsKept, long seen) {}
}
