package io.tidemark.operators.sink.jdbc;

import io.tidemark.operators.sink.PreflightException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.core.execution.CheckpointingMode;

/**
 * What is asked of the database and of Flink's settings before a job runs: whoever would fail at
 * the first row hears it at submit.
 */
final class Preflight {

    private Preflight() {}

    static void of(UpsertSettings<?> settings, ReadableConfig flink) {
        if (flink.get(ExecutionOptions.RUNTIME_MODE) != RuntimeExecutionMode.BATCH) {
            requireInterval(
                    flink,
                    "a versioned upsert",
                    "rows that it holds when the job fails would not come again");
        }
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
    }

    static void of(LedgeredSettings<?> settings, ReadableConfig flink) {
        requireStreaming(flink);
        requireCheckpoints(flink);
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
    }

    private static void requireInterval(ReadableConfig flink, String sink, String otherwise) {
        Duration interval =
                flink.getOptional(CheckpointingOptions.CHECKPOINTING_INTERVAL)
                        .orElse(Duration.ZERO);
        if (interval.toMillis() <= 0) {
            throw new PreflightException(
                    sink
                            + " needs checkpoints, but "
                            + CheckpointingOptions.CHECKPOINTING_INTERVAL.key()
                            + " is not set: "
                            + otherwise
                            + ". Set it");
        }
    }

    /** What comes again in a batch job after a failure has no checkpoint that it could be of. */
    private static void requireStreaming(ReadableConfig flink) {
        RuntimeExecutionMode mode = flink.get(ExecutionOptions.RUNTIME_MODE);
        if (mode != RuntimeExecutionMode.STREAMING) {
            throw new PreflightException(
                    "a ledgered sink needs "
                            + ExecutionOptions.RUNTIME_MODE.key()
                            + "=STREAMING, but it is "
                            + mode
                            + ": batch mode, which AUTOMATIC may choose, makes no checkpoints, and"
                            + " what a failed task does again would be written again. Set it;"
                            + " input that ends is fine");
        }
    }

    private static void requireCheckpoints(ReadableConfig flink) {
        requireInterval(
                flink, "a ledgered sink", "nothing would be committed before the end of input");
        CheckpointingMode mode = flink.get(CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE);
        if (mode != CheckpointingMode.EXACTLY_ONCE) {
            throw new PreflightException(
                    "a ledgered sink needs "
                            + CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE.key()
                            + "=EXACTLY_ONCE, but it is "
                            + mode
                            + ": rows behind a barrier would be committed with it and come again."
                            + " Set it");
        }
        if (!flink.get(CheckpointingOptions.ENABLE_CHECKPOINTS_AFTER_TASKS_FINISH)) {
            throw new PreflightException(
                    "a ledgered sink needs a checkpoint after its last row, but "
                            + CheckpointingOptions.ENABLE_CHECKPOINTS_AFTER_TASKS_FINISH.key()
                            + "=false: the last rows of a bounded run would never be committed,"
                            + " and the job be finished all the same. Set it to true");
        }
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
