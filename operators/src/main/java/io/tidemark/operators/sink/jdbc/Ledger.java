package io.tidemark.operators.sink.jdbc;

import java.io.Serializable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** What of each checkpoint is in the database, told by the database itself. */
interface Ledger extends Serializable {

    /** The name of its table. */
    String table();

    /** The statements that declare it where it is absent. */
    List<String> declarations();

    /**
     * Enters a batch, in the transaction that its rows are written in.
     *
     * @return false if it was entered before: its rows are there
     * @throws LedgerException if others have written where only this batch's writer may
     */
    boolean enter(Connection connection, LedgerBatch batch) throws SQLException;

    /** Whether this very batch was entered before. */
    boolean has(Connection connection, LedgerBatch batch) throws SQLException;

    /** The newest checkpoint that a lineage has entered for a sink, 0 if none. */
    long newest(Connection connection, String lineage, String sink) throws SQLException;

    /** Forgets all but so many of the newest checkpoints of a lineage and sink. */
    void prune(Connection connection, String lineage, String sink, int keep) throws SQLException;
}
