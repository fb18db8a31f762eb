package io.tidemark.operators.sink.jdbc;

import io.tidemark.operators.sink.jdbc.HeldPositions.Span;
import java.io.Serializable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Up to where in each partition of the input a sink's rows are in the database: kept in the
 * transaction of the rows, so it is true whatever a job's state says.
 *
 * <p>It is exact because the rows of a partition pass through one subtask in the order of their
 * positions: what is committed is then everything up to a position, and nothing beyond it. Where
 * that is not so, a commit finds a position that is already at or above a row of its own, and is
 * refused.
 *
 * @param sink the sink's name
 * @param predecessor the lineage that they may be taken over from, or null if none
 * @param dialect how the database wants things said
 */
record Positions(String sink, @Nullable String predecessor, Dialect dialect)
        implements Serializable {

    /** Where positions are kept. */
    static final String TABLE = "tidemark_positions";

    /** Where it is kept whose they are. */
    static final String OWNERS = PositionsOwner.TABLE;

    /** The statements that declare both tables where they are absent. */
    static List<String> declarations(Dialect dialect) {
        return List.of(dialect.declarePositions(TABLE), dialect.declareOwners(OWNERS));
    }

    /** The lineage that they belong to; null if nobody has kept any. */
    @Nullable String owner(Connection connection) throws SQLException {
        return owner().find(connection);
    }

    private PositionsOwner owner() {
        return new PositionsOwner(sink, predecessor, dialect);
    }

    /** All that is kept of the sink: the greatest position of each partition. */
    Map<String, Position> all(Connection connection) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement(
                        "SELECT part, position, place FROM "
                                + dialect.quoted(TABLE)
                                + " WHERE sink = ?")) {
            select.setString(1, sink);
            return read(select);
        }
    }

    /**
     * Keeps the greatest positions of a batch that is being written, and makes them its lineage's
     * if they are nobody's or its predecessor's. They stay as they are until the transaction ends.
     *
     * @throws LedgerException if they are another lineage's, or one of the rows is not above what
     *     is kept
     */
    void raise(Connection connection, LedgerBatch batch) throws SQLException {
        SortedMap<String, Span> spans = spans(batch);
        if (spans.isEmpty()) {
            return;
        }
        owner().requireOrBecome(connection, batch);
        Map<String, Position> kept = locked(connection, spans.keySet());
        spans.forEach(
                (partition, span) -> {
                    Position upTo = kept.get(partition);
                    if (upTo != null && !span.lowest().isAfter(upTo)) {
                        throw Refusals.outOfOrder(sink, span.lowest(), upTo);
                    }
                });
        raise(connection, spans.values());
    }

    /**
     * As {@link #raise}, for a batch of which others may have written a part: that is no error.
     *
     * @return what was kept before: rows up to there are not to be written again
     */
    Map<String, Position> raiseFurther(Connection connection, LedgerBatch batch)
            throws SQLException {
        SortedMap<String, Span> spans = spans(batch);
        if (spans.isEmpty()) {
            return Map.of();
        }
        owner().requireOrBecome(connection, batch);
        Map<String, Position> kept = locked(connection, spans.keySet());
        spans.values()
                .removeIf(
                        span -> {
                            Position upTo = kept.get(span.greatest().partition());
                            return upTo != null && !span.greatest().isAfter(upTo);
                        });
        raise(connection, spans.values());
        return kept;
    }

    private static SortedMap<String, Span> spans(LedgerBatch batch) {
        if (batch.content().rows() > 0 && !batch.content().positions().areThere()) {
            throw Refusals.rowsWithoutPositions(batch);
        }
        return batch.content().positions().spans();
    }

    private void raise(Connection connection, Collection<Span> spans) throws SQLException {
        ColumnArrays columns = new ColumnArrays(4);
        for (Span span : spans) {
            columns.add(sink);
            columns.add(span.greatest().partition());
            columns.add(Long.toString(span.greatest().offset()));
            columns.add(Integer.toString(span.greatest().place()));
        }
        columns.execute(connection, dialect.raisePositions(TABLE));
    }

    /**
     * What is kept of some partitions, in their order; nobody else changes it until the transaction
     * ends. A partition that is not there yet is put there first, for what is absent can't be
     * locked.
     */
    private Map<String, Position> locked(Connection connection, Collection<String> partitions)
            throws SQLException {
        ColumnArrays columns = new ColumnArrays(2);
        SqlArray wanted = new SqlArray();
        for (String partition : partitions) {
            columns.add(sink);
            columns.add(partition);
            wanted.add(partition);
        }
        columns.execute(connection, dialect.insertNoPositions(TABLE));
        try (PreparedStatement select = connection.prepareStatement(dialect.lockPositions(TABLE))) {
            select.setString(1, sink);
            select.setString(2, wanted.toString());
            return read(select);
        }
    }

    private static Map<String, Position> read(PreparedStatement select) throws SQLException {
        Map<String, Position> kept = new HashMap<>();
        try (ResultSet found = select.executeQuery()) {
            while (found.next()) {
                long offset = found.getLong(2);
                // Null is a partition of which nothing is kept yet.
                if (!found.wasNull()) {
                    String partition = found.getString(1);
                    kept.put(partition, new Position(partition, offset, found.getInt(3)));
                }
            }
        }
        return kept;
    }
}
