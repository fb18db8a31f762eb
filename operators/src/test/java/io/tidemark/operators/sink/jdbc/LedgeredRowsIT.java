package io.tidemark.operators.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.operators.sink.jdbc.LedgeredJob.Checkpoint;
import io.tidemark.operators.sink.jdbc.LedgeredJob.Event;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.JobID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the sink does to a real table and its ledger, case by case. */
@ExtendWith(TestDatabase.class)
class LedgeredRowsIT {

    private static final int CHECKPOINTS = 20;

    private static final Backoff ONCE = new Backoff(Duration.ZERO, Duration.ZERO, 1);

    private final JobID first = new JobID();
    private final JobID second = new JobID();

    private static LedgeredRows<Event> sink() {
        LedgeredRows<Event> sink =
                LedgeredRows.appendingTo(Event.table(), TestDatabase.address()).named("sink");
        sink.createIfAbsent();
        return sink;
    }

    private static LedgeredRows<Event> rollingSink() {
        LedgeredRows<Event> sink = sink().rollForwardBy(Event::position);
        sink.createIfAbsent();
        return sink;
    }

    @Test
    void rowsAreSeenWhenTheirCheckpointIsCompleteAndNotBefore() throws Exception {
        try (LedgeredJob job = LedgeredJob.start(sink(), first, 1)) {
            job.read(0, 2);
            job.checkpoint(1);
            job.read(0, 1);
            assertThat(table()).isEmpty();
            job.complete(1);
            assertThat(table()).containsExactly("0|0", "0|1");
        }
    }

    @Test
    void rowsOfACheckpointThatFailedGoWithTheNextOne() throws Exception {
        try (LedgeredJob job = LedgeredJob.start(sink(), first, 1)) {
            job.read(0, 1);
            job.checkpoint(1);
            job.read(0, 1);
            job.checkpoint(2);
            job.complete(2);
            assertThat(table()).containsExactly("0|0", "0|1");
        }
    }

    @Test
    void theLastRowsGoWithTheFirstCheckpointAfterTheEnd() throws Exception {
        Checkpoint last;
        try (LedgeredJob job = LedgeredJob.start(sink(), first, 2)) {
            job.read(0, 1);
            job.checkpoint(1);
            job.complete(1);
            job.read(1, 1);
            job.endInput();
            assertThat(table()).containsExactly("0|0");
            last = job.checkpoint(4);
            job.complete(4);
            assertThat(table()).containsExactly("0|0", "1|0");
        }
        // Restored with its last rows committed: the ledger knows no more than the checkpoint.
        LedgeredJob.restore(sink(), first, 2, last).close();
        assertThat(table()).containsExactly("0|0", "1|0");
    }

    @Test
    void aCommitThatComesAgainIsSeenAndSkipped() throws Exception {
        Checkpoint checkpoint;
        try (LedgeredJob job = LedgeredJob.start(sink(), first, 2)) {
            job.read(0, 1);
            job.read(1, 1);
            checkpoint = job.checkpoint(1);
            job.complete(1, 0);
            assertThat(table()).containsExactly("0|0");
        }
        try (LedgeredJob job = LedgeredJob.restore(sink(), first, 2, checkpoint)) {
            assertThat(table()).containsExactly("0|0", "1|0");
            assertThat(job.ofCommitters("alreadyCommittedCommittables")).isEqualTo(1);
            assertThat(job.ofCommitters("successfulCommittables")).isEqualTo(1);
        }
    }

    @Test
    void everySubtaskFindsTheLineageAfterAnyRescale() throws Exception {
        Checkpoint checkpoint;
        try (LedgeredJob job = LedgeredJob.start(sink(), first, 1)) {
            checkpoint = job.checkpoint(1);
            job.complete(1);
        }
        JobID run = second;
        int id = 1;
        for (int parallelism : new int[] {3, 11, 2, 7, 1}) {
            try (LedgeredJob job = LedgeredJob.restore(sink(), run, parallelism, checkpoint)) {
                id++;
                checkpoint = job.checkpoint(id);
                job.complete(id);
            }
            run = new JobID();
        }
        assertThat(TestDatabase.rows("SELECT DISTINCT lineage FROM tidemark_ledger"))
                .containsExactly(first.toHexString());
        assertThat(TestDatabase.rows("SELECT count(*) FROM tidemark_ledger"))
                .containsExactly(Integer.toString(1 + 3 + 11 + 2 + 7 + 1));
    }

