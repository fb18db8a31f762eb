package io.tidemark.operators.sink.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.StringJoiner;

/**
 * How long the database lets a transaction of ours wait and stand still. The next attempt at the
 * same work needs its locks, so it must not last longer than whoever began it: a process that is
 * frozen, or whose host is gone, tells the database nothing.
 *
 * <p>A transaction that waits {@value #LOCK_SECONDS} s for a lock fails, and is tried again as the
 * backoff says; {@value #ROWS_SECONDS} s where it may be the turn of others of the same job, and
 * for rows that are written by one statement. Each wait is bounded by itself: even two in a row
 * stay below the 180 s after which Flink takes a cancelled task that does not end for lost, and its
 * process with it, for an interrupt is not seen before the database answers. A transaction that
 * stands still for {@value #IDLE_SECONDS} s between two statements is ended by the server, and so
 * is one whose client's host does not answer, within some {@value #DEAD_SECONDS} s. Whoever began
 * it finds, when it wakes up, its connection gone, does the work again, and finds that it is done,
 * or does it. A user's or connection's own settings stay where they are below these. A copy that a
 * frozen client does not go on with is no standing still; the server's {@code statement_timeout}
 * ends it, if it has one.
 */
final class TransactionBounds {

    static final int LOCK_SECONDS = 10;
    static final int ROWS_SECONDS = 60;
    static final int IDLE_SECONDS = 30;
    static final int DEAD_SECONDS = 50;

    /** A setting of the user's own that is below stays; 0 is none, or the system's own. */
    private static final String SET =
            "SELECT set_config(s.name, CAST(b.bound AS text), true) FROM pg_settings AS s"
                    + " JOIN (VALUES ('lock_timeout', "
                    + LOCK_SECONDS * 1_000
                    + "), ('idle_in_transaction_session_timeout', "
                    + IDLE_SECONDS * 1_000
                    + "), ('tcp_keepalives_idle', 20), ('tcp_keepalives_interval', 10),"
                    + " ('tcp_keepalives_count', 3)) AS b(name, bound) ON b.name = s.name"
                    // Other settings are no numbers.
                    + " WHERE CASE WHEN b.name = s.name THEN CAST(s.setting AS bigint) = 0"
                    + " OR CAST(s.setting AS bigint) > b.bound END";

    private static final String LET_ROWS_WAIT =
            "SELECT set_config('lock_timeout', '"
                    + ROWS_SECONDS
                    + "s', true) WHERE CAST(current_setting('lock_timeout') AS interval)"
                    + " NOT BETWEEN interval '0.001 s' AND interval '"
                    + ROWS_SECONDS
                    + " s'";

    private static final String HOLDERS =
            "SELECT pid, usename, client_addr, application_name, state, xact_start"
                    + " FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND pid IN"
                    + " (SELECT l.pid FROM pg_locks AS l JOIN pg_database AS d"
                    + " ON d.oid = l.database WHERE d.datname = current_database() AND l.granted"
                    + " AND l.locktype = 'relation' AND l.mode <> 'AccessShareLock')"
                    + " ORDER BY xact_start LIMIT 5";

    private TransactionBounds() {}

    /** Sets them for the transaction that begins with this, in one round trip. */
    static void set(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(SET);
        }
    }

    /**
     * Lets the transaction wait longer for a lock from here on: rows that others of the same job
     * write, too, are waited for until their commits are done.
     */
    static void letRowsWait(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET LOCAL lock_timeout TO DEFAULT; " + LET_ROWS_WAIT);
        }
    }

    /**
     * A statement that is a transaction by itself, bounded in its waits for locks as {@link
     * #letRowsWait} has it, in one round trip and in nothing that stays in the session. It is
     * executed by {@link #update}.
     */
    static String alone(String statement) {
        return LET_ROWS_WAIT + "; " + statement;
    }

    /**
     * Executes what {@link #alone} gives.
     *
     * @return how many rows the statement has changed
     */
    static int update(PreparedStatement alone) throws SQLException {
        boolean isQuery = alone.execute();
        int changed = 0;
        while (isQuery || alone.getUpdateCount() >= 0) {
            changed = isQuery ? 0 : alone.getUpdateCount();
            isQuery = alone.getMoreResults();
        }
        return changed;
    }

    /**
     * The failure to get a lock in time, with those named who may hold it, the oldest first: whose
     * transactions may have written. The database tells no more of a wait that is over.
     *
     * @param connection one without a transaction
     * @param advice what is to be done about them
     */
    static SQLException withHolders(Connection connection, SQLException failure, String advice) {
        StringJoiner holders = new StringJoiner("; ");
        try (PreparedStatement ask = connection.prepareStatement(HOLDERS);
                ResultSet found = ask.executeQuery()) {
            while (found.next()) {
                holders.add(
                        "process "
                                + found.getInt(1)
                                + " of user "
                                + found.getString(2)
                                + " at "
                                + found.getString(3)
                                + " ("
                                + found.getString(4)
                                + "), "
                                + found.getString(5)
                                + " since "
                                + found.getString(6));
            }
        } catch (SQLException silent) {
            failure.addSuppressed(silent);
        }
        return new SQLException(
                failure.getMessage()
                        + "; the lock may be held by "
                        + (holders.length() == 0 ? "one who is done by now" : holders)
                        + ". "
                        + advice
                        + ": SELECT pg_terminate_backend(…)",
                failure.getSQLState(),
                failure);
    }
}
