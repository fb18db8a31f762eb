package io.tidemark.operators.sink.jdbc;

import java.io.Serializable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Up to where in each partition of the input a sink's rows are in the database: kept in the
 * transaction of the rows, so it is true whatever a job's state says.
 *
 * <p>It is exact because the rows of a partition pass through one subtask in the order of their
 * offsets: what is committed is then everything up to a position, and nothing beyond it. Where that
 * is not so, a commit finds a position that is already at or above a row of its own, and is
 * refused.
 *
 * @param table the table that it is kept in
 * @param sink the sink's name
 * @param dialect how the database wants things said
 */
record Positions(String table, String sink, Dialect dialect) implements Serializable {

    /** Where positions are kept unless the caller names another table. */
    static final String TABLE = "tidemark_positions";

    /** All that is kept of the sink: the greatest offset of each partition. */
    Map<String, Long> all(Connection connection) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement(
                        "SELECT part, position FROM "
                                + dialect.quoted(table)
                                + " WHERE sink = ?")) {
            select.setString(1, sink);
            return read(select);
        }
    }

    /** Those of the given rows that are not in the database yet, by what is kept. */
    List<LedgeredRow> notYetIn(Connection connection, List<LedgeredRow> rows) throws SQLException {
        Map<String, Long> kept = locked(connection, lowest(rows).keySet());
        List<LedgeredRow> fresh = new ArrayList<>();
        for (LedgeredRow row : rows) {
            Position position = positionOf(row);
            Long upTo = kept.get(position.partition());
            if (upTo == null || position.offset() > upTo) {
                fresh.add(row);
            }
        }
        return fresh;
    }

    /**
     * Keeps the greatest offsets of rows that are being written.
     *
     * @throws LedgerException if one of the rows is not above what is kept
     */
    void raise(Connection connection, List<LedgeredRow> rows) throws SQLException {
        if (rows.isEmpty()) {
            return;
        }
        Map<String, Long> lowest = lowest(rows);
        Map<String, Long> kept = locked(connection, lowest.keySet());
        for (Map.Entry<String, Long> one : lowest.entrySet()) {
            Long upTo = kept.get(one.getKey());
            if (upTo != null && upTo >= one.getValue()) {
                throw outOfOrder(one.getKey(), one.getValue(), upTo);
            }
        }
        Map<String, Long> greatest = new TreeMap<>();
        for (LedgeredRow row : rows) {
            Position position = positionOf(row);
            greatest.merge(position.partition(), position.offset(), Math::max);
        }
        ColumnArrays columns = new ColumnArrays(3);
        greatest.forEach(
                (partition, offset) -> {
                    columns.add(sink);
                    columns.add(partition);
                    columns.add(Long.toString(offset));
                });
        if (columns.execute(connection, dialect.raisePositions(table)) != greatest.size()) {
            throw new LedgerException(
                    "positions of sink \""
                            + sink
                            + "\" were raised by two subtasks at once: rows of one partition must"
                            + " pass through one subtask, so key the stream by partition");
        }
    }

    private LedgerException outOfOrder(String partition, long offset, long upTo) {
        return new LedgerException(
                "sink \""
                        + sink
                        + "\" has committed partition \""
                        + partition
                        + "\" up to offset "
                        + upTo
                        + " and is now given offset "
                        + offset
                        + ": rollForwardBy needs each partition's rows in the order of their"
                        + " offsets through one subtask, so key the stream by partition; or another"
                        + " job writes under this sink's name, so name them apart");
    }

    private Map<String, Long> locked(Connection connection, Collection<String> partitions)
            throws SQLException {
        SqlArray wanted = new SqlArray();
        new TreeSet<>(partitions).forEach(wanted::add);
        try (PreparedStatement select = connection.prepareStatement(dialect.lockPositions(table))) {
            select.setString(1, sink);
            select.setString(2, wanted.toString());
            return read(select);
        }
    }

    private static Map<String, Long> read(PreparedStatement select) throws SQLException {
        Map<String, Long> kept = new HashMap<>();
        try (ResultSet found = select.executeQuery()) {
            while (found.next()) {
                kept.put(found.getString(1), found.getLong(2));
            }
        }
        return kept;
    }

    private static Map<String, Long> lowest(List<LedgeredRow> rows) {
        Map<String, Long> lowest = new TreeMap<>();
        for (LedgeredRow row : rows) {
            Position position = positionOf(row);
            lowest.merge(position.partition(), position.offset(), Math::min);
        }
        return lowest;
    }

    private static Position positionOf(LedgeredRow row) {
        Position position = row.position();
        if (position == null) {
            throw new LedgerException(
                    "a restored checkpoint holds rows without positions: it was made before"
                            + " rollForwardBy was asked for, so restore it once without");
        }
        return position;
    }
}
