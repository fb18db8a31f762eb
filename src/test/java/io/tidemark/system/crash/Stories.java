package io.tidemark.system.crash;

import io.tidemark.operators.source.ReadUntil;
import io.tidemark.system.crash.JournalLog.Gone;
import io.tidemark.system.fault.Act;
import io.tidemark.system.fault.FaultControl;
import io.tidemark.system.fault.FaultControl.Fired;
import io.tidemark.system.fault.Point;
import io.tidemark.system.process.ChildProcess;
import io.tidemark.system.process.ClusterJob.Checkpoint;
import java.time.Duration;
import org.awaitility.Awaitility;

/** What happens to a job at each point, whatever its sink. */
final class Stories {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private Stories() {}

    /** A job that has a checkpoint behind it, and entries since. */
    static void begin(Stage stage) throws Exception {
        begin(stage, 2);
    }

    static void begin(Stage stage, int parallelism) throws Exception {
        stage.start().parallelism(parallelism).run();
        stage.feedThrough(200);
        stage.job().checkpoint();
        stage.feedThrough(100);
    }

    static Ending beforeTheFirstCheckpoint(Stage stage) throws Exception {
        stage.start().run();
        stage.feedThrough(200);
        stage.killTaskManager(0);
        return Ending.goesOn();
    }

    /** Nothing has come since the checkpoint: what is lost was promised by it. */
    static Ending killedRightBehindACheckpoint(Stage stage) throws Exception {
        stage.start().run();
        stage.feedThrough(205);
        stage.job().checkpoint();
        stage.killTaskManager(0);
        return Ending.goesOn();
    }

    static Ending taskManagerKilled(Stage stage) throws Exception {
        begin(stage);
        stage.killTaskManager(1);
        return Ending.goesOn();
    }

    static Ending jobManagerKilled(Stage stage) throws Exception {
        begin(stage);
        stage.killJobManager();
        return Ending.goesOn();
    }

    /**
     * At this point it is taken for dead, its work is done elsewhere, and then it wakes and goes on
     * into what comes behind the point.
     */
    static Cell.Story zombieAt(Point point) {
        return stage -> {
            begin(stage);
            FaultControl faults = stage.installation().faults();
            faults.arm(point, Act.STALL, 1);
            stage.job().triggerCheckpoint();
            Fired stalled = stage.awaitFired(point);
            ChildProcess zombie = stage.installation().cluster().taskManager(stalled.pid());
            zombie.pause();
            try {
                faults.release(point);
                Awaitility.await("inconclusive: the paused TaskManager was not taken for dead")
                        .atMost(PATIENCE)
                        .until(() -> stage.job().restarts() > 0);
                stage.feedThrough(50);
                stage.job().checkpoint();
                stage.recovered();
            } finally {
                zombie.resume();
            }
            faults.awaitGoneOn(point);
            String end = faults.awaitOutcome(point, zombie::isAlive).orElse("its process ended");
            stage.faultHappened("woken and gone on: " + end);
            stage.feedThrough(50);
            return Ending.goesOn();
        };
    }

    static Ending brokerKilled(Stage stage) throws Exception {
        begin(stage);
        stage.installation().broker().kill();
        stage.faultHappened("broker killed");
        stage.installation().broker().restart();
        return Ending.goesOn();
    }

    /** The process is gone when a checkpoint comes to this point. */
    static Cell.Story taskManagerGoneAt(Point point) {
        return stage -> {
            begin(stage);
            stage.arm(point, Act.HALT);
            stage.job().triggerCheckpoint();
            stage.awaitFired(point);
            stage.installation().cluster().startTaskManager();
            return Ending.goesOn();
        };
    }

    /** One subtask has committed when the process of the other goes, which has not. */
    static Ending oneOfTwoSubtasksCommitted(Stage stage) throws Exception {
        begin(stage);
        Fired pending = holdOneCommit(stage, 1, () -> stage.job().triggerCheckpoint());
        stage.installation().cluster().taskManager(pending.pid()).kill();
        stage.installation().cluster().startTaskManager();
        return Ending.goesOn();
    }

    /** Holds the commit of one subtask until that of the first subtask has happened. */
    static Fired holdOneCommit(Stage stage, int subtask, Runnable trigger) {
        FaultControl faults = stage.installation().faults();
        faults.arm(Point.COMMIT, Act.HOLD, subtask);
        faults.arm(Point.COMMITTED, Act.PASS, 0);
        trigger.run();
        stage.awaitFired(Point.COMMITTED);
        return stage.awaitFired(Point.COMMIT);
    }

    /** An exception when a checkpoint comes to this point. */
    static Cell.Story exceptionAt(Point point) {
        return stage -> {
            begin(stage);
            stage.arm(point, Act.THROW);
            stage.job().triggerCheckpoint();
            stage.awaitFired(point);
            return Ending.goesOn();
        };
    }

    static Cell.Story jobManagerGoneAt(Point point) {
        return stage -> {
            begin(stage);
            stage.arm(point, Act.HALT);
            stage.job().triggerCheckpoint();
            stage.awaitFired(point);
            stage.installation().cluster().jobManager().awaitEnd();
            stage.installation().cluster().startJobManager();
            return Ending.goesOn();
        };
    }

    /** The source has written down how far it is, the barrier has not come to the sink. */
    static Ending sourcePastTheBarrier(Stage stage) throws Exception {
        begin(stage);
        stage.arm(Point.RECORD, Act.HOLD);
        stage.journal().write(100);
        Fired held = stage.installation().faults().awaitFired(Point.RECORD);
        stage.job().triggerCheckpoint();
        Awaitility.await("inconclusive: the source has not acknowledged")
                .atMost(PATIENCE)
                .until(() -> stage.job().checkpoints().stream().anyMatch(Stories::isHalfWay));
        stage.faultHappened("the source has acknowledged, the sink has not");
        stage.installation().cluster().taskManager(held.pid()).kill();
        stage.installation().cluster().startTaskManager();
        return Ending.goesOn();
    }

