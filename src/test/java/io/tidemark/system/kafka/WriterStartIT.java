package io.tidemark.system.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.system.OnRealParts;
import io.tidemark.system.RealParts;
import io.tidemark.system.kafka.SinkTask.Snapshot;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a writer finds when it starts: what nobody will commit stands before no reader. */
@ExtendWith(OnRealParts.class)
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class WriterStartIT {

    /** At most one checkpoint and ten seconds; here no checkpoint is needed. */
    private static final Duration SOON = Duration.ofSeconds(10);

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

    @Test
    void aChangedNameClearsAwayWhatTheOldOneLeftWhereverItsStateGoes(RealParts parts)
            throws Exception {
        Outlet outlet = Outlet.on(parts);
        Snapshot one;
        try (SinkTask<?> old = SinkTask.fresh(outlet.sink(), 0, 1)) {
            one = old.write("a").snapshot(1);
            old.complete(1);
        }
        // By its number, the third of four would answer for it; but it gets no state.
        outlet.leaveOpen(2, 2, "never");
        outlet.leaveOpen(7, 3, "never");
        assertThat(outlet.hidesRecords()).isTrue();

        try (SinkTask<?> task =
                SinkTask.start(outlet.asJob(outlet.job() + "-renamed").sink(), 0, 4, one)) {
            outlet.awaitNothingHidden(SOON);
        }
        outlet.awaitVisible(List.of("a"));
    }
}
