package io.tidemark.operators.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.operators.sink.jdbc.LedgeredJob.Checkpoint;
import io.tidemark.operators.sink.jdbc.LedgeredJob.Event;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.flink.api.common.JobID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a commit does to a real table and its ledger, case by case. */
@ExtendWith(TestDatabase.class)
class LedgeredRowsIT {

    private static final Backoff ONCE = new Backoff(Duration.ZERO, Duration.ZERO, 1);

    private final JobID first = new JobID();

    @Test
    void rowsAreSeenWhenTheirCheckpointIsCompleteAndNotBefore() throws Exception {
        try (LedgeredJob job = LedgeredJob.start(Event.sink(), first, 1)) {
            job.read(0, 2);
            job.checkpoint(1);
            job.read(0, 1);
            assertThat(Event.rows()).isEmpty();
            job.complete(1);
            assertThat(Event.rows()).containsExactly("0|0", "0|1");
        }
    }

    @Test
    void rowsOfACheckpointThatFailedGoWithTheNextOne() throws Exception {
        try (LedgeredJob job = LedgeredJob.start(Event.sink(), first, 1)) {
            job.read(0, 1);
            job.checkpoint(1);
            job.read(0, 1);
            job.checkpoint(2);
            job.complete(2);
            assertThat(Event.rows()).containsExactly("0|0", "0|1");
        }
    }

    @Test
    void theLastRowsGoWithTheFirstCheckpointAfterTheEnd() throws Exception {
        Checkpoint last;
        try (LedgeredJob job = LedgeredJob.start(Event.sink(), first, 2)) {
            job.read(0, 1);
            job.checkpoint(1);
            job.complete(1);
            job.read(1, 1);
            job.endInput();
            assertThat(Event.rows()).containsExactly("0|0");
            last = job.checkpoint(4);
            job.complete(4);
            assertThat(Event.rows()).containsExactly("0|0", "1|0");
        }
        // Restored with its last rows committed: the ledger knows no more than the checkpoint.
        LedgeredJob.restore(Event.sink(), first, 2, last).close();
        assertThat(Event.rows()).containsExactly("0|0", "1|0");
    }

    @Test
    void aCommitThatComesAgainIsSeenAndSkipped() throws Exception {
        Checkpoint checkpoint;
        try (LedgeredJob job = LedgeredJob.start(Event.sink(), first, 2)) {
            job.read(0, 1);
            job.read(1, 1);
            checkpoint = job.checkpoint(1);
            job.complete(1, 0);
            assertThat(Event.rows()).containsExactly("0|0");
        }
        try (LedgeredJob job = LedgeredJob.restore(Event.sink(), first, 2, checkpoint)) {
            assertThat(Event.rows()).containsExactly("0|0", "1|0");
            assertThat(job.ofCommitters("alreadyCommittedCommittables")).isEqualTo(1);
            assertThat(job.ofCommitters("successfulCommittables")).isEqualTo(1);
        }
    }

    @Test
    void aCrashBetweenLedgerAndCommitLeavesNeither() throws Exception {
        Checkpoint checkpoint;
        FaultyLedger faulty = FaultyLedger.crashingAfterEntries(1);
        try (LedgeredJob job = LedgeredJob.start(Event.sink().keeping(faulty), first, 1)) {
            job.read(0, 1);
            checkpoint = job.checkpoint(1);
            assertThatThrownBy(() -> job.complete(1)).isInstanceOf(FaultyLedger.Crash.class);
        }
        assertThat(TestDatabase.rows("SELECT * FROM tidemark_ledger")).isEmpty();
        LedgeredJob.restore(Event.sink(), first, 1, checkpoint).close();
        assertThat(Event.rows()).containsExactly("0|0");
    }

    @Test
    void aConnectionThatBreaksDuringTheCommitIsOpenedAnew() throws Exception {
        FaultyLedger faulty = FaultyLedger.breakingTheConnectionAfterEntries(1);
        try (LedgeredJob job = LedgeredJob.start(Event.sink().keeping(faulty), first, 1)) {
            job.read(0, 1);
            job.checkpoint(1);
            job.complete(1);
            assertThat(faulty.fired()).isTrue();
        }
        assertThat(Event.rows()).containsExactly("0|0");
    }

    @Test
    void aConnectionThatBreaksOnceTooOftenFailsTheCommitAndARestartSavesIt() throws Exception {
        Checkpoint checkpoint;
        FaultyLedger faulty = FaultyLedger.breakingTheConnectionAfterEntries(1);
        try (LedgeredJob job =
                LedgeredJob.start(Event.sink().keeping(faulty).retrying(ONCE), first, 1)) {
            job.read(0, 1);
            checkpoint = job.checkpoint(1);
            assertThatThrownBy(() -> job.complete(1))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("commit of 1 rows of sink \"sink\"")
                    .hasMessageContaining("terminating connection");
        }
        LedgeredJob.restore(Event.sink(), first, 1, checkpoint).close();
        assertThat(Event.rows()).containsExactly("0|0");
    }

    @Test
    void whatASubtaskHoldsIsBounded() throws Exception {
        try (LedgeredJob job = LedgeredJob.start(Event.sink().holdingAtMost(10), first, 1)) {
            job.read(0, 2);
            job.checkpoint(1);
            job.read(0, 2);
            assertThatThrownBy(() -> job.read(0, 1))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("sink \"sink\" holds 3 rows of 12 bytes")
                    .hasMessageContaining("holdingAtMost(10)")
                    .hasMessageContaining("shorten the checkpoint interval");
        }
    }

