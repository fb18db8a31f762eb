package io.tidemark.system.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.operators.sink.kafka.OlderCheckpointException;
import io.tidemark.system.OnRealParts;
import io.tidemark.system.RealParts;
import io.tidemark.system.kafka.SinkTask.Snapshot;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.TransactionState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * What a writer finds when it starts: an older checkpoint is refused and a healthy restart never
 * is, and what nobody will commit stands before no reader.
 */
@ExtendWith(OnRealParts.class)
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class WriterStartIT {

    /** At most one checkpoint and ten seconds; here no checkpoint is needed. */
    private static final Duration SOON = Duration.ofSeconds(10);

    @Test
    void anOlderCheckpointIsRefusedByName(RealParts parts) throws Exception {
        Outlet outlet = Outlet.on(parts);
        Snapshot one;
        Snapshot three;
        try (SinkTask<?> task = SinkTask.fresh(outlet.sink(), 0, 1)) {
            one = task.write("a").snapshot(1);
            task.complete(1);
            task.write("b").snapshot(2);
            task.complete(2);
            three = task.write("c").snapshot(3);
            task.complete(3);
        }
        // Twice: a refusal must not wipe out what it is founded on.
        for (int attempt = 1; attempt <= 2; attempt++) {
            assertThatThrownBy(() -> SinkTask.restored(outlet.sink(), one))
                    .isInstanceOf(OlderCheckpointException.class)
                    .hasMessageStartingWith(
                            "checkpoint 1 is older than 3, whose records are already visible in topic \""
                                    + outlet.topic()
                                    + '"')
                    .hasMessageContainingAll(
                            outlet.transactionalId(0, 3),
                            "Restore checkpoint 3",
                            "--allow-older-checkpoint");
        }
        SinkTask.restored(outlet.sink(), three).close();
        assertThat(outlet.visible()).containsExactly("a", "b", "c");
    }

    @Test
    void anOlderCheckpointGoesOnWhereThisIsAllowedAndOnlyOnce(RealParts parts) throws Exception {
        Outlet outlet = Outlet.on(parts);
        Snapshot one;
        try (SinkTask<?> task = SinkTask.fresh(outlet.sink(), 0, 1)) {
            one = task.write("a").snapshot(1);
            task.complete(1);
            for (int checkpoint = 2; checkpoint <= 4; checkpoint++) {
                task.write("b" + checkpoint).snapshot(checkpoint);
                task.complete(checkpoint);
            }
        }
        Snapshot two;
        try (SinkTask<?> task = SinkTask.restored(outlet.allowingOlderCheckpoints().sink(), one)) {
            two = task.write("B2").snapshot(2);
            task.complete(2);
        }
        // From here on its own checkpoints are the newest, also for who does not allow older ones.
        try (SinkTask<?> task = SinkTask.restored(outlet.refusingOlderCheckpoints().sink(), two)) {
            task.write("c").snapshot(3);
            task.complete(3);
        }
        outlet.awaitVisible(List.of("a", "b2", "b3", "b4", "B2", "c"));
        assertThatThrownBy(() -> SinkTask.restored(outlet.sink(), one))
                .isInstanceOf(OlderCheckpointException.class);
    }

    @Test
    void whatWasOpenOrAbortedBeyondTheCheckpointIsNoReasonToRefuse(RealParts parts)
            throws Exception {
        Outlet outlet = Outlet.on(parts);
        Snapshot one;
        try (SinkTask<?> task = SinkTask.fresh(outlet.sink(), 0, 1)) {
            one = task.write("a").snapshot(1);
            task.complete(1);
        }
        for (int attempt = 1; attempt <= 3; attempt++) {
            try (SinkTask<?> task = SinkTask.restored(outlet.sink(), one)) {
                // Checkpoints 2 and 3 never complete: some other task did not answer.
                task.write("lost" + attempt).snapshot(2);
                task.write("lost too").snapshot(3);
                task.write("and this");
            }
            outlet.leaveOpen(0, 4, "killed before it could abort");
            assertThat(outlet.hidesRecords()).isTrue();
        }
        try (SinkTask<?> task = SinkTask.restored(outlet.sink(), one)) {
            outlet.awaitNothingHidden(SOON);
            task.write("b").snapshot(4);
            task.complete(4);
        }
        outlet.awaitVisible(List.of("a", "b"));
    }

    @Test
    void aCheckpointThatNeverReachedTheWriterLeavesItsTransactionToTheNext(RealParts parts)
            throws Exception {
        Outlet outlet = Outlet.on(parts);
        Snapshot four;
        try (SinkTask<?> task = SinkTask.fresh(outlet.sink(), 0, 1)) {
            task.write("a").snapshot(1);
            task.complete(1);
            four = task.write("b").snapshot(4);
            task.complete(4);
        }
        assertThat(outlet.describe(0, 2).state()).isEqualTo(TransactionState.COMPLETE_COMMIT);
        SinkTask.restored(outlet.sink(), four).close();
    }

    @Test
    void aNewLifeUnderTheSameNameIsNotJudgedByTheOldOne(RealParts parts) throws Exception {
        Outlet outlet = Outlet.on(parts);
        // An earlier life whose first names the broker has forgotten: it begins at checkpoint 7.
        Snapshot six = emptyCheckpoint(Outlet.on(parts), 6);
        try (SinkTask<?> old = SinkTask.restored(outlet.sink(), six)) {
            for (int checkpoint = 7; checkpoint <= 9; checkpoint++) {
                old.write("old" + checkpoint).snapshot(checkpoint);
                old.complete(checkpoint);
            }
        }
        Snapshot one;
        try (SinkTask<?> task = SinkTask.fresh(outlet.sink(), 0, 1)) {
            one = task.write("new").snapshot(1);
            task.complete(1);
        }
        try (SinkTask<?> task = SinkTask.restored(outlet.sink(), one)) {
            task.write("more").snapshot(2);
            task.complete(2);
        }
        outlet.awaitVisible(List.of("old7", "old8", "old9", "new", "more"));
    }

    @Test
    void aSubtaskBehindAGapIsClearedAwayAfterARescale(RealParts parts) throws Exception {
        Outlet outlet = Outlet.on(parts);
        Snapshot one;
        try (SinkTask<?> task = SinkTask.fresh(outlet.sink(), 0, 1)) {
            one = task.write("a").snapshot(1);
            task.complete(1);
        }
        // Of four, the second and third never came up; the last wrote.
        outlet.leaveOpen(3, 2, "never");
        assertThat(outlet.hidesRecords()).isTrue();

        try (SinkTask<?> task = SinkTask.restored(outlet.sink(), one)) {
            outlet.awaitNothingHidden(SOON);
        }
        outlet.awaitVisible(List.of("a"));
    }

    @Test
    void aCrashedRunIsClearedAwayByANewLifeThatStartsFurtherBack(RealParts parts) throws Exception {
        Outlet outlet = Outlet.on(parts);
        outlet.leaveOpen(0, 7, "never");
        outlet.leaveOpen(5, 3, "never");
        assertThat(outlet.hidesRecords()).isTrue();

        try (SinkTask<?> task = SinkTask.fresh(outlet.sink(), 0, 1)) {
            outlet.awaitNothingHidden(SOON);
        }
    }

    @Test
    void whatALivingSubtaskWritesIsLeftAlone(RealParts parts) throws Exception {
        Outlet outlet = Outlet.on(parts);
        try (SinkTask<?> first = SinkTask.fresh(outlet.sink(), 0, 2)) {
            first.write("a");
            try (SinkTask<?> second = SinkTask.fresh(outlet.sink(), 1, 2)) {
                second.write("b").snapshot(1);
                second.complete(1);
            }
            first.snapshot(1);
            first.complete(1);
        }
        outlet.awaitVisible(List.of("a", "b"));
    }

    @Test
    void aChangedNameClearsAwayWhatTheOldOneLeft(RealParts parts) throws Exception {
        Outlet outlet = Outlet.on(parts);
        Snapshot one;
        try (SinkTask<?> old = SinkTask.fresh(outlet.sink(), 0, 1)) {
            one = old.write("a").snapshot(1);
            old.complete(1);
        }
        outlet.leaveOpen(0, 2, "never");
        outlet.leaveOpen(2, 4, "never");
        assertThat(outlet.hidesRecords()).isTrue();

        try (SinkTask<?> task =
                SinkTask.restored(outlet.asJob(outlet.job() + "-renamed").sink(), one)) {
            outlet.awaitNothingHidden(SOON);
            task.write("b").snapshot(2);
            task.complete(2);
        }
        outlet.awaitVisible(List.of("a", "b"));
    }

    /**
     * A checkpoint of this number of a sink that wrote nothing, for whoever wants to start there.
     */
    private static Snapshot emptyCheckpoint(Outlet elsewhere, long checkpoint) throws Exception {
        try (SinkTask<?> task = SinkTask.fresh(elsewhere.sink(), 0, 1)) {
            return task.snapshot(checkpoint);
        }
    }
}
