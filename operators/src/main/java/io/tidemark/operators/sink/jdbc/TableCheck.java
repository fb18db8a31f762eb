package io.tidemark.operators.sink.jdbc;

import io.tidemark.operators.sink.PreflightException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;

/** Compares a table with what a sink is about to do to it, before a job runs. */
final class TableCheck {

    /** How a unique index's column that is an expression is named here. */
    static final String EXPRESSION = "an expression";

    private final Connection connection;
    private final Dialect dialect;
    private final String table;
    private final Map<String, Boolean> mustHaveValue = new LinkedHashMap<>();

    private TableCheck(Connection connection, Dialect dialect, String table) {
        this.connection = connection;
        this.dialect = dialect;
        this.table = table;
    }

    /**
     * A check of a table that is there.
     *
     * @throws PreflightException if it is not, or may not be read and written
     */
    static TableCheck of(Connection connection, Dialect dialect, String table, String... rights)
            throws SQLException {
        TableCheck check = new TableCheck(connection, dialect, table);
        check.requireTable();
        check.requireRights(rights);
        return check;
    }

    private void requireTable() throws SQLException {
        try (PreparedStatement columns = connection.prepareStatement(dialect.columns())) {
            columns.setString(1, dialect.quoted(table));
            try (ResultSet found = columns.executeQuery()) {
                while (found.next()) {
                    mustHaveValue.put(found.getString(1), found.getBoolean(2));
                }
            }
        }
        if (mustHaveValue.isEmpty()) {
            throw new PreflightException(
                    "table "
                            + table
                            + " does not exist, or the user may not see it: let createIfAbsent()"
                            + " make it, or execute declarations()");
        }
    }

    private void requireRights(String... rights) throws SQLException {
        for (String right : rights) {
            try (PreparedStatement may = connection.prepareStatement(dialect.mayDo())) {
                may.setString(1, dialect.quoted(table));
                may.setString(2, right);
                try (ResultSet found = may.executeQuery()) {
                    if (!found.next() || !found.getBoolean(1)) {
                        throw new PreflightException(
                                "the user lacks the right "
                                        + right
                                        + " on table "
                                        + table
                                        + ": GRANT "
                                        + right
                                        + " ON it");
                    }
                }
            }
        }
    }

    /** Throws unless the column is there and takes values of the type. */
    void requireColumn(String column, String type) throws SQLException {
        if (!mustHaveValue.containsKey(column)) {
            throw new PreflightException(
                    "table "
                            + table
                            + " has no column \""
                            + column
                            + "\" (it has "
                            + String.join(", ", mustHaveValue.keySet())
                            + "): add it, or give the sink the name that it has");
        }
        try (PreparedStatement fits = connection.prepareStatement(dialect.columnFits(type))) {
            fits.setString(1, dialect.quoted(table));
            fits.setString(2, column);
            try (ResultSet found = fits.executeQuery()) {
                if (found.next() && !found.getBoolean(1)) {
                    throw new PreflightException(
                            "column \""
                                    + column
                                    + "\" of table "
                                    + table
                                    + " is of type "
                                    + found.getString(2)
                                    + ", which the sink's "
                                    + type
                                    + " does not fit: give the sink the column's type, or alter"
                                    + " the column");
                }
            }
        }
    }

    /** Throws if the column refuses null. */
    void requireNullable(String column, String reason) {
        if (Boolean.TRUE.equals(mustHaveValue.get(column))) {
            throw new PreflightException(
                    "column \""
                            + column
                            + "\" of table "
                            + table
                            + " is NOT NULL, but "
                            + reason
                            + ": ALTER COLUMN … DROP NOT NULL");
        }
    }

    /** Throws unless just these columns are the table's primary key, or are unique. */
    void requireKey(List<String> columns) throws SQLException {
        Map<String, TreeSet<String>> indexes = new LinkedHashMap<>();
        try (PreparedStatement unique = connection.prepareStatement(dialect.uniqueIndexes())) {
            unique.setString(1, dialect.quoted(table));
            try (ResultSet found = unique.executeQuery()) {
                while (found.next()) {
                    indexes.computeIfAbsent(found.getString(1), name -> new TreeSet<>())
                            .add(Objects.requireNonNullElse(found.getString(2), EXPRESSION));
                }
            }
        }
        if (!indexes.containsValue(new TreeSet<>(columns))) {
            throw new PreflightException(
                    "table "
                            + table
                            + " has no primary key or unique index on just ("
                            + String.join(", ", columns)
                            + ") that holds at once and for all rows (unique are: "
                            + new ArrayList<>(indexes.values())
                            + "): add one, or name its key columns with key(…); for a table of"
                            + " Tidemark's own execute declarations() where it is absent");
        }
    }
}
