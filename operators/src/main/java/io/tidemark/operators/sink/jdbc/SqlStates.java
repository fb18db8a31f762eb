package io.tidemark.operators.sink.jdbc;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** What a database's complaint means for a batch, by its SQLSTATE. */
final class SqlStates {

    /** A number that its column can't hold. */
    static final String OUT_OF_RANGE = "22003";

    private SqlStates() {}

    /**
     * Whether the same work may succeed a moment later: the connection broke (08, but for 08P01:
     * what was sent is not understood, such as a message above the gigabyte that PostgreSQL takes,
     * and would not be the next time), the database is short of something (53), restarts or stops
     * (57P0), found a deadlock (40P01) or two transactions at odds (40001), has waited for a lock
     * as long as it may (55P03), or has ended a transaction that stood still (25P03).
     */
    static boolean isTransient(SQLException failure) {
        String state = of(failure);
        return state != null
                && (state.startsWith("08") && !state.equals("08P01")
                        || state.startsWith("53")
                        || state.startsWith("57P0")
                        || state.equals("40001")
                        || state.equals("40P01")
                        || state.equals("25P03")
                        || isLockTimeout(failure));
    }

    /** Whether a lock was not to be had for as long as a statement may wait. */
    static boolean isLockTimeout(SQLException failure) {
        return "55P03".equals(of(failure));
    }

    /** Whether the statement was cancelled: it took too long, or somebody asked for it. */
    static boolean isCancelled(SQLException failure) {
        return "57014".equals(of(failure));
    }

    /**
     * Whether rows of the batch are the cause: a value that its column can't hold (22), a broken
     * constraint (23), a condition of the view that they go through (44000), a trigger that says no
     * in words of its own (P0001), a key that Java takes for two and the database for one (21), or
     * a row beyond a limit of the database's pages and indexes (54).
     */
    static boolean isRefusal(SQLException failure) {
        String state = of(failure);
        return state != null
                && (state.startsWith("22")
                        || state.startsWith("23")
                        || state.startsWith("21")
                        || state.startsWith("54")
                        || state.equals("44000")
                        || state.equals("P0001"));
    }

    /** Whether the statement makes no sense (42), or asks for what the database can't do (0A). */
    static boolean isNotUnderstood(SQLException failure) {
        String state = of(failure);
        return state != null && (state.startsWith("42") || state.startsWith("0A"));
    }

    private static @Nullable String of(SQLException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql && sql.getSQLState() != null) {
                return sql.getSQLState();
            }
        }
        return null;
    }
}