    @Test
    void anOlderCheckpointThanTheLedgerKnowsIsRefused() throws Exception {
        Checkpoint old;
        try (LedgeredJob job = LedgeredJob.start(sink(), first, 1)) {
            old = job.checkpoint(1);
            job.complete(1);
            job.read(0, 1);
            job.checkpoint(2);
            job.complete(2);
        }
        assertThatThrownBy(() -> LedgeredJob.restore(sink(), second, 2, old))
                .isInstanceOf(LedgerException.class)
                .hasMessageContaining("restored from checkpoint 1")
                .hasMessageContaining("committed checkpoint 2 of sink \"sink\"");
        assertThat(table()).containsExactly("0|0");
    }

    @Test
    void aSavepointWhoseRowsWentInLaterIsRefusedBeforeItsOwnAreCommitted() throws Exception {
        Checkpoint savepoint;
        try (LedgeredJob job = LedgeredJob.start(sink(), first, 1)) {
            job.read(0, 1);
            // Nobody is told of a savepoint; then the job falls back to its beginning.
            savepoint = job.checkpoint(1);
        }
        try (LedgeredJob job = LedgeredJob.start(sink(), first, 1)) {
            job.read(0, 1);
            job.checkpoint(2);
            job.complete(2);
        }
        assertThatThrownBy(() -> LedgeredJob.restore(sink(), second, 1, savepoint))
                .isInstanceOf(LedgerException.class)
                .hasMessageContaining("restored from checkpoint 1");
        assertThat(table()).containsExactly("0|0");
    }

    @Test
    void aSavepointWhoseRowsWentInLaterIsRolledForwardWithoutThem() throws Exception {
        Checkpoint savepoint;
        try (LedgeredJob job = LedgeredJob.start(rollingSink(), first, 1)) {
            job.read(0, 3);
            savepoint = job.checkpoint(1);
        }
        try (LedgeredJob job = LedgeredJob.start(rollingSink(), first, 1)) {
            job.read(0, 2);
            job.checkpoint(2);
            job.complete(2);
        }
        assertThat(table()).containsExactly("0|0", "0|1");
        for (int attempt = 0; attempt < 2; attempt++) {
            try (LedgeredJob job = LedgeredJob.restore(rollingSink(), second, 1, savepoint)) {
                assertThat(job.ofCommitters("rowsAlreadyThere")).isEqualTo(2 + attempt);
                assertThat(table()).containsExactly("0|0", "0|1", "0|2");
            }
        }
    }

    @Test
    void rowsWithoutPositionsCannotBeRolledForward() throws Exception {
        Checkpoint pending;
        try (LedgeredJob job = LedgeredJob.start(sink(), first, 1)) {
            job.read(0, 1);
            pending = job.checkpoint(1);
        }
        assertThatThrownBy(() -> LedgeredJob.restore(rollingSink(), second, 1, pending))
                .isInstanceOf(LedgerException.class)
                .hasMessageContaining("rows without positions");
        LedgeredJob.restore(sink(), second, 1, pending).close();
        LedgeredJob.restore(rollingSink(), second, 1, pending).close();
        assertThat(table()).containsExactly("0|0");
    }

    @Test
    void aSavepointThatALaterEndOfInputOvertookIsRefused() throws Exception {
        Checkpoint savepoint;
        try (LedgeredJob job = LedgeredJob.start(sink(), first, 1)) {
            savepoint = job.checkpoint(5);
        }
        // The end of input bears the number 1, below that of the savepoint.
        try (LedgeredJob job = LedgeredJob.start(sink(), first, 1)) {
            job.read(0, 1);
            job.endInput();
            job.checkpoint(6);
            job.complete(6);
        }
        assertThatThrownBy(() -> LedgeredJob.restore(sink(), second, 1, savepoint))
                .isInstanceOf(LedgerException.class);
        assertThat(table()).containsExactly("0|0");
    }

