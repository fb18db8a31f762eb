package io.tidemark.operators.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tidemark.operators.sink.jdbc.LedgeredJob.Checkpoint;
import io.tidemark.operators.sink.jdbc.LedgeredJob.Event;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.JobID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Rolling forward is refused where positions were not kept of all that is in the table. */
@ExtendWith(TestDatabase.class)
class KeptPositionsIT {

    private final JobID first = new JobID();

    private final JobID second = new JobID();

    @Test
    void whatWasCommittedWithoutPositionsIsNotRolledForward() throws Exception {
        Checkpoint old;
        Checkpoint newest;
        try (LedgeredJob job = LedgeredJob.start(Event.sink(), first, 1)) {
            old = job.checkpoint(1);
            job.complete(1);
            job.read(0, 2);
            newest = job.checkpoint(2);
            job.complete(2);
        }
        assertThatThrownBy(() -> LedgeredJob.restore(Event.sink(), second, 1, old))
                .isInstanceOf(LedgerException.class)
                .hasMessageContaining("only if it did so");
        assertThatThrownBy(() -> LedgeredJob.restore(Event.rollingSink(), second, 1, old))
                .isInstanceOf(LedgerException.class)
                .hasMessageContaining("committed checkpoint 2")
                .hasMessageContaining("without positions");
        LedgeredJob.restore(Event.rollingSink(), second, 1, newest).close();
        assertThat(Event.rows()).containsExactly("0|0", "0|1");
    }

    @Test
    void whatWasCommittedBeforePositionsWereKeptIsNotRolledForward() throws Exception {
        Checkpoint old;
        Checkpoint enabled;
        Checkpoint since;
        try (LedgeredJob job = LedgeredJob.start(Event.sink(), first, 1)) {
            old = job.checkpoint(1);
            job.complete(1);
            job.read(0, 1);
            enabled = job.checkpoint(2);
            job.complete(2);
        }
        try (LedgeredJob job = LedgeredJob.restore(Event.rollingSink(), first, 1, enabled)) {
            job.read(1, 1);
            since = job.checkpoint(3);
            job.complete(3);
            job.read(1, 1);
            job.checkpoint(4);
            job.complete(4);
        }
        assertThatThrownBy(() -> LedgeredJob.restore(Event.rollingSink(), second, 1, old))
                .isInstanceOf(LedgerException.class)
                .hasMessageContaining("committed checkpoint 2");
        try (LedgeredJob job = LedgeredJob.restore(Event.rollingSink(), second, 1, since)) {
            job.read(0, 1);
            job.read(1, 2);
            job.checkpoint(9);
            job.complete(9);
        }
        assertThat(Event.rows()).containsExactly("0|0", "0|1", "1|0", "1|1", "1|2");
    }

    @Test
    void aBatchOfAnOldCheckpointIsNotRolledForwardEither() throws Exception {
        Checkpoint pending;
        try (LedgeredJob job = LedgeredJob.start(Event.rollingSink(), first, 1)) {
            job.read(0, 1);
            pending = job.checkpoint(1);
        }
        try (LedgeredJob job = LedgeredJob.start(Event.sink(), first, 1)) {
            job.read(0, 1);
            job.checkpoint(2);
            job.complete(2);
        }
        assertThatThrownBy(() -> LedgeredJob.restore(Event.rollingSink(), second, 1, pending))
                .isInstanceOf(LedgerException.class)
                .hasMessageContaining("without positions");
        assertThat(Event.rows()).containsExactly("0|0");
    }

    @Test
    void aStartWithoutStateOverRowsWithoutPositionsIsRefused() throws Exception {
        try (LedgeredJob job = LedgeredJob.start(Event.sink(), first, 1)) {
            job.read(0, 1);
            job.checkpoint(1);
            job.complete(1);
        }
        try (LedgeredJob job = LedgeredJob.start(Event.rollingSink(), second, 1)) {
            assertThatThrownBy(() -> job.read(0, 1))
                    .isInstanceOf(LedgerException.class)
                    .hasMessageContaining("lineage " + first.toHexString());
        }
    }

