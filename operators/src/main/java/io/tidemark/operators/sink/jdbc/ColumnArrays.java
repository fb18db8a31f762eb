package io.tidemark.operators.sink.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one statement, turned on their side: one array a column, so that a statement has the
 * same text and the same number of parameters whatever the batch's size.
 */
final class ColumnArrays {

    /**
     * Rows of so many characters are enough for a statement, however few they are: a column of them
     * is one parameter, in UTF-8 at most three bytes each and twice that where all are escaped, and
     * a message to PostgreSQL has less than a gigabyte.
     */
    static final int MOST_CHARACTERS = 16 << 20;

    private final SqlArray[] columns;
    private int next;

    ColumnArrays(int columns) {
        this.columns = new SqlArray[columns];
        for (int i = 0; i < columns; i++) {
            this.columns[i] = new SqlArray();
        }
    }

    /** Appends a value to the next column, after the last one to the first again. */
    void add(@Nullable String text) {
        columns[next].add(text);
        next = next + 1 == columns.length ? 0 : next + 1;
    }

    /**
     * Executes a statement whose parameters are these columns.
     *
     * @return how many rows it changed
     */
    int execute(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement);
            return statement.executeUpdate();
        }
    }

    /** As {@link #execute}, outside a transaction and within its bounds. */
    int executeAlone(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement(TransactionBounds.alone(sql))) {
            bind(statement);
            return TransactionBounds.update(statement);
        }
    }

    private void bind(PreparedStatement statement) throws SQLException {
        for (int i = 0; i < columns.length; i++) {
            statement.setString(i + 1, columns[i].toString());
        }
    }
}