    @Test
    void ofTwoJobsThatStartFromOneCheckpointTheSecondToCommitFails() throws Exception {
        Checkpoint checkpoint;
        try (LedgeredJob job = LedgeredJob.start(sink(), first, 1)) {
            checkpoint = job.checkpoint(1);
            job.complete(1);
        }
        try (LedgeredJob one = LedgeredJob.restore(sink(), second, 1, checkpoint);
                LedgeredJob other = LedgeredJob.restore(sink(), new JobID(), 1, checkpoint)) {
            one.checkpoint(2);
            one.complete(2);
            one.read(0, 1);
            other.read(0, 1);
            // Not the number that collides, but the job: this one has skipped a checkpoint.
            other.checkpoint(3);
            assertThatThrownBy(() -> other.complete(3))
                    .isInstanceOf(LedgerException.class)
                    .hasMessageContaining("job " + second.toHexString() + " has committed");
            one.checkpoint(3);
            one.complete(3);
        }
        assertThat(table()).containsExactly("0|0");
    }

    @Test
    void twoSinksOfOneNameCollide() throws Exception {
        try (LedgeredJob one = LedgeredJob.start(sink(), first, 1);
                LedgeredJob other = LedgeredJob.start(sink(), first, 1)) {
            one.checkpoint(1);
            one.complete(1);
            other.checkpoint(1);
            assertThatThrownBy(() -> other.complete(1))
                    .isInstanceOf(LedgerException.class)
                    .hasMessageContaining("another sink of this job has the same name");
        }
    }

    @Test
    void aCrashBetweenLedgerAndCommitLeavesNeither() throws Exception {
        Checkpoint checkpoint;
        FaultyLedger faulty = FaultyLedger.crashingAfterEntries(1);
        try (LedgeredJob job = LedgeredJob.start(sink().keeping(faulty), first, 1)) {
            job.read(0, 1);
            checkpoint = job.checkpoint(1);
            assertThatThrownBy(() -> job.complete(1)).isInstanceOf(FaultyLedger.Crash.class);
        }
        assertThat(TestDatabase.rows("SELECT * FROM tidemark_ledger")).isEmpty();
        LedgeredJob.restore(sink(), first, 1, checkpoint).close();
        assertThat(table()).containsExactly("0|0");
    }

    @Test
    void aConnectionThatBreaksDuringTheCommitIsOpenedAnew() throws Exception {
        FaultyLedger faulty = FaultyLedger.breakingTheConnectionAfterEntries(1);
        try (LedgeredJob job = LedgeredJob.start(sink().keeping(faulty), first, 1)) {
            job.read(0, 1);
            job.checkpoint(1);
            job.complete(1);
            assertThat(faulty.fired()).isTrue();
        }
        assertThat(table()).containsExactly("0|0");
    }

    @Test
    void aConnectionThatBreaksOnceTooOftenFailsTheCommitAndARestartSavesIt() throws Exception {
        Checkpoint checkpoint;
        FaultyLedger faulty = FaultyLedger.breakingTheConnectionAfterEntries(1);
        try (LedgeredJob job = LedgeredJob.start(sink().keeping(faulty).retrying(ONCE), first, 1)) {
            job.read(0, 1);
            checkpoint = job.checkpoint(1);
            assertThatThrownBy(() -> job.complete(1))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("commit of 1 rows of sink \"sink\"")
                    .hasMessageContaining("terminating connection");
        }
        LedgeredJob.restore(sink(), first, 1, checkpoint).close();
        assertThat(table()).containsExactly("0|0");
    }

