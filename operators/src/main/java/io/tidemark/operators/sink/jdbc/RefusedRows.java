package io.tidemark.operators.sink.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The rows of one batch that the table refuses: dead ones, as many as the sink bears. */
final class RefusedRows {

    private final String sink;
    private final int most;
    private final List<DeadRow> unwritten = new ArrayList<>();
    private int all;

    /**
     * None yet.
     *
     * @param most how many there may be
     */
    RefusedRows(String sink, int most) {
        this.sink = sink;
        this.most = most;
    }

    /**
     * Takes one more.
     *
     * @throws SQLException if that is one too many, with its refusal as the cause
     */
    void add(DeadRow row, SQLException refusal) throws SQLException {
        if (all == most) {
            throw new SQLException(
                    "sink \""
                            + sink
                            + "\" is refused more than failingBeyond("
                            + most
                            + ") rows of a batch, the last one for: "
                            + refusal.getMessage()
                            + " (SQLSTATE "
                            + refusal.getSQLState()
                            + "): nothing of the batch is written. Let the table take such rows, or"
                            + " raise the bound to have them among the dead rows",
                    refusal);
        }
        all++;
        unwritten.add(row);
    }

    /** Writes those that are not written yet, in the transaction of the others. */
    void write(Connection connection, String insertDead) throws SQLException {
        DeadRows.write(connection, insertDead, unwritten);
        unwritten.clear();
    }

    /** How many there are. */
    int all() {
        return all;
    }
}
