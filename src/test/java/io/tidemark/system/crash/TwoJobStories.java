package io.tidemark.system.crash;

import io.tidemark.system.fault.Act;
import io.tidemark.system.fault.Point;
import io.tidemark.system.process.ClusterJob;
import io.tidemark.system.process.Loss;
import io.tidemark.system.process.LossyProxy;
import io.tidemark.system.process.LostSql;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/** Two jobs that live at the same time, started from one checkpoint. */
final class TwoJobStories {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private TwoJobStories() {}

    /** Each has a process of its own. */
    private record Two(ClusterJob first, ClusterJob second) {

        List<ClusterJob> both() {
            return List.of(first, second);
        }
    }

    /** Both have the same entries in their hands, and neither has cut a checkpoint. */
    private static Two fromOneCheckpoint(Stage stage) throws Exception {
        String checkpoint = checkpoint(stage, 1);
        Two two =
                new Two(
                        from(checkpoint, stage, "first").parallelism(1).run(),
                        from(checkpoint, stage, "second").parallelism(1).run());
        if (taskManager(two.first()).equals(taskManager(two.second()))) {
            throw new AssertionError("inconclusive: both run in one process");
        }
        feedThroughBoth(stage);
        return two;
    }

    /** Where both can start; there are entries behind it. */
    private static String checkpoint(Stage stage, int parallelism) throws Exception {
        Stories.begin(stage, parallelism);
        stage.awaitSeen(200);
        return stage.cancelAndKeepCheckpoint();
    }

    private static Launch from(String checkpoint, Stage stage, String which) {
        return stage.start().noting(place(stage, which)).from(checkpoint);
    }

    private static void feedThroughBoth(Stage stage) throws Exception {
        Set<String> ids =
                stage.journal().write(100).stream().map(Entry::id).collect(Collectors.toSet());
        awaitPassed(stage, "first", ids);
        awaitPassed(stage, "second", ids);
    }

    private static String place(Stage stage, String which) {
        return stage.name() + "-" + which;
    }

    private static void awaitPassed(Stage stage, String which, Set<String> ids) {
        Awaitility.await("entries counted by the " + which + " job")
                .atMost(PATIENCE)
                .until(
                        () ->
                                stage.installation()
                                        .faults()
                                        .passed(place(stage, which))
                                        .containsAll(ids));
    }

    private static String taskManager(ClusterJob job) {
        return job.taskManagerOf(Scene.SINK, 0);
    }

    /** What the second one writes is there already, and both go on. */
    static Ending nothingChanges(Stage stage) throws Exception {
        Two two = fromOneCheckpoint(stage);
        List<Integer> starts = two.both().stream().map(ClusterJob::restarts).toList();
        try (Feeding feeding = Feeding.of(stage.journal())) {
            for (int round = 0; round < 3; round++) {
                two.both().forEach(ClusterJob::checkpoint);
            }
        }
        if (!two.both().stream().map(ClusterJob::restarts).toList().equals(starts)) {
            throw new AssertionError(
                    "one has disturbed the other: "
                            + two.first().failure()
                            + two.second().failure());
        }
        stage.faultHappened("both have written the same entries");
        two.first().cancel();
        stage.start().from(stage.cancelAndKeepCheckpoint()).run();
        return Ending.goesOn();
    }

    /** Whoever commits second fails for good and leaves nothing; the other one goes on. */
    static Ending secondToCommitFails(Stage stage) throws Exception {
        Two two = fromOneCheckpoint(stage);
        two.both().forEach(ClusterJob::triggerCheckpoint);
        await(
                "the jobs do not disturb each other",
                () -> two.both().stream().anyMatch(TwoJobStories::hasFailed));
        boolean firstOne = hasFailed(two.first());
        ClusterJob failed = firstOne ? two.first() : two.second();
        requireRefused(failed);
        stage.faultHappened("the " + (firstOne ? "first" : "second") + " one refused");
        stage.plays(firstOne ? two.second() : two.first()).checkpoint();
        stage.start().from(stage.cancelAndKeepCheckpoint()).run();
        return Ending.goesOn();
    }

    private static void requireRefused(ClusterJob failed) {
        if (!failed.failure().contains("Another job was started from the same checkpoint")) {
            throw new AssertionError("the ledger has not refused it: " + failed.failure());
        }
    }

    /**
     * The transactions of their first commits, of different subtasks, are open at one moment, and
     * neither finds the other's entry. Both are written, and then each of the jobs is refused.
     */
    static Cell.Story firstCommitsMeet(DatabaseOutside outside, Then then) {
        return stage -> {
            String checkpoint = checkpoint(stage, 2);
            Loss commit = LostSql.request("COMMIT");
            try (LossyProxy proxy = WireStories.before(stage.installation().database(), commit)) {
                ClusterJob first =
                        from(checkpoint, stage, "first")
                                .into(WireStories.through(proxy, stage, outside))
                                .run();
                ClusterJob second = from(checkpoint, stage, "second").run();
                feedThroughBoth(stage);
                commit.armHolding();
                stage.installation().faults().arm(Point.COMMIT, Act.HOLD, 1);
                first.triggerCheckpoint();
                stage.awaitFired(Point.COMMIT);
                await("the first job's first subtask does not commit", commit::hasHappened);
                second.triggerCheckpoint();
                await(
                        "the second job's second subtask does not commit",
                        () -> hasEntered(stage, second, 1));
                commit.passOn();
                await("the commit has not got on", () -> hasEntered(stage, first, 0));
                stage.faultHappened("both have committed");
                second.awaitState("FAILED");
                requireRefused(second);
                stage.installation().faults().release(Point.COMMIT);
                first.awaitState("FAILED");
                requireRefused(first);
            } finally {
                commit.lose();
            }
            return then.after(stage, checkpoint);
        };
    }

    private static boolean hasEntered(Stage stage, ClusterJob job, int subtask) {
        return !stage.installation()
                .database()
                .rows(
                        ("SELECT 1 FROM tidemark_ledger"
                                        + " WHERE sink = '%s' AND job = '%s' AND subtask = %d")
                                .formatted(stage.name(), job.id(), subtask))
                .isEmpty();
    }

    private static void await(String what, Callable<Boolean> happened) {
        Awaitility.await("inconclusive: " + what).atMost(PATIENCE).until(happened);
    }

    /** Nothing is wrong in the table, and neither job nor a new one can go on from a checkpoint. */
    static Ending nobodyGoesOn(Stage stage, String common) {
        stage.start().from(stage.newestCheckpoint()).submit();
        stage.job().awaitState("FAILED");
        requireRefused(stage.job());
        stage.start().from(common).submit();
        stage.awaitFailure("but the ledger has committed checkpoint");
        return Ending.notPromised("both jobs are refused, and so is whoever goes on from them");
    }

    /** The positions tell what is in the table. */
    static Ending rolledForward(Stage stage, String common) {
        stage.start().from(common).run();
        return Ending.goesOn();
    }

    /** How it goes on after both have failed. */
    @FunctionalInterface
    interface Then {
        Ending after(Stage stage, String commonCheckpoint) throws Exception;
    }

    private static boolean hasFailed(ClusterJob job) {
        return job.state().filter("FAILED"::equals).isPresent();
    }
}