    @Test
    void aRowWithoutAPositionIsRefused() throws Exception {
        LedgeredRows<Event> sink =
                Event.rollingSink()
                        .rollForwardBy(event -> event.offset() == 0 ? null : event.position());
        try (LedgeredJob job = LedgeredJob.start(sink, first, 1)) {
            assertThatThrownBy(() -> job.read(0, 1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("rollForwardBy");
        }
    }

    @Test
    void aSecondJobOfTheSameNameIsRefused() throws Exception {
        try (LedgeredJob payments = LedgeredJob.start(Event.rollingSink(), first, 1);
                LedgeredJob started = LedgeredJob.start(Event.rollingSink(), new JobID(), 1)) {
            payments.read(0, 3);
            payments.checkpoint(1);
            payments.complete(1);
            started.read(0, 4);
            started.checkpoint(1);
            assertThatThrownBy(() -> started.complete(1))
                    .isInstanceOf(LedgerException.class)
                    .hasMessageContaining(first.toHexString());
            try (LedgeredJob refunds = LedgeredJob.start(Event.rollingSink(), second, 1)) {
                assertThatThrownBy(() -> refunds.read(0, 1))
                        .isInstanceOf(LedgerException.class)
                        .hasMessageContaining("positions of sink \"sink\"")
                        .hasMessageContaining(first.toHexString())
                        .hasMessageContaining("name the sinks apart");
            }
            payments.read(0, 1);
            payments.checkpoint(2);
            payments.complete(2);
        }
        assertThat(Event.rows()).containsExactly("0|0", "0|1", "0|2", "0|3");
    }

    @Test
    void aNewJobSaysOnPurposeThatItGoesOnAndTheFormerOneIsRefused() throws Exception {
        try (LedgeredJob former = LedgeredJob.start(Event.rollingSink(), first, 1)) {
            former.read(0, 2);
            former.checkpoint(1);
            former.complete(1);
            LedgeredRows<Event> goingOn = Event.rollingSink().goingOnFrom(first.toHexString());
            try (LedgeredJob next = LedgeredJob.start(goingOn, second, 2)) {
                next.read(0, 3);
                next.read(1, 1);
                next.checkpoint(1);
                next.complete(1);
            }
            former.read(0, 1);
            former.checkpoint(2);
            assertThatThrownBy(() -> former.complete(2))
                    .isInstanceOf(LedgerException.class)
                    .hasMessageContaining("those of lineage " + second.toHexString())
                    .hasMessageContaining("goingOnFrom(\"" + second.toHexString() + "\")");
        }
        assertThat(Event.rows()).containsExactly("0|0", "0|1", "0|2", "1|0");
    }

    @Test
    void aStateOfAnotherLineageIsRefusedUnlessItIsToldToGoOn() throws Exception {
        Checkpoint old;
        try (LedgeredJob job = LedgeredJob.start(Event.rollingSink(), first, 1)) {
            old = job.checkpoint(1);
            job.complete(1);
            job.read(0, 1);
            job.checkpoint(2);
            job.complete(2);
        }
        try (LedgeredJob job = LedgeredJob.restore(Event.rollingSink(), second, 1, old)) {
            job.read(0, 2);
            job.checkpoint(3);
            job.complete(3);
        }
        JobID third = new JobID();
        assertThatThrownBy(() -> LedgeredJob.restore(Event.rollingSink(), third, 1, old))
                .isInstanceOf(LedgerException.class)
                .hasMessageContaining("goingOnFrom(\"" + second.toHexString() + "\")");
        LedgeredRows<Event> goingOn = Event.rollingSink().goingOnFrom(second.toHexString());
        try (LedgeredJob job = LedgeredJob.restore(goingOn, third, 2, old)) {
            job.read(0, 3);
            job.checkpoint(2);
            job.complete(2);
        }
        assertThat(Event.rows()).containsExactly("0|0", "0|1", "0|2");
    }

    /** Its partitions are at their end, and it has no state to know its lineage by. */
    @Test
    void aSubtaskWithoutStateMayStandByAndLeavesNoTrace() throws Exception {
        Checkpoint checkpoint;
        try (LedgeredJob job = LedgeredJob.start(Event.rollingSink(), first, 1)) {
            job.read(0, 1);
            checkpoint = job.checkpoint(1);
            job.complete(1);
        }
        Checkpoint ofNoState;
        try (LedgeredJob job = LedgeredJob.start(Event.rollingSink(), second, 1)) {
            ofNoState = job.checkpoint(2);
            job.complete(2);
            assertThatThrownBy(() -> job.read(1, 1)).isInstanceOf(LedgerException.class);
        }
        LedgeredJob.restore(Event.rollingSink(), second, 1, ofNoState).close();
        try (LedgeredJob job = LedgeredJob.restore(Event.rollingSink(), second, 1, checkpoint)) {
            job.read(0, 1);
            job.checkpoint(2);
            job.complete(2);
        }
        assertThat(Event.rows()).containsExactly("0|0", "0|1");
    }

    /** What is not there can't be locked, so it is put there first. */
    @Test
    void twoFirstCommitsOfOnePartitionDoNotPassEachOther() throws Exception {
        try (LedgeredJob job = LedgeredJob.start(Event.rollingSink(), first, 2)) {
            job.write(0, new Event(0, 3));
            job.write(1, new Event(0, 2));
            job.write(1, new Event(0, 7));
            job.checkpoint(1);
            List<Throwable> failures = new ArrayList<>();
            try (Connection gate = TestDatabase.address().open();
                    Statement statement = gate.createStatement()) {
                // Both have read what is kept, if nothing holds them before, and wait here.
                gate.setAutoCommit(false);
                statement.execute("LOCK TABLE events IN SHARE MODE");
                List<Thread> threads = new ArrayList<>();
                for (int subtask = 0; subtask < 2; subtask++) {
                    int mine = subtask;
                    Thread thread =
                            new Thread(
                                    () -> {
                                        try {
                                            job.complete(1, mine);
                                        } catch (Throwable failed) {
                                            synchronized (failures) {
                                                failures.add(failed);
                                            }
                                        }
                                    });
                    threads.add(thread);
                    thread.start();
                    int waiting = subtask + 1;
                    await().atMost(Duration.ofMinutes(1)).until(() -> waiting() == waiting);
                }
                gate.rollback();
                for (Thread thread : threads) {
                    thread.join();
                }
            }
            assertThat(failures).singleElement().isInstanceOf(LedgerException.class);
        }
        assertThat(Event.rows()).containsExactly("0|3");
    }

    private static int waiting() throws Exception {
        return Integer.parseInt(
                TestDatabase.rows("SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted")
                        .get(0));
    }
}
