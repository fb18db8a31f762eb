package io.tidemark.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.system.Found.Row;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.IsolationLevel;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A crash in the middle, with results written since the last checkpoint: a read_committed reader
 * does not see that it happened.
 */
@ExtendWith(OnRealParts.class)
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class CrashIT {

    private static final int RECORDS = 6000;

    private final long seed = OrderHistory.seed();
    private final String run = "seed " + seed;

    @Test
    void thrownFaultChangesNothing(RealParts parts) {
        Scene scene = crash(parts, Rules.NARROW, "exactly-once", valve -> throwFault(valve));

        Found found = ReadCommitted.all(parts, scene);
        SameAsModel.check(found, scene.answer(Rules.NARROW), run);
        SameAsModel.checkAddsUp(found, scene.recordsIn(), run);
        Summaries.check(ReadCommitted.summaries(parts, scene), found, scene.recordsIn(), run);
    }

    @Test
    void atLeastOnceRepeatsWhereExactlyOnceDoesNot(RealParts parts) {
        Scene scene = crash(parts, Rules.NARROW, "at-least-once", valve -> throwFault(valve));

        List<Row> found = ReadCommitted.all(parts, scene).results();
        List<Row> answer = scene.answer(Rules.NARROW).results();
        assertThat(found).as("rows, with repeats, %s", run).hasSizeGreaterThan(answer.size());
        Set<Row> distinct = new HashSet<>(found);
        assertThat(distinct).as("rows, %s", run).isEqualTo(new HashSet<>(answer));
    }

    @Test
    void thrownFaultLeavesTheLastRowsWithAllowedLateness(RealParts parts) {
        Rules rules = Rules.NARROW.allowing(Duration.ofSeconds(15));
        Scene scene = crash(parts, rules, "exactly-once", valve -> throwFault(valve));

        Found answer = scene.answer(rules);
        assertThat(answer.results()).anyMatch(row -> row.pane().equals("late_update"));
        SameAsModel.checkLastRows(ReadCommitted.all(parts, scene), answer, run);
    }

    @Test
    void killedTaskManagerChangesNothing(RealParts parts) {
        Scene scene = crash(parts, Rules.NARROW, "exactly-once", valve -> parts.killATaskManager());

        Found found = ReadCommitted.all(parts, scene);
        SameAsModel.check(found, scene.answer(Rules.NARROW), run);
        SameAsModel.checkAddsUp(found, scene.recordsIn(), run);
        Summaries.check(ReadCommitted.summaries(parts, scene), found, scene.recordsIn(), run);
    }

    private interface Crash {
        void happen(Valve valve) throws Exception;
    }

    private static void throwFault(Valve valve) {
        valve.failAfter(0);
        valve.holdAfter(RECORDS);
        valve.awaitFault();
    }

    /**
     * Reads a third and checkpoints; reads on until results of it stand in the log; crashes; reads
     * to the end.
     */
    private Scene crash(RealParts parts, Rules rules, String delivery, Crash crash) {
        Scene scene = Scene.with(parts, 3);
        scene.feed(OrderHistory.random(seed, 3, RECORDS));
        Valve valve = Valve.holdingAfter(RECORDS / 3);
        RunningJob job =
                scene.job()
                        .judgingBy(rules)
                        .with("--delivery=" + delivery)
                        .with("--summary-topic=" + scene.summaryTopic())
                        .with("--summary-every=1ms") // with each checkpoint
                        .parallelism(4)
                        .checkpointsOnlyOnDemand()
                        .through(valve)
                        .start();
        valve.awaitHeld();
        job.checkpoint();
        int written = written(parts, scene);
        readUntilResultsStandInTheLog(parts, scene, valve, written + 10);

        int readers = valve.readersOpened();
        try {
            crash.happen(valve);
        } catch (Exception failed) {
            throw new AssertionError("inconclusive: the crash did not come about", failed);
        }
        valve.awaitRestart(readers);
        valve.openWide();
        job.checkpointUntilCaughtUp().drain();
        return scene;
    }

    /**
     * Reads on by and by: how far the watermark comes with so many records depends on how evenly
     * the partitions are read.
     */
    private static void readUntilResultsStandInTheLog(
            RealParts parts, Scene scene, Valve valve, int results) {
        AtomicInteger hold = new AtomicInteger(RECORDS / 2);
        Awaitility.await("results written since the checkpoint")
                .atMost(Duration.ofSeconds(60))
                .until(
                        () -> {
                            if (written(parts, scene) > results) {
                                return true;
                            }
                            valve.holdAfter(Math.min(hold.addAndGet(100), RECORDS - 500));
                            return false;
                        });
        valve.awaitHeld();
    }

    private static int written(RealParts parts, Scene scene) {
        return ReadCommitted.records(parts, scene.resultsTopic(), IsolationLevel.READ_UNCOMMITTED)
                .size();
    }
}
