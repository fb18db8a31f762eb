package io.tidemark.operators.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.operators.sink.PreflightException;
import java.time.Duration;
import java.util.List;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.core.execution.CheckpointingMode;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** What is refused at submit, and what is warned of. */
@ExtendWith(TestDatabase.class)
class PreflightIT {

    static final Configuration CHECKPOINTED =
            new Configuration()
                    .set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofSeconds(1));

    private final VersionedUpsert<Change> upsert = Change.sink();

    @Test
    void whatIsDeclaredPasses() {
        upsert.createIfAbsent();
        assertThatCode(() -> upsert.preflight(CHECKPOINTED)).doesNotThrowAnyException();
        assertThatCode(() -> upsert.purgingAfter(Duration.ofDays(1)).preflight(CHECKPOINTED))
                .doesNotThrowAnyException();
        for (LedgeredRows<Change> sink : List.of(appending(), adding())) {
            LedgeredRows<Change> rolling =
                    sink.rollForwardBy(change -> new Position("p", change.id()));
            rolling.createIfAbsent();
            assertThatCode(() -> rolling.preflight(CHECKPOINTED)).doesNotThrowAnyException();
        }
    }

    @Test
    void aMissingTableIsRefused() {
        assertRefused(() -> upsert.preflight(CHECKPOINTED))
                .hasMessageContaining("table changes does not exist");
    }

    @Test
    void aMissingColumnIsRefused() throws Exception {
        upsert.createIfAbsent();
        TestDatabase.execute("ALTER TABLE changes DROP COLUMN deleted_at");
        assertRefused(() -> upsert.preflight(CHECKPOINTED))
                .hasMessageContaining("has no column \"deleted_at\" (it has id, name,");
    }

    @Test
    void aTypeThatDoesNotFitIsRefusedAndOneThatDoesIsNot() throws Exception {
        upsert.createIfAbsent();
        TestDatabase.execute("DROP VIEW changes_living");
        TestDatabase.execute("ALTER TABLE changes ALTER COLUMN name TYPE text");
        assertThatCode(() -> upsert.preflight(CHECKPOINTED)).doesNotThrowAnyException();
        TestDatabase.execute("ALTER TABLE changes ALTER COLUMN name TYPE date USING NULL");
        assertRefused(() -> upsert.preflight(CHECKPOINTED))
                .hasMessageContaining("column \"name\" of table changes is of type date")
                .hasMessageContaining("varchar(8)");
    }

    @Test
    void aKeyThatIsNotUniqueIsRefused() throws Exception {
        upsert.createIfAbsent();
        TestDatabase.execute("ALTER TABLE changes DROP CONSTRAINT changes_pkey");
        TestDatabase.execute("CREATE UNIQUE INDEX ON changes (id, name)");
        TestDatabase.execute("CREATE UNIQUE INDEX ON changes (id) WHERE NOT deleted");
        assertRefused(() -> upsert.preflight(CHECKPOINTED))
                .hasMessageContaining("no primary key or unique index on just (id)")
                .hasMessageContaining("unique are: [[id, name]]");
        TestDatabase.execute("CREATE UNIQUE INDEX ON changes (id)");
        assertThatCode(() -> upsert.preflight(CHECKPOINTED)).doesNotThrowAnyException();
    }

    @Test
    void aValueThatATombstoneCannotLeaveOutIsRefused() throws Exception {
        upsert.createIfAbsent();
        TestDatabase.execute("ALTER TABLE changes ALTER COLUMN name SET NOT NULL");
        assertRefused(() -> upsert.preflight(CHECKPOINTED))
                .hasMessageContaining("column \"name\" of table changes is NOT NULL")
                .hasMessageContaining("DROP NOT NULL");
    }

    @Test
    void aMissingRightIsRefused() throws Exception {
        upsert.createIfAbsent();
        TestDatabase.execute(
                "DROP ROLE IF EXISTS clerk",
                "CREATE ROLE clerk LOGIN PASSWORD 'clerk'",
                "GRANT USAGE ON SCHEMA public TO clerk",
                "GRANT SELECT, INSERT, UPDATE ON changes TO clerk",
                "GRANT INSERT ON tidemark_dead_rows TO clerk");
        JdbcConnection clerk = TestDatabase.address().as("clerk", () -> "clerk");
        VersionedUpsert<Change> sink = upserting(clerk);
        assertThatCode(() -> sink.preflight(CHECKPOINTED)).doesNotThrowAnyException();
        assertRefused(() -> sink.purgingAfter(Duration.ofDays(1)).preflight(CHECKPOINTED))
                .hasMessageContaining("lacks the right DELETE on table changes");
    }

    @Test
    void aLedgeredSinkWithoutItsLedgerOrCheckpointsIsRefused() throws Exception {
        LedgeredRows<Change> sink = appending();
        sink.createIfAbsent();
        assertRefused(() -> sink.preflight(new Configuration()))
                .hasMessageContaining("execution.checkpointing.interval is not set");
        Configuration atLeastOnce =
                new Configuration(CHECKPOINTED)
                        .set(
                                CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE,
                                CheckpointingMode.AT_LEAST_ONCE);
        assertRefused(() -> sink.preflight(atLeastOnce)).hasMessageContaining("AT_LEAST_ONCE");
        TestDatabase.execute("DROP TABLE tidemark_ledger");
        assertRefused(() -> sink.preflight(CHECKPOINTED))
                .hasMessageContaining("table tidemark_ledger does not exist");
    }

    /** Automatic, it is batch if all input ends. */
    @ParameterizedTest
    @EnumSource(value = RuntimeExecutionMode.class, names = "STREAMING", mode = Mode.EXCLUDE)
    void aLedgeredSinkIsRefusedWhereNoCheckpointsMayBeMade(RuntimeExecutionMode mode) {
        appending().createIfAbsent();
        Configuration flink =
                new Configuration(CHECKPOINTED).set(ExecutionOptions.RUNTIME_MODE, mode);
        assertRefused(() -> appending().preflight(flink))
                .hasMessageContaining(
                        "a ledgered sink needs execution.runtime-mode=STREAMING, but it is "
                                + mode
                                + ": batch mode, which AUTOMATIC may choose,");
    }

    /** It is idempotent: whoever starts again from the beginning loses nothing. */
    @Test
    void anUpsertWithoutCheckpointsIsWarnedOfButInBatchMode() {
        upsert.createIfAbsent();
        Configuration flink = new Configuration();
        assertThat(Preflight.of(upsert.settings(), flink))
                .singleElement()
                .asString()
                .startsWith("a versioned upsert runs without checkpoints")
                .contains(
                        "execution.checkpointing.interval is not set",
                        "does not start again from its beginning",
                        "execution.runtime-mode=BATCH");
        flink.set(ExecutionOptions.RUNTIME_MODE, RuntimeExecutionMode.AUTOMATIC);
        assertThat(Preflight.of(upsert.settings(), flink)).hasSize(1);
        flink.set(ExecutionOptions.RUNTIME_MODE, RuntimeExecutionMode.BATCH);
        assertThat(Preflight.of(upsert.settings(), flink)).isEmpty();
        assertThat(Preflight.of(upsert.settings(), CHECKPOINTED)).isEmpty();
    }

    /** It would hold every row until the backlog ends. */
    @Test
    void aLedgeredSinkWithoutCheckpointsDuringABacklogIsWarnedOf() {
        Table<Change> log = Table.<Change>named("log").value("id", "bigint", Change::id);
        LedgeredSettings<Change> settings = LedgeredSettings.of(log, false, TestDatabase.address());
        appending().createIfAbsent();
        assertThat(Preflight.of(settings, CHECKPOINTED)).isEmpty();
        Configuration flink =
                new Configuration(CHECKPOINTED)
                        .set(
                                CheckpointingOptions.CHECKPOINTING_INTERVAL_DURING_BACKLOG,
                                Duration.ZERO);
        assertThat(Preflight.of(settings, flink))
                .singleElement()
                .asString()
                .startsWith("execution.checkpointing.interval-during-backlog=0 ms makes no ")
                .contains("while a source reports a backlog", "fails beyond holdingAtMost(");
    }

    @Test
    void aBoundedRunThatCommitsNoLastRowsIsRefused() {
        appending().createIfAbsent();
        Configuration flink =
                new Configuration(CHECKPOINTED)
                        .set(CheckpointingOptions.ENABLE_CHECKPOINTS_AFTER_TASKS_FINISH, false);
        assertRefused(() -> appending().preflight(flink))
                .hasMessageContaining(
                        "execution.checkpointing.checkpoints-after-tasks-finish=true, but it is false");
    }

    /** Without it each entry would be new, and each repetition written again. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tidemark_ledger    | ALTER TABLE tidemark_ledger DROP CONSTRAINT tidemark_ledger_pkey",
                "tidemark_positions | ALTER TABLE tidemark_positions DROP CONSTRAINT tidemark_positions_pkey",
                "tidemark_dead_rows | DROP INDEX tidemark_dead_rows_once"
            })
    void aTableOfOursWithoutItsKeyIsRefused(String table, String loss) throws Exception {
        LedgeredRows<Change> sink =
                appending().rollForwardBy(change -> new Position("p", change.id()));
        sink.createIfAbsent();
        TestDatabase.execute(loss);
        assertRefused(() -> sink.preflight(CHECKPOINTED))
                .hasMessageContaining("table " + table + " has no primary key or unique index");
    }

    @Test
    void aTableOfOursWithoutAColumnIsRefused() throws Exception {
        appending().createIfAbsent();
        TestDatabase.execute("ALTER TABLE tidemark_ledger DROP COLUMN writer");
        assertRefused(() -> appending().preflight(CHECKPOINTED))
                .hasMessageContaining("table tidemark_ledger has no column \"writer\"");
    }

    @Test
    void commitsThatDoNotWaitUntilTheyLastAreRefused() {
        upsert.createIfAbsent();
        appending().createIfAbsent();
        for (String lasting : List.of("local", "remote_write", "on", "remote_apply")) {
            JdbcConnection address = committing(lasting);
            assertThatCode(() -> upserting(address).preflight(CHECKPOINTED))
                    .doesNotThrowAnyException();
            assertThatCode(() -> appending(address).preflight(CHECKPOINTED))
                    .doesNotThrowAnyException();
        }
        JdbcConnection hasty = committing("off");
        assertRefused(() -> upserting(hasty).preflight(CHECKPOINTED))
                .hasMessageContaining("synchronous_commit=off")
                .hasMessageContaining("ALTER ROLE")
                .hasMessageContaining("options=-c synchronous_commit=on");
        assertRefused(() -> appending(hasty).preflight(CHECKPOINTED))
                .hasMessageContaining("synchronous_commit=off");
    }

    private static JdbcConnection committing(String setting) {
        return TestDatabase.address().with("options", "-c synchronous_commit=" + setting);
    }

    private static VersionedUpsert<Change> upserting(JdbcConnection connection) {
        return VersionedUpsert.into(Change.table(), Change::version, connection);
    }

    @Test
    void aDatabaseThatDoesNotAnswerIsRefused() {
        VersionedUpsert<Change> sink =
                VersionedUpsert.into(
                        Change.table(),
                        Change::version,
                        JdbcConnection.to("jdbc:postgresql://localhost:1/shop"));
        assertRefused(() -> sink.preflight(CHECKPOINTED))
                .hasMessageContaining("jdbc:postgresql://localhost:1/shop");
        VersionedUpsert<Change> unknown =
                VersionedUpsert.into(
                        Change.table(), Change::version, JdbcConnection.to("jdbc:nothing:x"));
        assertRefused(() -> unknown.preflight(CHECKPOINTED)).hasMessageContaining("no JDBC driver");
    }

    private static AbstractThrowableAssert<?, ?> assertRefused(ThrowingCallable question) {
        return assertThatThrownBy(question).isInstanceOf(PreflightException.class);
    }

    private static LedgeredRows<Change> appending() {
        return appending(TestDatabase.address());
    }

    private static LedgeredRows<Change> appending(JdbcConnection connection) {
        return LedgeredRows.appendingTo(
                Table.<Change>named("log").value("id", "bigint", Change::id), connection);
    }

    private static LedgeredRows<Change> adding() {
        return LedgeredRows.addingTo(
                Table.<Change>named("sums")
                        .key("id", "bigint", Change::id)
                        .value("n", "bigint", Change::major),
                TestDatabase.address());
    }
}
