package io.tidemark.operators.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.operators.sink.PreflightException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the sink does to a real table, case by case. */
@ExtendWith(TestDatabase.class)
class VersionedUpsertIT {

    private static final int ROUNDS = 30;

    private static final Backoff ONCE = new Backoff(Duration.ZERO, Duration.ZERO, 1);

    private static final String TABLE = "SELECT id, name FROM changes ORDER BY id";

    @Test
    void aBatchLeavesWhenItHasItsRows() throws Exception {
        try (WriterUnderTest<Change> writer =
                writer(Change.sink().inBatchesOf(2, Duration.ofHours(1)))) {
            writer.write(new Change(1, 1, 0, "a"));
            assertThat(TestDatabase.rows(TABLE)).isEmpty();
            writer.write(new Change(1, 2, 0, "b"));
            assertThat(TestDatabase.rows(TABLE)).containsExactly("1|b");
        }
    }

    @Test
    void aBatchLeavesWhenItsFirstRowHasWaited() throws Exception {
        try (WriterUnderTest<Change> writer =
                writer(Change.sink().inBatchesOf(10, Duration.ofMillis(500)))) {
            writer.write(new Change(1, 1, 0, "a"));
            writer.advanceClock(499);
            assertThat(TestDatabase.rows(TABLE)).isEmpty();
            writer.advanceClock(1);
            assertThat(TestDatabase.rows(TABLE)).containsExactly("1|a");
            writer.write(new Change(2, 1, 0, "b"));
            writer.advanceClock(500);
            assertThat(TestDatabase.rows(TABLE)).containsExactly("1|a", "2|b");
        }
    }

    @Test
    void aBatchLeavesAtACheckpoint() throws Exception {
        try (WriterUnderTest<Change> writer = writer(Change.sink())) {
            writer.write(new Change(1, 1, 0, "a"));
            writer.checkpoint(1);
            assertThat(TestDatabase.rows(TABLE)).containsExactly("1|a");
        }
    }

    @Test
    void aRefusedVersionLeavesTheOlderOneAndStandsAmongTheDeadOnce() throws Exception {
        try (WriterUnderTest<Change> writer = writer(Change.sink())) {
            for (int replay = 1; replay <= 2; replay++) {
                writer.write(new Change(1, 3, 0, "much too long"));
                writer.write(new Change(1, 2, 0, "kept"));
                writer.write(new Change(1, 1, 0, "older"));
                writer.write(new Change(2, 1, 0, "fine"));
                writer.checkpoint(replay);
            }
            assertThat(writer.counter("deadRows")).isEqualTo(2);
            assertThat(writer.counter("overtakenRows")).isEqualTo(4);
            assertThat(writer.counter("numRecordsSend")).isEqualTo(8);
        }
        assertThat(TestDatabase.rows(TABLE)).containsExactly("1|kept", "2|fine");
        assertThat(
                        TestDatabase.rows(
                                "SELECT sink, key, version_major, version_minor, sql_state, row,"
                                        + " reason LIKE '%too long%', refused_at IS NOT NULL"
                                        + " FROM tidemark_dead_rows"))
                .containsExactly(
                        "changes|{\"id\":\"1\"}|3|0|22001|"
                                + "{\"id\":\"1\",\"name\":\"much too long\",\"deleted\":\"false\"}"
                                + "|t|t");
    }

