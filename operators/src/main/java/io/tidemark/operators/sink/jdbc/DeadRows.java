package io.tidemark.operators.sink.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Writes dead rows, in the transaction of the rows that were refused with them. */
final class DeadRows {

    /** Where dead rows go unless the caller names another table. */
    static final String TABLE = "tidemark_dead_rows";

    private DeadRows() {}

    static void write(Connection connection, String statement, List<DeadRow> rows)
            throws SQLException {
        if (rows.isEmpty()) {
            return;
        }
        ColumnArrays columns = new ColumnArrays(DeadRow.TYPES.size());
        for (DeadRow row : rows) {
            columns.add(row.sink());
            columns.add(row.key());
            columns.add(Long.toString(row.version().major()));
            columns.add(Long.toString(row.version().minor()));
            columns.add(row.sqlState());
            columns.add(row.reason());
            columns.add(row.row());
        }
        columns.execute(connection, statement);
    }
}
