package io.tidemark.operators.sink.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.List;

/**
 * Finds the rows of a batch that the table refuses, inside one transaction: halves that fail are
 * halved again, what goes in stays in. With d bad rows among n that takes about 2 d log(n / d)
 * statements.
 */
final class Bisection {

    private Bisection() {}

    /** Writes rows, in their order, and hands over each one that is refused by itself. */
    static <R> void write(Connection connection, List<R> rows, Write<R> write, Refused<R> refused)
            throws SQLException {
        if (rows.isEmpty()) {
            return;
        }
        Savepoint before = connection.setSavepoint();
        try {
            write.of(rows);
            connection.releaseSavepoint(before);
            return;
        } catch (SQLException failure) {
            if (!SqlStates.isRefusal(failure)) {
                throw failure;
            }
            connection.rollback(before);
            connection.releaseSavepoint(before);
            if (rows.size() == 1) {
                refused.row(rows.get(0), failure);
                return;
            }
        }
        int middle = rows.size() / 2;
        write(connection, rows.subList(0, middle), write, refused);
        write(connection, rows.subList(middle, rows.size()), write, refused);
    }

    /** Writes rows in one statement. */
    @FunctionalInterface
    interface Write<R> {

        /** Writes all of them or throws. */
        void of(List<R> rows) throws SQLException;
    }

    /** What becomes of a refused row. */
    @FunctionalInterface
    interface Refused<R> {

        /** Takes one. */
        void row(R row, SQLException refusal) throws SQLException;
    }
}