    /** However the clock cuts a checkpoint's rows into batches. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 100})
    void moreRefusedRowsOfACheckpointThanTheSinkToleratesFailTheJobAndAreNotDead(int batch)
            throws Exception {
        VersionedUpsert<Change> sink =
                Change.sink().failingBeyond(2).inBatchesOf(batch, Duration.ofHours(1));
        try (WriterUnderTest<Change> writer = writer(sink)) {
            for (int id = 0; id < 3; id++) {
                writer.write(new Change(id, 1, 0, id == 1 ? "fine" : "much too long"));
            }
            writer.checkpoint(1);
            assertThat(writer.counter("deadRows")).isEqualTo(2);
            assertThatThrownBy(
                            () -> {
                                for (int id = 3; id < 6; id++) {
                                    writer.write(new Change(id, 1, 0, "much too long"));
                                }
                                writer.write(new Change(6, 1, 0, "fine"));
                                writer.checkpoint(2);
                            })
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("more rows of sink \"changes\" within one checkpoint")
                    .hasMessageContaining("failingBeyond(2)")
                    .hasMessageContaining("too long")
                    .hasMessageContaining("SQLSTATE 22001");
        }
        assertThat(TestDatabase.rows(TABLE)).containsExactly("1|fine");
        assertThat(TestDatabase.rows("SELECT version_major FROM tidemark_dead_rows"))
                .hasSize(batch == 100 ? 2 : 4);
    }

    @Test
    void everyRowOfABatchMayBeRefused() throws Exception {
        try (WriterUnderTest<Change> writer = writer(Change.sink())) {
            for (int id = 0; id < 37; id++) {
                writer.write(new Change(id, 1, 0, "much too long"));
            }
            writer.checkpoint(1);
        }
        assertThat(TestDatabase.rows("SELECT DISTINCT key::text FROM tidemark_dead_rows"))
                .hasSize(37);
    }

    @Test
    void aConnectionThatBreaksIsOpenedAnew() throws Exception {
        try (WriterUnderTest<Change> writer = writer(Change.sink())) {
            writer.write(new Change(1, 1, 0, "a"));
            writer.checkpoint(1);
            assertThat(terminateOthers()).containsExactly("t");
            writer.write(new Change(2, 1, 0, "b"));
            writer.checkpoint(2);
        }
        assertThat(TestDatabase.rows(TABLE)).containsExactly("1|a", "2|b");
    }

    @Test
    void aConnectionThatBreaksOnceTooOftenFailsTheJobWithTheCause() throws Exception {
        try (WriterUnderTest<Change> writer = writer(Change.sink().retrying(ONCE))) {
            writer.write(new Change(1, 1, 0, "a"));
            writer.checkpoint(1);
            assertThat(terminateOthers()).containsExactly("t");
            writer.write(new Change(2, 1, 0, "b"));
            assertThatThrownBy(() -> writer.checkpoint(2))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("upsert into changes failed 1 times")
                    .hasMessageContaining("terminating connection");
        }
    }

    @Test
    void aTableThatIsMissingFailsTheJobAtOnce() throws Exception {
        try (WriterUnderTest<Change> writer = writer(Change.sink())) {
            TestDatabase.execute("DROP TABLE changes CASCADE");
            writer.write(new Change(1, 1, 0, "a"));
            assertThatThrownBy(() -> writer.checkpoint(1))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("relation \"changes\" does not exist");
        }
    }

    @Test
    void writersOfOneKeyRangeDoNotDeadlock() throws Exception {
        Change.sink().createIfAbsent();
        WriterUnderTest.writeAll(inEachOthersWay(Change.sink()), 2, changesOfFewKeys());
        assertThat(TestDatabase.rows(TABLE)).hasSize(400);
    }

    @Test
    void aTwinThatWritesKeysInAnyOrderDeadlocks() {
        Dialect unordered =
                BrokenDialect.inItsUpsert(
                        sql -> sql.replace(" ON CONFLICT", " ORDER BY random() ON CONFLICT"));
        Change.sink().createIfAbsent();
        VersionedUpsert<Change> twin = inEachOthersWay(Change.sink()).speaking(unordered);
        assertThatThrownBy(
                        () -> {
                            // Two writers have to meet.
                            for (int round = 0; round < ROUNDS; round++) {
                                WriterUnderTest.writeAll(twin, 2, changesOfFewKeys());
                            }
                        })
                .rootCause()
                .hasMessageContaining("deadlock");
    }

    private static VersionedUpsert<Change> inEachOthersWay(VersionedUpsert<Change> sink) {
        return sink.inBatchesOf(400, Duration.ofHours(1)).retrying(ONCE);
    }

    private static List<Change> changesOfFewKeys() {
        List<Change> changes = new ArrayList<>();
        for (int version = 0; version < 100; version++) {
            for (int id = 0; id < 400; id++) {
                changes.add(new Change(id, version, 0, "x"));
            }
        }
        Collections.shuffle(changes, new Random(7));
        return changes;
    }

    @Test
    void columnsAndViewBearTheNamesThatTheCallerGives() throws Exception {
        VersionedUpsert<Change> sink =
                Change.sink()
                        .versionColumns("time", "offset")
                        .deletionColumns("gone", "gone_at")
                        .livingRowsIn("current")
                        .deadRowsIn("dead")
                        .named("orders");
        sink.createIfAbsent();
        sink.createIfAbsent();
        WriterUnderTest.writeAll(
                sink, 1, List.of(new Change(1, 5, 6, "a"), new Change(2, 1, 1, "much too long")));
        assertThat(TestDatabase.rows("SELECT id, time, \"offset\", gone, gone_at FROM changes"))
                .containsExactly("1|5|6|f|null");
        assertThat(TestDatabase.rows("SELECT * FROM current")).containsExactly("1|a");
        assertThat(TestDatabase.rows("SELECT sink FROM dead")).containsExactly("orders");
    }

    @Test
    void whatBearsTheViewsNameAlreadyStaysAsItIs() throws Exception {
        TestDatabase.execute("CREATE VIEW changes_living AS SELECT 7 AS own");
        Change.sink().createIfAbsent();
        assertThat(TestDatabase.rows("SELECT * FROM changes_living")).containsExactly("7");
    }

    @Test
    void aTableThatIsThereWithoutTheSinksColumnsIsNamedAsTheReason() throws Exception {
        TestDatabase.execute("CREATE TABLE changes (id bigint PRIMARY KEY, what text)");
        assertThatThrownBy(() -> Change.sink().createIfAbsent())
                .isInstanceOf(PreflightException.class)
                .hasMessageContainingAll("\"deleted\"", "is there already", "preflight()")
                .hasMessageNotContaining("check the connection");
    }

    @Test
    void aBatchLeavesWhenItsTextsAreLong() throws Exception {
        int megabytes = 16;
        VersionedUpsert<Change> sink =
                VersionedUpsert.into(
                                Table.<Change>named("changes")
                                        .key("id", "bigint", Change::id)
                                        .value("name", "text", Change::name),
                                Change::version,
                                TestDatabase.address())
                        .inBatchesOf(100_000, Duration.ofHours(1));
        try (WriterUnderTest<Change> writer = writer(sink)) {
            for (int id = 1; id < megabytes; id++) {
                writer.write(new Change(id, 1, 0, "x".repeat(1 << 20)));
            }
            assertThat(TestDatabase.rows("SELECT count(*) FROM changes")).containsExactly("0");
            writer.write(new Change(megabytes, 1, 0, "x".repeat(1 << 20)));
            assertThat(TestDatabase.rows("SELECT count(*) FROM changes")).containsExactly("16");
            writer.write(new Change(megabytes + 1, 1, 0, "x"));
            assertThat(TestDatabase.rows("SELECT count(*) FROM changes")).containsExactly("16");
        }
    }

    @Test
    void whatCannotBeDeclaredIsSaid() {
        JdbcConnection nowhere = JdbcConnection.to("jdbc:postgresql://localhost:1/x?password=p");
        assertThatThrownBy(
                        () ->
                                VersionedUpsert.into(Change.table(), Change::version, nowhere)
                                        .createIfAbsent())
                .isInstanceOf(PreflightException.class)
                .hasMessageContaining("jdbc:postgresql://localhost:1/x can't")
                .hasMessageContaining("refused");
    }

    private static List<String> terminateOthers() throws Exception {
        return TestDatabase.rows(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                        + " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'");
    }

    private static WriterUnderTest<Change> writer(VersionedUpsert<Change> sink) throws Exception {
        sink.createIfAbsent();
        return WriterUnderTest.of(sink, 1, 0);
    }
}
