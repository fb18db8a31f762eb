package io.tidemark.operators.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.operators.sink.jdbc.LedgeredJob.Checkpoint;
import io.tidemark.operators.sink.jdbc.LedgeredJob.Event;
import org.apache.flink.api.common.JobID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Going on from older checkpoints by the positions of the rows. */
@ExtendWith(TestDatabase.class)
class RollForwardIT {

    private final JobID first = new JobID();

    private final JobID second = new JobID();

    @Test
    void aSavepointWhoseRowsWentInLaterIsRolledForwardWithoutThem() throws Exception {
        Checkpoint savepoint;
        try (LedgeredJob job = LedgeredJob.start(Event.rollingSink(), first, 1)) {
            job.read(0, 3);
            savepoint = job.checkpoint(1);
        }
        try (LedgeredJob job = LedgeredJob.start(Event.rollingSink(), first, 1)) {
            job.read(0, 2);
            job.checkpoint(2);
            job.complete(2);
        }
        assertThat(Event.rows()).containsExactly("0|0", "0|1");
        for (int attempt = 0; attempt < 2; attempt++) {
            try (LedgeredJob job = LedgeredJob.restore(Event.rollingSink(), second, 1, savepoint)) {
                assertThat(job.ofCommitters("rowsAlreadyThere")).isEqualTo(2 + attempt);
                assertThat(Event.rows()).containsExactly("0|0", "0|1", "0|2");
            }
        }
    }

    @Test
    void rowsWithoutPositionsCannotBeRolledForward() throws Exception {
        Checkpoint pending;
        try (LedgeredJob job = LedgeredJob.start(Event.sink(), first, 1)) {
            job.read(0, 1);
            pending = job.checkpoint(1);
        }
        assertThatThrownBy(() -> LedgeredJob.restore(Event.rollingSink(), second, 1, pending))
                .isInstanceOf(LedgerException.class)
                .hasMessageContaining("rows without positions");
        LedgeredJob.restore(Event.sink(), second, 1, pending).close();
        LedgeredJob.restore(Event.rollingSink(), second, 1, pending).close();
        assertThat(Event.rows()).containsExactly("0|0");
    }

    @Test
    void anOlderCheckpointIsRolledForwardEachRowOnce() throws Exception {
        Checkpoint old;
        Checkpoint newer;
        try (LedgeredJob job = LedgeredJob.start(Event.rollingSink(), first, 2)) {
            job.read(0, 1);
            old = job.checkpoint(1);
            job.complete(1);
            job.read(0, 2);
            job.read(1, 2);
            job.checkpoint(2);
            job.complete(2, 0);
        }
        JobID run = second;
        try (LedgeredJob job = LedgeredJob.restore(Event.rollingSink(), run, 1, old)) {
            job.read(0, 4);
            job.read(1, 3);
            assertThat(job.ofWriters("rowsAlreadyThere")).isEqualTo(2);
        }
        // Crashed before it committed anything: its restart comes to the same lineage.
        try (LedgeredJob job = LedgeredJob.restore(Event.rollingSink(), run, 2, old)) {
            job.read(0, 4);
            job.read(1, 3);
            newer = job.checkpoint(5);
            job.complete(5);
        }
        LedgeredJob.restore(Event.rollingSink(), run, 1, newer).close();
        assertThat(Event.rows())
                .containsExactly("0|0", "0|1", "0|2", "0|3", "0|4", "1|0", "1|1", "1|2");
        assertThat(
                        TestDatabase.rows(
                                "SELECT lineage, max(checkpoint) FROM tidemark_ledger"
                                        + " GROUP BY lineage ORDER BY 2"))
                .containsExactly(first.toHexString() + "|2", run.toHexString() + "|5");
    }

    @Test
    void rollingForwardUnderTheOldJobIdIsRefused() throws Exception {
        Checkpoint old;
        try (LedgeredJob job = LedgeredJob.start(Event.rollingSink(), first, 1)) {
            old = job.checkpoint(1);
            job.read(0, 1);
            job.checkpoint(2);
            job.complete(2);
        }
        assertThatThrownBy(() -> LedgeredJob.restore(Event.rollingSink(), first, 1, old))
                .isInstanceOf(LedgerException.class)
                .hasMessageContaining("new job id");
    }

    @Test
    void aPartitionThatComesOutOfOrderIsRefusedWhereRollingForwardNeedsOrder() throws Exception {
        try (LedgeredJob job = LedgeredJob.start(Event.rollingSink(), first, 2)) {
            job.write(0, new Event(0, 7));
            assertThatThrownBy(() -> job.write(0, new Event(0, 6)))
                    .isInstanceOf(LedgerException.class)
                    .hasMessageContaining(
                            "offset 6, place 0 of partition \"p0\" after offset 7, place 0");
        }
    }

    @Test
    void aPartitionThroughTwoSubtasksIsRefusedWhereRollingForwardNeedsOne() throws Exception {
        try (LedgeredJob job = LedgeredJob.start(Event.rollingSink(), first, 2)) {
            job.write(0, new Event(0, 7));
            job.write(1, new Event(0, 6));
            job.checkpoint(1);
            assertThatThrownBy(() -> job.complete(1))
                    .isInstanceOf(LedgerException.class)
                    .hasMessageContaining("key the stream by partition");
        }
    }

    /** Where the barrier overtakes rows of the offset, they are in the channel's state. */
    @Test
    void rowsOfOneOffsetGoInOnceOnBothSidesOfABarrier() throws Exception {
        LedgeredRows<Event> sink =
                Event.rollingSink().rollForwardBy(Event::positionOfThreeAtAnOffset);
        Checkpoint between;
        try (LedgeredJob job = LedgeredJob.start(sink, first, 1)) {
            job.read(0, 1);
            between = job.checkpoint(1);
            job.complete(1);
            job.read(0, 1);
            job.checkpoint(2);
            job.complete(2);
        }
        try (LedgeredJob job = LedgeredJob.restore(sink, second, 1, between)) {
            job.read(0, 3);
            assertThat(job.ofWriters("rowsAlreadyThere")).isEqualTo(1);
            job.checkpoint(5);
            job.complete(5);
        }
        assertThat(Event.rows()).containsExactly("0|0", "0|1", "0|2", "0|3");
    }

    @Test
    void rowsOfOneOffsetThatAreNotToldApartAreRefused() throws Exception {
        LedgeredRows<Event> sink =
                Event.rollingSink().rollForwardBy(event -> new Position("p", event.offset() / 3));
        try (LedgeredJob job = LedgeredJob.start(sink, first, 1)) {
            job.read(0, 1);
            assertThatThrownBy(() -> job.read(0, 1))
                    .isInstanceOf(LedgerException.class)
                    .hasMessageContaining("give the rows of one offset places");
        }
    }
}
