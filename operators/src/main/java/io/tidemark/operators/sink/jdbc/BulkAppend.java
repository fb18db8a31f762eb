package io.tidemark.operators.sink.jdbc;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/**
 * Appends rows by {@code COPY}, the fastest way into a table: it takes the lines as they are held,
 * and the database plans and converts nothing.
 *
 * <p>It is taken only where it does the same as an {@code INSERT} of the declared types. It does
 * not, for example, into a column of another type, whose own input reads the text; it ignores
 * rules, overrules identities, and is refused by views and row security.
 */
final class BulkAppend {

    /** How many bytes go to the driver at a time. */
    private static final int PORTION = 1 << 16;

    private final Table<?> table;
    private final Dialect dialect;
    private @Nullable Boolean fits;

    BulkAppend(Table<?> table, Dialect dialect) {
        this.table = table;
        this.dialect = dialect;
    }

    /**
     * Whether it does the same as an {@code INSERT}. The database is asked once: a column that
     * becomes an identity or of another type while the job runs is not seen before its next start.
     */
    boolean fits(Connection connection) throws SQLException {
        Boolean known = fits;
        if (known == null) {
            known = connection.isWrapperFor(PGConnection.class) && askIfItFits(connection);
            fits = known;
        }
        return known;
    }

    /**
     * Says that it does not get through here: a copy is one statement, however many rows it has.
     */
    void giveUp() {
        fits = false;
    }

    private boolean askIfItFits(Connection connection) throws SQLException {
        SqlArray names = new SqlArray();
        SqlArray types = new SqlArray();
        for (Column<?> column : table.columns()) {
            names.add(column.name());
            types.add(dialect.typeName(column.type()));
        }
        try (PreparedStatement ask = connection.prepareStatement(dialect.copyFits())) {
            ask.setString(1, names.toString());
            ask.setString(2, types.toString());
            ask.setString(3, dialect.quoted(table.name()));
            try (ResultSet answer = ask.executeQuery()) {
                return answer.next() && answer.getBoolean(1);
            }
        }
    }

    /** Appends all rows of a batch, or throws. */
    void write(Connection connection, byte[] lines) throws SQLException {
        if (lines.length == 0) {
            return;
        }
        try {
            connection
                    .unwrap(PGConnection.class)
                    .getCopyAPI()
                    .copyIn(dialect.copy(table), new ByteArrayInputStream(lines), PORTION);
        } catch (IOException neverOfAnArray) {
            throw new UncheckedIOException(neverOfAnArray);
        }
    }
}