    private static boolean isHalfWay(Checkpoint checkpoint) {
        return checkpoint.status().equals("IN_PROGRESS") && checkpoint.acknowledged() > 0;
    }

    /** What was written after the savepoint is written again, and then once more. */
    static Ending sameCheckpointRestoredTwice(Stage stage) throws Exception {
        begin(stage);
        String savepoint = stage.stop();
        stage.start().from(savepoint).run();
        stage.feedThrough(100);
        stage.job().cancel();
        stage.faultHappened("cancelled 100 entries behind the savepoint");
        stage.start().from(savepoint).run();
        return Ending.goesOn();
    }

    /**
     * From one parallelism to the next, each time cancelled with entries behind a checkpoint. The
     * last of subtasks that are to be gone leaves open what it has.
     */
    static Cell.Story rescaled(int first, int... others) {
        return stage -> {
            begin(stage, first);
            int before = first;
            for (int parallelism : others) {
                String checkpoint = stage.newestCheckpoint();
                if (parallelism < before) {
                    cancelWithoutClosing(stage, before - 1);
                } else {
                    stage.job().cancel();
                    stage.faultHappened("cancelled");
                }
                before = parallelism;
                stage.start().parallelism(parallelism).from(checkpoint).run();
                int subtasks = stage.job().parallelismOf(Scene.SINK);
                if (subtasks != parallelism) {
                    throw new AssertionError("inconclusive: the sink runs at " + subtasks);
                }
                stage.faultHappened("runs at " + subtasks);
                stage.feedThrough(60);
                stage.job().checkpoint();
                stage.recovered();
                stage.feedThrough(60);
            }
            return Ending.goesOn();
        };
    }

    /**
     * From 4 to 2 when the second of the 4 never came up: who asks for names one by one, as the
     * connector does, takes it for the last of those that are gone.
     */
    static Ending rescaledBehindAGap(Stage stage) throws Exception {
        begin(stage, 1);
        String checkpoint = stage.cancelAndKeepCheckpoint();
        stage.installation().faults().arm(Point.START, Act.HOLD, 1);
        stage.start().parallelism(4).from(checkpoint).submit();
        stage.awaitFired(Point.START);
        stage.journal().write(100);
        cancelWithoutClosing(stage, 3);
        stage.start().parallelism(2).from(checkpoint).run();
        return Ending.goesOn();
    }

    /**
     * Cancels the job; the process of one of its subtasks is killed and closes nothing. If the sink
     * writes a log, what that subtask has left stands before the readers then.
     */
    static void cancelWithoutClosing(Stage stage, int subtask) {
        boolean log = !stage.outside().logEnds(stage.installation(), stage.name()).isEmpty();
        if (log) {
            TransactionStories.awaitOpen(stage, subtask);
        }
        ChildProcess killed =
                stage.installation()
                        .cluster()
                        .taskManager(stage.job().taskManagerOf(Scene.SINK, subtask));
        // Paused, it can't close; and once the job is being cancelled, it can't be restarted.
        killed.pause();
        stage.job().beginCancel();
        killed.kill();
        stage.job().awaitState("CANCELED");
        stage.installation().cluster().startTaskManager();
        if (log) {
            TransactionStories.requireReadersHeldUp(stage, subtask);
        }
        stage.faultHappened("cancelled without a close of subtask " + subtask);
    }

    /** From 4 to 2 when the last of the 4 has not committed what a checkpoint holds of it. */
    static Ending rescaledWithACommitPending(Stage stage) throws Exception {
        begin(stage, 4);
        holdOneCommit(stage, 3, () -> stage.job().triggerCheckpoint());
        String checkpoint = stage.cancelAndKeepCheckpoint();
        stage.start().parallelism(2).from(checkpoint).run();
        return Ending.goesOn();
    }

    static Ending stoppedWithSavepoint(Stage stage) throws Exception {
        begin(stage);
        String savepoint = stage.stop();
        stage.faultHappened("stopped");
        stage.journal().write(100);
        stage.start().from(savepoint).run();
        return Ending.goesOn();
    }

    /**
     * A bounded run that fails at the end of its input, when its sink first comes to this point.
     */
    static Cell.Story endOfInput(Point point) {
        return stage -> {
            stage.journal().write(300);
            stage.arm(point, Act.THROW);
            stage.start().reading(stage.source(ReadUntil.endOfLog())).submit();
            stage.awaitFired(point);
            stage.job().awaitState("FINISHED");
            return Ending.ended();
        };
    }

    static Ending poison(Stage stage) throws Exception {
        begin(stage);
        stage.journal().writePoison();
        stage.faultHappened("poison written");
        stage.feedThrough(50);
        return Ending.goesOn();
    }

    /** The source's next entries are gone: the job must say so and not skip them. */
    static Ending offsetsDeleted(Stage stage) throws Exception {
        begin(stage);
        String savepoint = stage.stop();
        int seen = stage.journal().size();
        stage.journal().write(200);
        Gone gone = stage.log().deleteUnread(20);
        stage.faultHappened("offsets " + gone.first() + " to " + gone.last() + " deleted");
        stage.start().from(savepoint).submit();
        stage.awaitRefusal(
                "MissingLogRangeException", "offsets " + gone.first() + " to " + gone.last());
        return Ending.goneAfter(seen);
    }
}
