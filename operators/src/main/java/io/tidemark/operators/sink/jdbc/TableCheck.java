package io.tidemark.operators.sink.jdbc;

import io.tidemark.operators.sink.PreflightException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Compares a table with what a sink is about to do to it, before a job runs. */
final class TableCheck {

    /** How a unique index's column that is an expression is named here. */
    static final String EXPRESSION = "an expression";

    /**
     * More decimal places than any counter has: rounded to fewer they are other numbers. More than
     * one, for a column may have a condition that refuses some.
     */
    private static final List<String> MANY_PLACES =
            Stream.of("0.", "1.", "100.", "10000.", "-1.").map(n -> n + "5".repeat(40)).toList();

    private final Connection connection;
    private final Dialect dialect;
    private final String table;
    private final Map<String, Boolean> mustHaveValue = new LinkedHashMap<>();
    private final Set<String> unlessSent = new LinkedHashSet<>();

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
                    if (found.getBoolean(2) && found.getBoolean(3)) {
                        unlessSent.add(found.getString(1));
                    }
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

    /** Throws unless the column, which the sink sends, is there and takes values of the type. */
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
        unlessSent.remove(column);
        try {
            Optional<Fit> fit = fit(column, type);
            if (fit.isPresent() && !fit.get().fits()) {
                throw new PreflightException(
                        "column \""
                                + column
                                + "\" of table "
                                + table
                                + " is of type "
                                + fit.get().columnType()
                                + ", which the sink's "
                                + type
                                + " does not fit: give the sink the column's type, or alter"
                                + " the column");
            }
        } catch (SQLException refused) {
            if (!SqlStates.isNotUnderstood(refused)) {
                throw refused;
            }
            throw new PreflightException(
                    "column \""
                            + column
                            + "\" of table "
                            + table
                            + " can't be given type="
                            + type
                            + ": "
                            + refused.getMessage()
                            + ": give the sink the column's type",
                    refused);
        }
    }

    /**
     * Throws if what a column holds depends on which values of the type are added at a time: it
     * rounds their sums, or they are of floating point.
     */
    void requireExactSums(String column, String type) throws SQLException {
        String columnType = fit(column, type).map(Fit::columnType).orElse(type);
        for (String value : MANY_PLACES) {
            try (PreparedStatement exact =
                    connection.prepareStatement(dialect.addsExactly(type, columnType))) {
                exact.setString(1, value);
                requireExact(column, type, columnType, exact);
                return;
            } catch (SQLException refused) {
                // A type or a column that does not take the value in question.
                if (!SqlStates.isRefusal(refused)) {
                    throw refused;
                }
            }
        }
    }

    private void requireExact(
            String column, String type, String columnType, PreparedStatement exact)
            throws SQLException {
        try (ResultSet found = exact.executeQuery()) {
            found.next();
            String sums =
                    "column \""
                            + column
                            + "\" of table "
                            + table
                            + " is of type "
                            + columnType
                            + ", in which sums of the sink's "
                            + type
                            + " depend on ";
            if (found.getBoolean(2)) {
                throw new PreflightException(
                        sums
                                + "the order of the additions, as they are of floating point: make"
                                + " both numeric");
            }
            if (!found.getBoolean(1)) {
                throw new PreflightException(
                        sums
                                + "where checkpoints cut, as the column rounds them: give the sink"
                                + " the column's type");
            }
        }
    }

    /**
     * How a type and a column go together.
     *
     * @param fits whether the column takes values of the type as they are
     */
    private record Fit(boolean fits, String columnType) {}

    private Optional<Fit> fit(String column, String type) throws SQLException {
        try (PreparedStatement asked = connection.prepareStatement(dialect.columnFits(type))) {
            asked.setString(1, dialect.quoted(table));
            asked.setString(2, column);
            try (ResultSet found = asked.executeQuery()) {
                return found.next()
                        ? Optional.of(new Fit(found.getBoolean(1), found.getString(2)))
                        : Optional.empty();
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

    /** Throws if a row must have a value in a column that was not asked for, so is not sent. */
    void requireNoOther() {
        for (String column : unlessSent) {
            throw new PreflightException(
                    "column \""
                            + column
                            + "\" of table "
                            + table
                            + " is NOT NULL and has no default, but the sink does not send it, so"
                            + " each row would be refused: name it among the table's columns, or"
                            + " ALTER COLUMN … SET DEFAULT … or DROP NOT NULL");
        }
    }

    /**
     * Throws unless just these columns are the table's primary key, or are unique and tell rows
     * apart: a null is another key to the database each time it comes.
     */
    void requireKey(List<String> columns) throws SQLException {
        Map<String, TreeSet<String>> indexes = new LinkedHashMap<>();
        Set<String> takingNullForNull = new TreeSet<>();
        try (PreparedStatement unique = connection.prepareStatement(dialect.uniqueIndexes())) {
            unique.setString(1, dialect.quoted(table));
            try (ResultSet found = unique.executeQuery()) {
                while (found.next()) {
                    indexes.computeIfAbsent(found.getString(1), name -> new TreeSet<>())
                            .add(Objects.requireNonNullElse(found.getString(2), EXPRESSION));
                    if (found.getBoolean(3)) {
                        takingNullForNull.add(found.getString(1));
                    }
                }
            }
        }
        TreeSet<String> key = new TreeSet<>(columns);
        if (!indexes.containsValue(key)) {
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
        if (takingNullForNull.stream().noneMatch(index -> key.equals(indexes.get(index)))) {
            columns.forEach(this::requireNotNull);
        }
    }

    /**
     * Throws unless the database understands a statement to the table: what is left are columns
     * that it computes by itself, types that it can't add, and the like.
     *
     * @param parameters how many arrays the statement takes
     */
    void requireTaken(String statement, int parameters) throws SQLException {
        try (PreparedStatement explain =
                connection.prepareStatement(dialect.explained(statement))) {
            for (int i = 1; i <= parameters; i++) {
                explain.setString(i, new SqlArray().toString());
            }
            explain.execute();
        } catch (SQLException refused) {
            if (!SqlStates.isNotUnderstood(refused)) {
                throw refused;
            }
            throw new PreflightException(
                    "table "
                            + table
                            + " does not take the sink's rows: "
                            + refused.getMessage()
                            + " (in: "
                            + statement
                            + "): give the sink columns that can be written, with their types",
                    refused);
        }
    }

    private void requireNotNull(String column) {
        if (Boolean.FALSE.equals(mustHaveValue.get(column))) {
            throw new PreflightException(
                    "column \""
                            + column
                            + "\" of the key of table "
                            + table
                            + " may be null, and each null is another key to the database: rows"
                            + " would come again with each repetition. ALTER COLUMN … SET NOT NULL,"
                            + " or let the unique index have NULLS NOT DISTINCT (PostgreSQL 15)");
        }
    }
}
