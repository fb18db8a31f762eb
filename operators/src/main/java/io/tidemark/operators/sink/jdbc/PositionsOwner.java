package io.tidemark.operators.sink.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Whose a sink's positions are: one lineage's at a time, so that two jobs that name a sink alike do
 * not take each other's rows for their own. They pass on to a lineage that comes of the owner's
 * state, or that is told to take them over, with its first rows; what the former one commits after
 * that is refused.
 *
 * @param sink the sink's name
 * @param predecessor the lineage that the sink was told to take them over from, or null if none
 * @param dialect how the database wants things said
 */
record PositionsOwner(String sink, @Nullable String predecessor, Dialect dialect) {

    /** Where owners are kept, a row a sink. */
    static final String TABLE = "tidemark_positions_owners";

    /** The owner; null if there is none. */
    @Nullable String find(Connection connection) throws SQLException {
        return find(connection, "");
    }

    /**
     * Returns if they are the lineage's of a batch; nobody else becomes their owner until the
     * transaction ends.
     *
     * @throws LedgerException if they are another one's, and not to be taken over
     */
    void requireOrBecome(Connection connection, LedgerBatch batch) throws SQLException {
        takeOver(connection, batch.predecessor(), batch.lineage());
        takeOver(connection, predecessor, batch.lineage());
        // Shared: the subtasks of a job commit side by side.
        String owner = find(connection, " FOR SHARE");
        if (owner == null) {
            insert(connection, batch.lineage());
            owner = find(connection, " FOR SHARE");
        }
        if (!batch.lineage().equals(owner)) {
            throw Refusals.positionsOfAnother(sink, String.valueOf(owner), batch.lineage());
        }
    }

    private @Nullable String find(Connection connection, String lock) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement(
                        "SELECT lineage FROM "
                                + dialect.quoted(TABLE)
                                + " WHERE sink = ?"
                                + lock)) {
            select.setString(1, sink);
            try (ResultSet found = select.executeQuery()) {
                return found.next() ? found.getString(1) : null;
            }
        }
    }

    private void takeOver(Connection connection, @Nullable String from, String lineage)
            throws SQLException {
        if (from == null || from.equals(lineage)) {
            return;
        }
        try (PreparedStatement update =
                connection.prepareStatement(
                        "UPDATE "
                                + dialect.quoted(TABLE)
                                + " SET lineage = ? WHERE sink = ? AND lineage = ?")) {
            update.setString(1, lineage);
            update.setString(2, sink);
            update.setString(3, from);
            update.executeUpdate();
        }
    }

    private void insert(Connection connection, String lineage) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement(
                        "INSERT INTO "
                                + dialect.quoted(TABLE)
                                + " (sink, lineage) VALUES (?, ?) ON CONFLICT DO NOTHING")) {
            insert.setString(1, sink);
            insert.setString(2, lineage);
            insert.executeUpdate();
        }
    }
}
