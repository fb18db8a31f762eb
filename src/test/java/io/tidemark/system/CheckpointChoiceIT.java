package io.tidemark.system;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.util.ExceptionUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A job is started again from one of several checkpoints, at another parallelism or the same. */
@ExtendWith(OnRealParts.class)
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class CheckpointChoiceIT {

    private static final int RECORDS = 3000;

    private final long seed = OrderHistory.seed();
    private final String run = "seed " + seed;

    @Test
    void anOlderOneIsRefusedForGoodAndTheNewestGoesOn(RealParts parts) {
        Scene scene = scene(parts);
        Valve valve = Valve.holdingAfter(RECORDS / 3);
        RunningJob first = start(scene).checkpointsOnlyOnDemand().through(valve).start();
        valve.awaitHeld();
        String older = first.savepoint();
        valve.holdAfter(RECORDS * 2 / 3);
        valve.awaitHeld();
        first.checkpoint();
        // When this one is through, the results of the one before are visible.
        String newest = first.checkpoint();
        first.cancel();
        int visible = ReadCommitted.allButResults(parts, scene).ledger().size();
        assertThat(visible).as("inconclusive: nothing is visible").isPositive();

        // It may start again three times, but that would not help.
        RunningJob refused = start(scene).from(older).start();
        assertThat(ExceptionUtils.stringifyException(refused.awaitFailed()))
                .contains("OlderCheckpointException")
                .contains("is older than")
                .contains("whose records are already visible in topic")
                .contains("--allow-older-checkpoint");
        assertThat(refused.status()).isEqualTo(JobStatus.FAILED);

        start(scene).from(newest).start().awaitCaughtUp().drain();
        assertSameAsModel(parts, scene);
    }

    @Test
    void anOlderOneThatIsAllowedWritesAgainAndGoesOn(RealParts parts) {
        Scene scene = scene(parts);
        Valve valve = Valve.holdingAfter(RECORDS / 3);
        RunningJob first = start(scene).checkpointsOnlyOnDemand().through(valve).start();
        valve.awaitHeld();
        String older = first.savepoint();
        valve.holdAfter(RECORDS * 2 / 3);
        valve.awaitHeld();
        first.checkpoint();
        first.checkpoint();
        first.cancel();

        start(scene).from(older).with("--allow-older-checkpoint").start().awaitCaughtUp().drain();
        assertThat(ReadCommitted.all(parts, scene).accountedFor())
                .as("in, with repeats, %s", run)
                .isGreaterThan(scene.recordsIn());
    }

    @Test
    void aChainOfCancelledRunsAtAnyParallelismIsHealthy(RealParts parts) {
        Scene scene = scene(parts);
        String checkpoint = "";
        int[] parallelisms = {4, 2, 1, 3};
        for (int i = 0; i < parallelisms.length; i++) {
            Valve valve = Valve.holdingAfter(RECORDS / 6);
            JobStart start =
                    start(scene)
                            .checkpointsOnlyOnDemand()
                            .parallelism(parallelisms[i])
                            .through(valve);
            RunningJob job = (checkpoint.isEmpty() ? start : start.from(checkpoint)).start();
            valve.awaitHeld();
            checkpoint = job.checkpoint();
            // What is written from here on stands open when the job is cancelled.
            valve.holdAfter(RECORDS / 6 + 100);
            valve.awaitHeld();
            job.cancel();
        }
        start(scene)
                .parallelism(2)
                .from(requireNonNull(checkpoint))
                .start()
                .awaitCaughtUp()
                .drain();
        assertSameAsModel(parts, scene);
    }

    private Scene scene(RealParts parts) {
        Scene scene = Scene.with(parts, 2);
        scene.feed(OrderHistory.random(seed, 2, RECORDS));
        return scene;
    }

    private static JobStart start(Scene scene) {
        return scene.job().judgingBy(Rules.NARROW);
    }

    private void assertSameAsModel(RealParts parts, Scene scene) {
        Found found = ReadCommitted.all(parts, scene);
        SameAsModel.check(found, scene.answer(Rules.NARROW), run);
        SameAsModel.checkAddsUp(found, scene.recordsIn(), run);
    }
}