    @Test
    void aRefusedRowIsDeadOnceAndTheOthersGoIn() throws Exception {
        LedgeredRows<Event> sink = Event.sink();
        TestDatabase.execute("ALTER TABLE events ADD CHECK (place <> 3)");
        Checkpoint checkpoint;
        try (LedgeredJob job = LedgeredJob.start(sink, first, 1)) {
            job.read(0, 6);
            checkpoint = job.checkpoint(1);
            job.complete(1);
            assertThat(job.ofCommitters("deadRows")).isEqualTo(1);
        }
        LedgeredJob.restore(sink, first, 1, checkpoint).close();
        assertThat(Event.rows()).containsExactly("0|0", "0|1", "0|2", "0|4", "0|5");
        assertThat(
                        TestDatabase.rows(
                                "SELECT sink, key ->> 'subtask', version_major, version_minor,"
                                        + " sql_state, row FROM tidemark_dead_rows"))
                .containsExactly("sink|0|1|3|23514|{\"part\":\"0\",\"place\":\"3\"}");
    }

    /** A column is added that each row lacks, and taken back: then all of them go in. */
    @Test
    void moreRefusedRowsThanTheSinkBearsFailTheCommitWhichALaterAttemptMakesGood()
            throws Exception {
        LedgeredRows<Event> sink = Event.sink().failingBeyond(5);
        Checkpoint checkpoint;
        try (LedgeredJob job = LedgeredJob.start(sink, first, 1)) {
            job.read(0, 6);
            checkpoint = job.checkpoint(1);
            TestDatabase.execute("ALTER TABLE events ADD more text NOT NULL");
            assertThatThrownBy(() -> job.complete(1))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("more rows of sink \"sink\" within one checkpoint")
                    .hasMessageContaining("failingBeyond(5)")
                    .hasMessageContaining("null value in column \"more\"");
        }
        assertThat(TestDatabase.rows("SELECT 1 FROM tidemark_dead_rows")).isEmpty();
        assertThat(TestDatabase.rows("SELECT 1 FROM tidemark_ledger")).isEmpty();
        TestDatabase.execute("ALTER TABLE events DROP COLUMN more");
        LedgeredJob.restore(sink, first, 1, checkpoint).close();
        assertThat(Event.rows()).hasSize(6);
    }

    @Test
    void asManyRefusedRowsAsTheSinkBearsAreDead() throws Exception {
        LedgeredRows<Event> sink = Event.sink().failingBeyond(6);
        TestDatabase.execute("ALTER TABLE events ADD CHECK (place > 5)");
        try (LedgeredJob job = LedgeredJob.start(sink, first, 1)) {
            job.read(0, 7);
            job.checkpoint(1);
            job.complete(1);
            assertThat(job.ofCommitters("deadRows")).isEqualTo(6);
        }
        assertThat(Event.rows()).containsExactly("0|6");
    }

    @Test
    void theLedgerForgetsAllButTheNewestCheckpointsByTheirNumberAndAtEachStart() throws Exception {
        Checkpoint last = null;
        try (LedgeredJob job = LedgeredJob.start(Event.sink(), first, 1)) {
            for (long id = 20; id <= 2000; id += 20) {
                last = job.checkpoint(id);
                job.complete(id);
            }
        }
        assertThat(entries()).containsExactly("940|2000");
        try (LedgeredJob job = LedgeredJob.restore(Event.sink(), first, 1, last)) {
            job.checkpoint(2001);
            job.complete(2001);
        }
        assertThat(entries()).containsExactly("1020|2001");
    }

    /** Else an older checkpoint could be rolled forward over rows of which nothing is known. */
    @Test
    void theLedgerNeverForgetsTheNewestRowsWithoutPositions() throws Exception {
        try (LedgeredJob job = LedgeredJob.start(Event.sink(), first, 1)) {
            for (long id = 1; id <= 3; id++) {
                job.read(0, id == 3 ? 0 : 1);
                job.checkpoint(id);
                job.complete(id);
            }
            job.checkpoint(5000);
            job.complete(5000);
        }
        assertThat(TestDatabase.rows("SELECT checkpoint FROM tidemark_ledger ORDER BY 1"))
                .containsExactly("2", "5000");
    }

    private static List<String> entries() throws Exception {
        return TestDatabase.rows("SELECT min(checkpoint), max(checkpoint) FROM tidemark_ledger");
    }

    /** The first two look below it, too; a later one finds what is above the one before. */
    @Test
    void aCommitLooksForOthersOnlyAboveTheOneBefore() throws Exception {
        List<Long> seen = new CopyOnWriteArrayList<>();
        try (LedgeredJob job =
                LedgeredJob.start(
                        Event.sink().keeping(FaultyLedger.telling(seen::add)), first, 1)) {
            for (long id = 7; id <= 10; id++) {
                job.checkpoint(id);
                job.complete(id);
            }
        }
        assertThat(seen).containsExactly(0L, 0L, 8L, 9L);
    }

    @Test
    void aBoundThatNoArrayHoldsIsRefused() {
        assertThatThrownBy(() -> Event.sink().holdingAtMost((1 << 30) + 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("bytes=1073741825")
                .hasMessageContaining("1 to 1073741824");
    }
}