    @Test
    void whatASubtaskHoldsIsBounded() throws Exception {
        try (LedgeredJob job = LedgeredJob.start(sink().holdingAtMost(10), first, 1)) {
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
    void anOlderCheckpointIsRolledForwardEachRowOnce() throws Exception {
        Checkpoint old;
        Checkpoint newer;
        try (LedgeredJob job = LedgeredJob.start(rollingSink(), first, 2)) {
            job.read(0, 1);
            old = job.checkpoint(1);
            job.complete(1);
            job.read(0, 2);
            job.read(1, 2);
            job.checkpoint(2);
            job.complete(2, 0);
        }
        JobID run = second;
        try (LedgeredJob job = LedgeredJob.restore(rollingSink(), run, 1, old)) {
            job.read(0, 4);
            job.read(1, 3);
            assertThat(job.ofWriters("rowsAlreadyThere")).isEqualTo(2);
        }
        // Crashed before it committed anything: its restart comes to the same lineage.
        try (LedgeredJob job = LedgeredJob.restore(rollingSink(), run, 2, old)) {
            job.read(0, 4);
            job.read(1, 3);
            newer = job.checkpoint(5);
            job.complete(5);
        }
        LedgeredJob.restore(rollingSink(), run, 1, newer).close();
        assertThat(table()).containsExactly("0|0", "0|1", "0|2", "0|3", "0|4", "1|0", "1|1", "1|2");
        assertThat(
                        TestDatabase.rows(
                                "SELECT lineage, max(checkpoint) FROM tidemark_ledger"
                                        + " GROUP BY lineage ORDER BY 2"))
                .containsExactly(first.toHexString() + "|2", run.toHexString() + "|5");
    }

    @Test
    void rollingForwardUnderTheOldJobIdIsRefused() throws Exception {
        Checkpoint old;
        try (LedgeredJob job = LedgeredJob.start(rollingSink(), first, 1)) {
            old = job.checkpoint(1);
            job.read(0, 1);
            job.checkpoint(2);
            job.complete(2);
        }
        assertThatThrownBy(() -> LedgeredJob.restore(rollingSink(), first, 1, old))
                .isInstanceOf(LedgerException.class)
                .hasMessageContaining("new job id");
    }

    @Test
    void aPartitionThatComesOutOfOrderIsRefusedWhereRollingForwardNeedsOrder() throws Exception {
        try (LedgeredJob job = LedgeredJob.start(rollingSink(), first, 2)) {
            job.write(0, new Event(0, 7));
            assertThatThrownBy(() -> job.write(0, new Event(0, 6)))
                    .isInstanceOf(LedgerException.class)
                    .hasMessageContaining("offset 6 of partition \"p0\" after offset 7");
        }
    }

    @Test
    void aPartitionThroughTwoSubtasksIsRefusedWhereRollingForwardNeedsOne() throws Exception {
        try (LedgeredJob job = LedgeredJob.start(rollingSink(), first, 2)) {
            job.write(0, new Event(0, 7));
            job.write(1, new Event(0, 6));
            job.checkpoint(1);
            assertThatThrownBy(() -> job.complete(1))
                    .isInstanceOf(LedgerException.class)
                    .hasMessageContaining("key the stream by partition");
        }
    }

    @Test
    void aRefusedRowIsDeadOnceAndTheOthersGoIn() throws Exception {
        LedgeredRows<Event> sink = sink();
        TestDatabase.execute("ALTER TABLE events ADD CHECK (place <> 3)");
        Checkpoint checkpoint;
        try (LedgeredJob job = LedgeredJob.start(sink, first, 1)) {
            job.read(0, 6);
            checkpoint = job.checkpoint(1);
            job.complete(1);
            assertThat(job.ofCommitters("deadRows")).isEqualTo(1);
        }
        LedgeredJob.restore(sink, first, 1, checkpoint).close();
        assertThat(table()).containsExactly("0|0", "0|1", "0|2", "0|4", "0|5");
        assertThat(
                        TestDatabase.rows(
                                "SELECT sink, key ->> 'subtask', version_major, version_minor,"
                                        + " sql_state, row FROM tidemark_dead_rows"))
                .containsExactly("sink|0|1|3|23514|{\"part\":\"0\",\"place\":\"3\"}");
    }

    @Test
    void countersAddUp() throws Exception {
        try (LedgeredJob job = LedgeredJob.start(counters(), first, 2)) {
            for (int id = 1; id <= 3; id++) {
                for (int i = 0; i < 10; i++) {
                    job.write(0, new Event(i % 3, i));
                    job.write(1, new Event(i % 3, 100));
                }
                job.checkpoint(id);
                job.complete(id);
            }
        }
        assertThat(TestDatabase.rows("SELECT part, n, total FROM counters ORDER BY part"))
                .containsExactly("0|24|1254", "1|18|936", "2|18|945");
    }

    @Test
    void addersOfOneKeyRangeDoNotDeadlock() throws Exception {
        int rows = 2_000;
        assertThat(addInEachOthersWay(counters().retrying(ONCE), rows)).isEmpty();
        assertThat(TestDatabase.rows("SELECT count(*), min(n), max(n) FROM counters"))
                .containsExactly(rows + "|" + 2 * CHECKPOINTS + "|" + 2 * CHECKPOINTS);
    }

    @Test
    void aTwinThatAddsInAnyOrderDeadlocks() throws Exception {
        Dialect unordered =
                BrokenDialect.inItsAdd(
                        sql -> sql.replace("ORDER BY min(r.place)", "ORDER BY random()"));
        assertThat(addInEachOthersWay(counters().retrying(ONCE).speaking(unordered), 2_000))
                .anySatisfy(failed -> assertThat(failed).hasMessageContaining("deadlock"));
    }

    private List<Throwable> addInEachOthersWay(LedgeredRows<Event> counters, int rows)
            throws Exception {
        List<Thread> threads = new ArrayList<>();
        List<Throwable> failures = new ArrayList<>();
        try (LedgeredJob job = LedgeredJob.start(counters, first, 2)) {
            for (int id = 1; id <= CHECKPOINTS; id++) {
                for (int i = 0; i < rows; i++) {
                    job.write(0, new Event(i, 1));
                    job.write(1, new Event(rows - 1 - i, 1));
                }
                job.checkpoint(id);
            }
            for (int subtask = 0; subtask < 2; subtask++) {
                int mine = subtask;
                Thread thread =
                        new Thread(
                                () -> {
                                    try {
                                        job.complete(CHECKPOINTS, mine);
                                    } catch (Throwable failed) {
                                        synchronized (failures) {
                                            failures.add(failed);
                                        }
                                    }
                                });
                threads.add(thread);
                thread.start();
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
        return failures;
    }

    private static LedgeredRows<Event> counters() {
        LedgeredRows<Event> sink =
                LedgeredRows.addingTo(
                        Table.<Event>named("counters")
                                .key("part", "integer", Event::partition)
                                .value("n", "bigint", event -> 1)
                                .value("total", "numeric", Event::offset),
                        TestDatabase.address());
        sink.createIfAbsent();
        return sink;
    }

    @Test
    void theLedgerForgetsAllButTheNewestCheckpoints() throws Exception {
        try (LedgeredJob job = LedgeredJob.start(sink(), first, 1)) {
            long id = 0;
            for (int i = 0; i < 100; i++) {
                id += 20;
                job.checkpoint(id);
                job.complete(id);
            }
        }
        assertThat(
                        TestDatabase.rows(
                                "SELECT min(checkpoint), max(checkpoint) FROM tidemark_ledger"))
                .containsExactly("1020|2000");
    }

    @Test
    void changedColumnsAreRefusedWhileRowsOfTheOldOnesAreHeldAndTakenAfter() throws Exception {
        LedgeredRows<Event> changed =
                LedgeredRows.appendingTo(
                                Table.<Event>named("events")
                                        .value("place", "bigint", Event::offset),
                                TestDatabase.address())
                        .named("sink");
        Checkpoint pending;
        try (LedgeredJob job = LedgeredJob.start(sink(), first, 1)) {
            job.read(0, 1);
            pending = job.checkpoint(1);
            assertThatThrownBy(() -> LedgeredJob.restore(changed, second, 1, pending))
                    .isInstanceOf(LedgerException.class)
                    .hasMessageContaining("[part, place]");
            job.complete(1);
        }
        try (LedgeredJob job = LedgeredJob.restore(changed, second, 1, pending)) {
            job.read(0, 1);
            job.checkpoint(2);
            job.complete(2);
        }
        assertThat(table()).containsExactly("0|0", "null|1");
    }

    private static List<String> table() throws Exception {
        return TestDatabase.rows("SELECT part, place FROM events ORDER BY part, place");
    }
}
