package io.tidemark.operators.sink.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The rows of one batch that the table refuses: dead ones, as many as the sink tolerates. */
final class RefusedRows {

    private final String sink;
    private final long most;
    private final long before;
    private final List<DeadRow> unwritten = new ArrayList<>();
    private int all;

    /**
     * None yet.
     *
     * @param most how many there may be in a checkpoint
     * @param before how many earlier batches of the same checkpoint had
     */
    RefusedRows(String sink, long most, long before) {
        this.sink = sink;
        this.most = most;
        this.before = before;
    }

    /**
     * How many there may be, as somebody says it.
     *
     * @throws IllegalArgumentException if the bound is negative
     */
    static long most(int refusedRows) {
        if (refusedRows < 0) {
            throw new IllegalArgumentException(
                    "refusedRows="
                            + refusedRows
                            + " is not a valid bound: give 0 to tolerate none, or how many of a"
                            + " checkpoint");
        }
        return refusedRows;
    }

    /**
     * Takes one more.
     *
     * @throws SQLException if that is one too many, with its refusal as the cause
     */
    void add(DeadRow row, SQLException refusal) throws SQLException {
        if (before + all >= most) {
            throw new SQLException(
                    "the table refused more rows of sink \""
                            + sink
                            + "\" within one checkpoint and subtask than failingBeyond("
                            + most
                            + ") tolerates; the latest reason: "
                            + refusal.getMessage()
                            + " (SQLSTATE "
                            + refusal.getSQLState()
                            + "). Nothing of this batch is written. Let the table take such rows,"
                            + " or raise the bound to have them among the dead rows",
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
