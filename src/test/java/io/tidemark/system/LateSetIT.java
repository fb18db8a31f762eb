package io.tidemark.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Which orders are late is a function of each partition's log alone: neither parallelism, nor the
 * speed of a replay, nor a crash, nor a rescale changes one verdict, nor one digit of how late.
 */
@ExtendWith(OnRealParts.class)
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class LateSetIT {

    private static final int RECORDS = 6000;

    /**
     * Behind an order that is far ahead: whoever forgets it here judges the next thousand wrong.
     */
    private static final int BEHIND_THE_JUMP = RECORDS / 3;

    private final long seed = OrderHistory.seed();
    private final String run = "seed " + seed;

    @ParameterizedTest(name = "parallelism {0}, partitions {1}, until end {2}")
    @CsvSource({
        "1, 1, true", "1, 4, true", "4, 1, true", "4, 4, true",
        "1, 1, false", "1, 4, false", "4, 1, false", "4, 4, false"
    })
    void isTheModels(int parallelism, int partitions, boolean untilEnd, RealParts parts) {
        Scene scene = sceneWithHistory(parts, partitions);
        Valve valve = Valve.holdingAfter(RECORDS / 2);
        JobStart start = scene.job().judgingBy(Rules.NARROW).parallelism(parallelism);
        RunningJob job = (untilEnd ? start.with("--until-end") : start).through(valve).start();

        valve.awaitHeld();
        job.checkpoint();
        valve.openWide();
        if (untilEnd) {
            job.awaitFinished();
        } else {
            job.awaitCaughtUp().drain();
        }

        SameAsModel.check(ReadCommitted.all(parts, scene), answer(scene), run);
    }

    @ParameterizedTest(name = "parallelism {0}, partitions {0}")
    @CsvSource({"1", "4"})
    void survivesACrash(int partitions, RealParts parts) {
        Scene scene = sceneWithHistory(parts, partitions);

        acrossACrash(scene.job().parallelism(partitions));

        SameAsModel.check(ReadCommitted.all(parts, scene), answer(scene), run);
    }

    @Test
    void mutantWhoseGateForgetsItsProgressIsCaughtByTheCrash(RealParts parts) {
        Scene scene = sceneWithHistory(parts, 1);

        acrossACrash(scene.job().parallelism(1).wiredBy(GateAlone::forgetful));

        Found found = ReadCommitted.late(parts, scene);
        assertThatThrownBy(() -> SameAsModel.checkLate(found, answer(scene), run))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void theSameGateAloneThatRemembersPasses(RealParts parts) {
        Scene scene = sceneWithHistory(parts, 1);

        acrossACrash(scene.job().parallelism(1).wiredBy(GateAlone::faithful));

        SameAsModel.checkLate(ReadCommitted.late(parts, scene), answer(scene), run);
    }

    @Test
    void survivesRescalingFromFourToTwoToFour(RealParts parts) {
        Scene scene = sceneWithHistory(parts, 4);
        String savepoint = "";
        for (int parallelism : new int[] {4, 2}) {
            Valve valve = Valve.holdingAfter(RECORDS / 3);
            RunningJob job = start(scene, parallelism, savepoint, valve);
            valve.awaitHeld();
            savepoint = job.stopWithSavepoint();
        }
        assertThat(scene.recordsRead()).isBetween(RECORDS / 2L, RECORDS - 1L);
        start(scene, 4, savepoint, Valve.open()).awaitCaughtUp().drain();

        SameAsModel.check(ReadCommitted.all(parts, scene), answer(scene), run);
    }

    private static RunningJob start(Scene scene, int parallelism, String savepoint, Valve valve) {
        JobStart start = scene.job().judgingBy(Rules.NARROW).parallelism(parallelism);
        return (savepoint.isEmpty() ? start : start.from(savepoint)).through(valve).start();
    }

    /** Reads a third, checkpoints, reads on, fails with a thrown fault, and reads to the end. */
    private static void acrossACrash(JobStart start) {
        Valve valve = Valve.holdingAfter(BEHIND_THE_JUMP);
        RunningJob job = start.judgingBy(Rules.NARROW).through(valve).start();
        valve.awaitHeld();
        job.checkpoint();
        int readers = valve.readersOpened();
        valve.failAfter(BEHIND_THE_JUMP + 50);
        valve.openWide();
        valve.awaitFault();
        valve.awaitRestart(readers);
        job.awaitCaughtUp().drain();
    }

    private Scene sceneWithHistory(RealParts parts, int partitions) {
        Scene scene = Scene.with(parts, partitions);
        scene.feed(OrderHistory.randomWithJump(seed, partitions, RECORDS, BEHIND_THE_JUMP));
        return scene;
    }

    private static Found answer(Scene scene) {
        Found answer = scene.answer(Rules.NARROW);
        List<String> late = answer.late();
        assertThat(late)
                .as("late orders; without any the test says nothing")
                .hasSizeGreaterThan(100);
        return answer;
    }
}
