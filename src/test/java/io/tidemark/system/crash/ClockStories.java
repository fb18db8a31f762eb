package io.tidemark.system.crash;

import io.tidemark.system.process.ChildProcess;
import io.tidemark.system.process.FlinkCluster;
import io.tidemark.system.process.MovableClock;
import java.time.Duration;
import java.time.Instant;

/** The clock of a process is wrong. */
final class ClockStories {

    private ClockStories() {}

    /**
     * The clock of one of the TaskManagers jumps forth and back: further than any timeout of a
     * client, and less than the hour that a broker bears between its clock and that of a record.
     */
    static Ending jump(Stage stage) throws Exception {
        MovableClock clock = MovableClock.in(stage.installation().directory(stage.name()));
        stage.installation().cluster().killAllBut(1);
        ChildProcess jumping = stage.installation().cluster().startTaskManager(clock.environment());
        try {
            // Every slot is taken, so this TaskManager has its share.
            stage.installation().cluster().keep(2);
            Stories.begin(stage, 2 * FlinkCluster.SLOTS);
            clock.move("+40m");
            feedUntilItIsAhead(stage, jumping, Duration.ofMinutes(40));
            stage.job().checkpoint();
            stage.recovered();
            clock.move("-40m");
            feedUntilItIsAhead(stage, jumping, Duration.ofMinutes(-40));
            stage.finish();
        } finally {
            jumping.kill();
        }
        return Ending.ended();
    }

    /** Until entries have passed in a process whose clock is ahead by so much. */
    private static void feedUntilItIsAhead(Stage stage, ChildProcess process, Duration by)
            throws Exception {
        Duration off;
        do {
            stage.feedThrough(50);
            Instant clock =
                    stage.installation()
                            .faults()
                            .clockOf(process.pid(), stage.name())
                            .orElseThrow(() -> new AssertionError("inconclusive: it has no part"));
            off = Duration.between(Instant.now().plus(by), clock).abs();
        } while (off.compareTo(Duration.ofMinutes(10)) > 0);
        stage.faultHappened("clock off by " + by);
    }
}
