package io.tidemark.operators.sink.jdbc;

import io.tidemark.operators.sink.PreflightException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Declares tables at submit time. */
final class Declarations {

    private static final String UNDEFINED_COLUMN = "42703";

    private Declarations() {}

    /** Executes the statements in one transaction. */
    static void execute(JdbcConnection address, List<String> statements) {
        String current = "";
        try (Connection connection = address.open();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            for (String sql : statements) {
                current = sql;
                statement.execute(sql);
            }
            connection.commit();
        } catch (SQLException refused) {
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
