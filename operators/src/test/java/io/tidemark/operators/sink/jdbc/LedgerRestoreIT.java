package io.tidemark.operators.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.operators.sink.jdbc.LedgeredJob.Checkpoint;
import io.tidemark.operators.sink.jdbc.LedgeredJob.Event;
import org.apache.flink.api.common.JobID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a restore goes on with, and what it refuses. */
@ExtendWith(TestDatabase.class)
class LedgerRestoreIT {

    private final JobID first = new JobID();

    private final JobID second = new JobID();

    @Test
    void everySubtaskFindsTheLineageAfterAnyRescale() throws Exception {
        Checkpoint checkpoint;
        try (LedgeredJob job = LedgeredJob.start(Event.sink(), first, 1)) {
            checkpoint = job.checkpoint(1);
            job.complete(1);
        }
        JobID run = second;
        int id = 1;
        for (int parallelism : new int[] {3, 11, 2, 7, 1}) {
            try (LedgeredJob job =
                    LedgeredJob.restore(Event.sink(), run, parallelism, checkpoint)) {
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
        try (LedgeredJob job = LedgeredJob.start(Event.sink(), first, 1)) {
            old = job.checkpoint(1);
            job.complete(1);
            job.read(0, 1);
            job.checkpoint(2);
            job.complete(2);
        }
        assertThatThrownBy(() -> LedgeredJob.restore(Event.sink(), second, 2, old))
                .isInstanceOf(LedgerException.class)
                .hasMessageContaining("restored from checkpoint 1")
                .hasMessageContaining("committed checkpoint 2 of sink \"sink\"");
        assertThat(Event.rows()).containsExactly("0|0");
    }

    @Test
    void aSavepointWhoseRowsWentInLaterIsRefusedBeforeItsOwnAreCommitted() throws Exception {
        Checkpoint savepoint;
        try (LedgeredJob job = LedgeredJob.start(Event.sink(), first, 1)) {
            job.read(0, 1);
            // Nobody is told of a savepoint; then the job falls back to its beginning.
            savepoint = job.checkpoint(1);
        }
        try (LedgeredJob job = LedgeredJob.start(Event.sink(), first, 1)) {
            job.read(0, 1);
            job.checkpoint(2);
            job.complete(2);
        }
        assertThatThrownBy(() -> LedgeredJob.restore(Event.sink(), second, 1, savepoint))
                .isInstanceOf(LedgerException.class)
                .hasMessageContaining("restored from checkpoint 1");
        assertThat(Event.rows()).containsExactly("0|0");
    }

    @Test
    void aSavepointThatALaterEndOfInputOvertookIsRefused() throws Exception {
        Checkpoint savepoint;
        try (LedgeredJob job = LedgeredJob.start(Event.sink(), first, 1)) {
            savepoint = job.checkpoint(5);
        }
        // The end of input bears the number 1, below that of the savepoint.
        try (LedgeredJob job = LedgeredJob.start(Event.sink(), first, 1)) {
            job.read(0, 1);
            job.endInput();
            job.checkpoint(6);
            job.complete(6);
        }
        assertThatThrownBy(() -> LedgeredJob.restore(Event.sink(), second, 1, savepoint))
                .isInstanceOf(LedgerException.class);
        assertThat(Event.rows()).containsExactly("0|0");
    }

    @Test
    void ofTwoJobsThatStartFromOneCheckpointTheSecondToCommitFails() throws Exception {
        Checkpoint checkpoint;
        try (LedgeredJob job = LedgeredJob.start(Event.sink(), first, 1)) {
            checkpoint = job.checkpoint(1);
            job.complete(1);
        }
        try (LedgeredJob one = LedgeredJob.restore(Event.sink(), second, 1, checkpoint);
                LedgeredJob other = LedgeredJob.restore(Event.sink(), new JobID(), 1, checkpoint)) {
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
        assertThat(Event.rows()).containsExactly("0|0");
    }

    @Test
    void twoSinksOfOneNameCollide() throws Exception {
        try (LedgeredJob one = LedgeredJob.start(Event.sink(), first, 1);
                LedgeredJob other = LedgeredJob.start(Event.sink(), first, 1)) {
            one.checkpoint(1);
            one.complete(1);
            other.checkpoint(1);
            assertThatThrownBy(() -> other.complete(1))
                    .isInstanceOf(LedgerException.class)
                    .hasMessageContaining("another sink of this job has the same name");
        }
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
        try (LedgeredJob job = LedgeredJob.start(Event.sink(), first, 1)) {
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
        assertThat(Event.rows()).containsExactly("0|0", "null|1");
    }
}
