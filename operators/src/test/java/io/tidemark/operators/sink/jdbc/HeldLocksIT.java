package io.tidemark.operators.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.operators.sink.jdbc.LedgeredJob.Event;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A transaction that does not end keeps nobody waiting for ever. */
@ExtendWith(TestDatabase.class)
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HeldLocksIT {

    private static final Backoff ONCE = new Backoff(Duration.ZERO, Duration.ZERO, 1);

    private final JobID job = new JobID();

    @Test
    void aTransactionIsBoundedWhereTheUserHasNotBoundedItMore() throws Exception {
        Database.Work<String> asked = open -> answer(open, "SHOW lock_timeout");
        try (Database plain = Database.at(TestDatabase.address(), ONCE);
                Database hasty = Database.at(bounded("-c lock_timeout=700"), ONCE)) {
            String bounded = plain.inTransaction("test", asked);
            String boundedMore = hasty.inTransaction("test", asked);
            assertThat(bounded).isEqualTo("10s");
            assertThat(boundedMore).isEqualTo("700ms");
            String forRows = plain.inTransaction("test", HeldLocksIT::forRows);
            String forRowsMore = hasty.inTransaction("test", HeldLocksIT::forRows);
            assertThat(forRows).isEqualTo("1min");
            assertThat(forRowsMore).isEqualTo("700ms");
            String after = plain.directly("test", asked);
            assertThat(after).isEqualTo("0");
            String idle =
                    plain.inTransaction(
                            "test",
                            open -> answer(open, "SHOW idle_in_transaction_session_timeout"));
            assertThat(idle).isEqualTo("30s");
        }
    }

    @Test
    void aTaskThatWasInterruptedBeginsNothingMore() {
        List<Connection> begun = new ArrayList<>();
        try (Database database = Database.at(TestDatabase.address(), ONCE)) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> database.directly("upsert", begun::add))
                    .isInstanceOf(InterruptedException.class)
                    .hasMessageContaining("upsert is given up");
        }
        assertThat(begun).isEmpty();
    }

    private static String forRows(Connection open) throws SQLException {
        TransactionBounds.letRowsWait(open);
        return answer(open, "SHOW lock_timeout");
    }

    private static String answer(Connection open, String question) throws SQLException {
        try (Statement statement = open.createStatement();
                ResultSet answer = statement.executeQuery(question)) {
            answer.next();
            return answer.getString(1);
        }
    }

    private static JdbcConnection bounded(String options) {
        return TestDatabase.address().with("options", options);
    }

    private static LedgeredRows<Event> sink(String options) {
        LedgeredRows<Event> sink =
                LedgeredRows.appendingTo(Event.table(), bounded(options)).named("sink");
        sink.createIfAbsent();
        return sink;
    }

    @Test
    void aCommitThatWaitsForAnothersLockFailsAndNamesIt() throws Exception {
        try (LedgeredJob waiting =
                        LedgeredJob.start(sink("-c lock_timeout=700").retrying(ONCE), job, 1);
                Connection frozen = TestDatabase.address().open();
                Statement statement = frozen.createStatement()) {
            waiting.read(0, 1);
            waiting.checkpoint(1);
            frozen.setAutoCommit(false);
            statement.execute(
                    "INSERT INTO tidemark_ledger SELECT '"
                            + job.toHexString()
                            + "', 'sink', 1, 0, 'j', 'w', 0, false, now()");
            assertThatThrownBy(() -> waiting.complete(1))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("process " + TestDatabase.process(frozen))
                    .hasMessageContaining("idle in transaction");
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 1min", "5min, 1min", "1min, 1min", "50s, 50s", "700ms, 700ms"})
    void anUpsertWaitsNoLongerThanATaskMayWhenItIsCancelled(String own, String bound)
            throws Exception {
        VersionedUpsert<Change> sink =
                VersionedUpsert.into(
                                Change.table(), Change::version, bounded("-c lock_timeout=" + own))
                        .deleting(Change::isDeletion)
                        .purgingAfter(Duration.ofMinutes(1));
        sink.createIfAbsent();
        TestDatabase.execute(
                "CREATE TABLE bounds (place serial, of text, bound text)",
                "CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN"
                        + " INSERT INTO bounds (of, bound)"
                        + " VALUES (TG_OP, current_setting(''lock_timeout''));"
                        + " RETURN CASE TG_OP WHEN ''DELETE'' THEN OLD ELSE NEW END; END'",
                "CREATE TRIGGER note BEFORE INSERT OR DELETE ON changes"
                        + " FOR EACH ROW EXECUTE FUNCTION note()");
        try (WriterUnderTest<Change> writer = WriterUnderTest.of(sink, 1, 0)) {
            writer.write(new Change(1, 1, 0, "a"));
            writer.write(new Change(2, 1, 0, null));
            writer.checkpoint(1);
            assertThat(writer.counter("overtakenRows")).isZero();
            // One that is refused: now the batch is written in a transaction, row by row.
            writer.write(new Change(3, 1, 0, "a"));
            writer.write(new Change(4, 1, 0, "much too long"));
            writer.checkpoint(2);
            assertThat(writer.counter("deadRows")).isEqualTo(1);
            TestDatabase.execute(
                    "UPDATE changes SET deleted_at = now() - interval '1 h' WHERE deleted");
            writer.advanceClock(Duration.ofMinutes(1).toMillis());
            assertThat(writer.counter("purgedTombstones")).isEqualTo(1);
        }
        assertThat(TestDatabase.rows("SELECT of, bound FROM bounds ORDER BY place"))
                .containsExactly(
                        "INSERT|" + bound, "INSERT|" + bound, "INSERT|" + bound, "DELETE|" + bound);
    }

    @Test
    void anUpsertThatWaitsForALockedTableFailsAndNamesWhoHasIt() throws Exception {
        VersionedUpsert<Change> sink =
                VersionedUpsert.into(
                                Change.table(), Change::version, bounded("-c lock_timeout=700"))
                        .retrying(ONCE);
        sink.createIfAbsent();
        try (WriterUnderTest<Change> writer = WriterUnderTest.of(sink, 1, 0);
                Connection altering = TestDatabase.address().open();
                Statement statement = altering.createStatement()) {
            altering.setAutoCommit(false);
            statement.execute("LOCK TABLE changes");
            writer.write(new Change(1, 1, 0, "a"));
            assertThatThrownBy(() -> writer.checkpoint(1))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("upsert into changes failed")
                    .hasMessageContaining("process " + TestDatabase.process(altering));
            altering.rollback();
            writer.checkpoint(2);
        }
        assertThat(TestDatabase.rows("SELECT id, name FROM changes")).containsExactly("1|a");
    }

    /** The row comes in once: by whoever is first, and the other finds its entry. */
    @Test
    void theTransactionOfAFrozenCommitterEndsAndTheNextAttemptGoesOn() throws Exception {
        LedgeredJob.Checkpoint checkpoint;
        FaultyLedger frozen = FaultyLedger.standingStillAfterEntries(1);
        try (LedgeredJob zombie =
                LedgeredJob.start(
                        sink("-c idle_in_transaction_session_timeout=1000").keeping(frozen),
                        job,
                        1)) {
            zombie.read(0, 1);
            checkpoint = zombie.checkpoint(1);
            Thread commit =
                    new Thread(
                            () -> {
                                try {
                                    zombie.complete(1);
                                } catch (Exception failed) {
                                    throw new IllegalStateException(failed);
                                }
                            });
            commit.start();
            frozen.awaitFired();
            LedgeredJob.restore(Event.sink(), job, 1, checkpoint).close();
            assertThat(Event.rows()).containsExactly("0|0");
            assertThat(commit.isAlive()).isTrue();
            frozen.goOn();
            commit.join();
            assertThat(zombie.ofCommitters("alreadyCommittedCommittables")).isEqualTo(1);
        }
        assertThat(Event.rows()).containsExactly("0|0");
    }

    /** One subtask has that row for all of its first commit, and the others wait for it. */
    @Test
    void theOwnersRowIsWaitedForLonger() throws Exception {
        LedgeredRows<Event> sink = Event.rollingSink();
        TestDatabase.execute(
                "CREATE TABLE bounds (place serial, of text, bound text)",
                "CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN"
                        + " INSERT INTO bounds (of, bound)"
                        + " VALUES (TG_OP, current_setting(''lock_timeout'')); RETURN NEW; END'",
                "CREATE TRIGGER note BEFORE INSERT OR UPDATE ON tidemark_positions_owners"
                        + " FOR EACH ROW EXECUTE FUNCTION note()");
        LedgeredJob.Checkpoint savepoint;
        try (LedgeredJob first = LedgeredJob.start(sink, job, 1)) {
            first.read(0, 1);
            savepoint = first.checkpoint(1);
        }
        JobID other = new JobID();
        try (LedgeredJob first = LedgeredJob.start(sink, job, 1);
                LedgeredJob next =
                        LedgeredJob.start(sink.goingOnFrom(job.toHexString()), other, 1)) {
            first.read(0, 1);
            first.checkpoint(2);
            first.complete(2);
            next.read(1, 1);
            next.checkpoint(1);
            next.complete(1);
        }
        LedgeredJob.restore(sink.goingOnFrom(other.toHexString()), new JobID(), 1, savepoint)
                .close();
        assertThat(TestDatabase.rows("SELECT of, bound FROM bounds ORDER BY place"))
                .containsExactly("INSERT|1min", "UPDATE|1min", "UPDATE|1min");
        assertThat(Event.rows()).containsExactly("0|0", "1|0");
    }
}
