package io.tidemark.operators.sink.jdbc;

import io.tidemark.operators.sink.PreflightException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;

/** Declares tables at submit time. */
final class Declarations {

    /**
     * What one who declares the same at the same moment makes of {@code IF NOT EXISTS}: a row of
     * the catalog, a relation or another object that was not there when it was looked for.
     */
    private static final Set<String> OVERTAKEN = Set.of("23505", "42P07", "42710");

    /** Each is in vain only if another one has meanwhile declared something. */
    private static final int ATTEMPTS = 3;

    private static final String UNDEFINED_COLUMN = "42703";

    private Declarations() {}

    /** Executes the statements in one transaction; others may do so at the same time. */
    static void execute(JdbcConnection address, List<String> statements) {
        for (int attempt = 1; attempt < ATTEMPTS; attempt++) {
            if (isExecuted(address, statements, OVERTAKEN)) {
                return;
            }
        }
        isExecuted(address, statements, Set.of());
    }

    private static boolean isExecuted(
            JdbcConnection address, List<String> statements, Set<String> inVain) {
        String current = "";
        try (Connection connection = address.open();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            for (String sql : statements) {
                current = sql;
                statement.execute(sql);
            }
            connection.commit();
            return true;
        } catch (SQLException refused) {
            String state = refused.getSQLState();
            if (state != null && inVain.contains(state)) {
                return false;
            }
            throw new PreflightException(
                    "the tables at "
                            + address
                            + " can't be declared: "
                            + refused.getMessage()
                            + (current.isEmpty() ? "" : " (in: " + current + ")")
                            + "; "
                            + advice(refused),
                    refused);
        }
    }

    private static String advice(SQLException refused) {
        return UNDEFINED_COLUMN.equals(refused.getSQLState())
                ? "a table of that name is there already, without that column, and stays as it is:"
                        + " add to it what is missing, as preflight() names it, or take another name"
                : "let whoever may declare them do it, or check the connection";
    }
}
