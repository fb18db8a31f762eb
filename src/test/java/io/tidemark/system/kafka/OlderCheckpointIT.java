package io.tidemark.system.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.operators.sink.kafka.OlderCheckpointException;
import io.tidemark.system.OnRealParts;
import io.tidemark.system.RealParts;
import io.tidemark.system.kafka.SinkTask.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.TransactionState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Which checkpoints a writer takes: an older one is refused, by all writers, and a healthy restart
 * never is.
 */
@ExtendWith(OnRealParts.class)
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class OlderCheckpointIT {

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
    void whatOneSubtaskMayNotRepeatNoneAborts(RealParts parts) throws Exception {
        Outlet outlet = Outlet.on(parts);
        List<Snapshot> one = new ArrayList<>();
        List<Snapshot> two = new ArrayList<>();
        try (SinkTask<?> first = SinkTask.fresh(outlet.sink(), 0, 2);
                SinkTask<?> second = SinkTask.fresh(outlet.sink(), 1, 2)) {
            for (SinkTask<?> task : List.of(first, second)) {
                one.add(task.write("a").snapshot(1));
                task.complete(1);
                two.add(task.write("b").snapshot(2));
            }
            // The second is killed before it commits.
            first.complete(2);
        }
        assertThat(outlet.describe(1, 2).state())
                .as("inconclusive: nothing is to be lost")
                .isEqualTo(TransactionState.ONGOING);

        for (int subtask = 0; subtask < 2; subtask++) {
            int refused = subtask;
            assertThatThrownBy(() -> SinkTask.start(outlet.sink(), refused, 2, one.get(refused)))
                    .isInstanceOf(OlderCheckpointException.class)
                    .hasMessageContainingAll(
                            outlet.transactionalId(0, 2),
                            "savepoint of a stop that was interrupted",
                            "names its path");
        }
        for (int subtask = 0; subtask < 2; subtask++) {
            SinkTask.start(outlet.sink(), subtask, 2, two.get(subtask)).close();
        }
        outlet.awaitVisible(List.of("a", "a", "b", "b"));
    }

    @Test
    void whatOneSinkMayNotRepeatNoneAborts(RealParts parts) throws Exception {
        Outlet outlet = Outlet.on(parts);
        Snapshot one;
        Snapshot two;
        try (SinkTask<?> sink = SinkTask.fresh(outlet.sink(), 0, 1);
                SinkTask<?> other = SinkTask.fresh(outlet.otherSink(), 0, 1)) {
            sink.write("a").snapshot(1);
            sink.complete(1);
            one = other.write("b").snapshot(1);
            other.complete(1);
            sink.write("c").snapshot(2);
            two = other.write("d").snapshot(2);
            sink.complete(2);
        }
        assertThat(outlet.visible()).containsExactlyInAnyOrder("a", "b", "c");

        assertThatThrownBy(() -> SinkTask.restored(outlet.otherSink(), one))
                .isInstanceOf(OlderCheckpointException.class)
                .hasMessageContainingAll(
                        "checkpoint 1 is older than 2",
                        "another sink",
                        outlet.transactionalId(0, 2));
        // The same after the job got another name.
        String name = outlet.job();
        assertThatThrownBy(
                        () -> SinkTask.restored(outlet.asJob(name + "-renamed").otherSink(), one))
                .isInstanceOf(OlderCheckpointException.class)
                .hasMessageContaining("checkpoint 1 is older than 2");
        SinkTask.restored(outlet.asJob(name).otherSink(), two).close();
        outlet.awaitVisible(List.of("a", "b", "c", "d"));
    }

    @Test
    void aSavepointWhoseNumberWasUsedAgainIsRefused(RealParts parts) throws Exception {
        Outlet outlet = Outlet.on(parts);
        Snapshot one;
        Snapshot savepoint;
        Snapshot three;
        try (SinkTask<?> task = SinkTask.fresh(outlet.sink(), 0, 1)) {
            one = task.write("a").snapshot(1);
            task.complete(1);
            // It does not stop the job, and nothing was written since the checkpoint.
            savepoint = task.snapshot(2);
        }
        try (SinkTask<?> task = SinkTask.restored(outlet.sink(), one)) {
            three = task.write("b").snapshot(3);
            task.complete(3);
        }
        assertThat(outlet.describe(0, 2).state())
                .as("inconclusive: the number was not used again")
                .isEqualTo(TransactionState.COMPLETE_COMMIT);

        assertThatThrownBy(() -> SinkTask.restored(outlet.sink(), savepoint))
                .isInstanceOf(OlderCheckpointException.class)
                .hasMessageContainingAll(
                        "checkpoint 2 is a savepoint",
                        '"' + outlet.topic() + '"',
                        outlet.transactionalId(0, 2) + " was empty in this savepoint",
                        "--allow-older-checkpoint");
        SinkTask.restored(outlet.sink(), three).close();
        SinkTask.restored(outlet.allowingOlderCheckpoints().sink(), savepoint).close();
        assertThat(outlet.visible()).containsExactly("a", "b");
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

    /**
     * A checkpoint of this number of a sink that wrote nothing, for whoever wants to start there.
     */
    private static Snapshot emptyCheckpoint(Outlet elsewhere, long checkpoint) throws Exception {
        try (SinkTask<?> task = SinkTask.fresh(elsewhere.sink(), 0, 1)) {
            return task.snapshot(checkpoint);
        }
    }
}
