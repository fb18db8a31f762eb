package io.tidemark.operators.sink.jdbc;

import io.tidemark.operators.sink.CheckpointSettings;
import io.tidemark.operators.sink.PreflightException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import org.apache.flink.configuration.ReadableConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is asked of the database and of Flink's settings before a job runs: whoever would fail at
 * the first row hears it at submit.
 */
final class Preflight {

    private static final Logger LOG = LoggerFactory.getLogger(Preflight.class);

    private Preflight() {}

    /** Logs what it warns of, and answers it. */
    static List<String> of(UpsertSettings<?> settings, ReadableConfig flink) {
        List<String> warnings =
                warn(
                        CheckpointSettings.askedBy(flink, "a versioned upsert", "")
                                .warnOfNone(
                                        "rows that it holds, or that are on their way to it, when"
                                                + " the job fails are lost where the source does not"
                                                + " start again from its beginning, as at latest or"
                                                + " at group offsets"));
        on(
                settings.connection(),
                connection -> {
                    VersionedTable<?> versioned = settings.table();
                    Table<?> table = versioned.table();
                    Dialect dialect = settings.dialect();
                    requireWrites(connection, settings.connection(), dialect);
                    requireLastingCommits(connection, settings.connection(), dialect);
                    TableCheck check =
                            settings.purgeAfter() == null
                                    ? TableCheck.of(
                                            connection,
                                            dialect,
                                            table.name(),
                                            "SELECT",
                                            "INSERT",
                                            "UPDATE")
                                    : TableCheck.of(
                                            connection,
                                            dialect,
                                            table.name(),
                                            "SELECT",
                                            "INSERT",
                                            "UPDATE",
                                            "DELETE");
                    requireColumns(check, table);
                    check.requireColumn(versioned.major(), "bigint");
                    check.requireColumn(versioned.minor(), "bigint");
                    check.requireColumn(versioned.deleted(), "boolean");
                    check.requireColumn(versioned.deletedAt(), "timestamptz");
                    check.requireNullable(versioned.deletedAt(), "rows that live have none");
                    if (settings.deleted() != null) {
                        for (Column<?> value : table.values()) {
                            check.requireNullable(value.name(), "a tombstone has no values");
                        }
                    }
                    check.requireNoOther();
                    check.requireKey(keys(table));
                    check.requireTaken(
                            dialect.upsert(versioned), versioned.parameterTypes().size());
                    new OwnTables(connection, dialect).requireDeadRows(settings.deadRows());
                });
        return warnings;
    }

    /** Logs what it warns of, and answers it. */
    static List<String> of(LedgeredSettings<?> settings, ReadableConfig flink) {
        CheckpointSettings checkpoints = CheckpointSettings.askedBy(flink, "a ledgered sink", "");
        checkpoints.requireCommits("what a failed task does again would be written again");
        List<String> warnings =
                warn(
                        checkpoints.warnOfNoneDuringBacklog(
                                "a ledgered sink then holds all rows, and fails beyond"
                                        + " holdingAtMost("
                                        + settings.mostBytes()
                                        + "), again after each restart",
                                "raise that bound above what a backlog brings"));
        on(
                settings.connection(),
                connection -> {
                    Table<?> table = settings.table();
                    Dialect dialect = settings.dialect();
                    requireWrites(connection, settings.connection(), dialect);
                    requireLastingCommits(connection, settings.connection(), dialect);
                    TableCheck check =
                            settings.adding()
                                    ? TableCheck.of(
                                            connection,
                                            dialect,
                                            table.name(),
                                            "SELECT",
                                            "INSERT",
                                            "UPDATE")
                                    : TableCheck.of(connection, dialect, table.name(), "INSERT");
                    requireColumns(check, table);
                    check.requireNoOther();
                    if (settings.adding()) {
                        check.requireKey(keys(table));
                    }
                    check.requireTaken(settings.statement(), table.columns().size());
                    if (settings.adding()) {
                        for (Column<?> value : table.values()) {
                            check.requireExactSums(value.name(), value.type());
                        }
                    }
                    OwnTables tables = new OwnTables(connection, dialect);
                    tables.requireLedger(settings.ledger().table());
                    if (settings.position() != null) {
                        tables.requirePositions();
                    }
                    tables.requireDeadRows(settings.deadRows());
                });
        return warnings;
    }

    private static List<String> warn(Optional<String> warning) {
        warning.ifPresent(LOG::warn);
        return warning.stream().toList();
    }

    private static void requireWrites(
            Connection connection, JdbcConnection address, Dialect dialect) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(dialect.readOnly())) {
            if (found.next() && "on".equals(found.getString(1))) {
                throw new PreflightException(
                        "the connection to "
                                + address
                                + " can only read (transaction_read_only=on): give the address of"
                                + " the primary server, or ALTER ROLE … SET"
                                + " default_transaction_read_only = off");
            }
        }
    }

    /**
     * A checkpoint forgets what the database says it has; so it must still have it after a crash.
     */
    private static void requireLastingCommits(
            Connection connection, JdbcConnection address, Dialect dialect) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(dialect.commitWaits())) {
            if (found.next() && "off".equals(found.getString(1))) {
                throw new PreflightException(
                        "synchronous_commit=off on the connection to "
                                + address
                                + ": the database answers a commit before it lasts, so a crash of"
                                + " it loses rows that a checkpoint has left to it. Set it to on"
                                + " (local, remote_write and remote_apply will do, too): ALTER ROLE"
                                + " … SET synchronous_commit = on, or options=-c"
                                + " synchronous_commit=on in the connection");
            }
        }
    }

    private static void requireColumns(TableCheck check, Table<?> table) throws SQLException {
        for (Column<?> column : table.columns()) {
            check.requireColumn(column.name(), column.type());
        }
    }

    private static List<String> keys(Table<?> table) {
        return table.keys().stream().map(Column::name).map(String::valueOf).toList();
    }

    private static void on(JdbcConnection address, Questions questions) {
        try (Connection connection = address.open()) {
            questions.askedOn(connection);
        } catch (SQLException failed) {
            throw new PreflightException(
                    "the database at "
                            + address
                            + " can't be asked: "
                            + failed.getMessage()
                            + ": check the address, the user and that the database runs",
                    failed);
        }
    }

    /** What is asked. */
    private interface Questions {

        void askedOn(Connection connection) throws SQLException;
    }
}
