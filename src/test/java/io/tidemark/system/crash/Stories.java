package io.tidemark.system.crash;

import io.tidemark.system.fault.Act;
import io.tidemark.system.fault.FaultControl.Fired;
import io.tidemark.system.fault.Faults;
import io.tidemark.system.fault.Point;
import io.tidemark.system.process.ClusterJob.Checkpoint;
import java.time.Duration;
import org.awaitility.Awaitility;

/** What happens to a job at each point. */
final class Stories {

    private Stories() {}

    /** A job that has a checkpoint behind it, and entries since. */
    private static void begin(Stage stage) throws Exception {
        stage.start().run();
        stage.feedThrough(200);
        stage.job().checkpoint();
        stage.feedThrough(100);
    }

    static void beforeTheFirstCheckpoint(Stage stage) throws Exception {
        stage.start().run();
        stage.feedThrough(200);
        stage.killTaskManager(0);
    }

    static void taskManagerKilled(Stage stage) throws Exception {
        begin(stage);
        stage.killTaskManager(1);
    }

    static void jobManagerKilled(Stage stage) throws Exception {
        begin(stage);
        stage.killJobManager();
    }

    /** The process is gone when a checkpoint comes to this point. */
    static Cell.Story taskManagerGoneAt(Point point) {
        return taskManagerGoneAt(point, Faults.ANY);
    }

    /** The same for one subtask, while the others get past it. */
    static Cell.Story taskManagerGoneAt(Point point, int subtask) {
        return stage -> {
            begin(stage);
            stage.installation().faults().arm(point, Act.HALT, subtask);
            stage.job().triggerCheckpoint();
            stage.awaitFired(point);
            stage.installation().cluster().startTaskManager();
        };
    }

    /** An exception when a checkpoint comes to this point. */
    static Cell.Story exceptionAt(Point point) {
        return stage -> {
            begin(stage);
            stage.arm(point, Act.THROW);
            stage.job().triggerCheckpoint();
            stage.awaitFired(point);
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
        };
    }

    /** The source has written down how far it is, the barrier has not come to the sink. */
    static void sourcePastTheBarrier(Stage stage) throws Exception {
        begin(stage);
        stage.arm(Point.RECORD, Act.HOLD);
        stage.journal().write(100);
        Fired held = stage.installation().faults().awaitFired(Point.RECORD);
        stage.job().triggerCheckpoint();
        Awaitility.await("inconclusive: the source has not acknowledged")
                .atMost(Duration.ofSeconds(30))
                .until(() -> stage.job().checkpoints().stream().anyMatch(Stories::isHalfWay));
        stage.faultHappened();
        stage.installation().cluster().taskManager(held.pid()).kill();
        stage.installation().cluster().startTaskManager();
    }

    private static boolean isHalfWay(Checkpoint checkpoint) {
        return checkpoint.status().equals("IN_PROGRESS") && checkpoint.acknowledged() > 0;
    }
}
