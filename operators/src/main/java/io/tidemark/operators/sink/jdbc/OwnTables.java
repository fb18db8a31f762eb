package io.tidemark.operators.sink.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * Checks the tables that are the sinks' own. Their keys above all: without one the database takes
 * each repetition for something new, which no commit would notice.
 */
record OwnTables(Connection connection, Dialect dialect) {

    void requireLedger(String ledger) throws SQLException {
        TableCheck check = TableCheck.of(connection, dialect, ledger, "SELECT", "INSERT", "DELETE");
        requireColumns(check, "text", "lineage", "sink", "job", "writer");
        requireColumns(check, "bigint", "checkpoint", "rows");
        requireColumns(check, "integer", "subtask");
        requireColumns(check, "boolean", "positions_kept");
        requireColumns(check, "timestamptz", "committed_at");
        check.requireNoOther();
        check.requireKey(List.of("lineage", "sink", "checkpoint", "subtask"));
    }

    void requirePositions() throws SQLException {
        TableCheck positions = readAndWritten(Positions.TABLE);
        requireColumns(positions, "text", "sink", "part");
        requireColumns(positions, "bigint", "position");
        requireColumns(positions, "integer", "place");
        positions.requireNoOther();
        positions.requireKey(List.of("sink", "part"));
        TableCheck owners = readAndWritten(Positions.OWNERS);
        requireColumns(owners, "text", "sink", "lineage");
        owners.requireNoOther();
        owners.requireKey(List.of("sink"));
    }

    private TableCheck readAndWritten(String table) throws SQLException {
        return TableCheck.of(connection, dialect, table, "SELECT", "INSERT", "UPDATE");
    }

    void requireDeadRows(String deadRows) throws SQLException {
        TableCheck check = TableCheck.of(connection, dialect, deadRows, "INSERT");
        requireColumns(check, "text", "sink", "sql_state", "reason");
        requireColumns(check, "json", "key", "row");
        requireColumns(check, "bigint", "version_major", "version_minor");
        requireColumns(check, "timestamptz", "refused_at");
        check.requireNoOther();
        check.requireKey(List.of("sink", TableCheck.EXPRESSION, "version_major", "version_minor"));
    }

    private static void requireColumns(TableCheck check, String type, String... columns)
            throws SQLException {
        for (String column : columns) {
            check.requireColumn(column, type);
        }
    }
}
