package io.tidemark.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.util.ExceptionUtils;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Stops, starts from where it stopped, and logs that changed in between. */
@ExtendWith(OnRealParts.class)
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class RestartIT {

    private static final int RECORDS = 3000;

    private final long seed = OrderHistory.seed();
    private final String run = "seed " + seed;

    @Test
    void stopWithoutDrainGoesOnFromItsSavepoint(RealParts parts) {
        Scene scene = scene(parts);
        String savepoint = savepointInTheMiddle(scene);

        Found meanwhile = ReadCommitted.all(parts, scene);
        assertThat(scene.recordsRead()).isBetween(RECORDS / 2L, RECORDS - 1L);
        Found answer = scene.answerSoFar(Rules.NARROW);
        assertThat(answer.open()).as("orders in open windows, %s", run).isPositive();
        // A stop may come before the windows hear of the watermark, but never after it.
        assertThat(answer.results())
                .as("rows before the stop, %s", run)
                .containsAll(meanwhile.results());
        assertThat(meanwhile.results()).as("rows before the stop, %s", run).doesNotHaveDuplicates();
        // What is judged by its own partition is judged as soon as it is read.
        SameAsModel.checkJudged(meanwhile, answer, run);

        start(scene).from(savepoint).start().awaitCaughtUp().drain();
        assertSameAsModel(parts, scene);
    }

    @Test
    void cancelledJobGoesOnFromItsRetainedCheckpoint(RealParts parts) {
        Scene scene = scene(parts);
        Valve valve = Valve.holdingAfter(RECORDS / 3);
        RunningJob first = start(scene).checkpointsOnlyOnDemand().through(valve).start();
        valve.awaitHeld();
        String checkpoint = first.checkpoint();
        valve.holdAfter(RECORDS * 2 / 3);
        valve.awaitHeld();
        first.cancel();

        start(scene).from(checkpoint).start().awaitCaughtUp().drain();
        assertSameAsModel(parts, scene);
    }

    @Test
    void untilEndFromTheSavepointOfAnUnboundedRunStops(RealParts parts) {
        Scene scene = scene(parts);
        String savepoint = savepointInTheMiddle(scene);

        start(scene).from(savepoint).with("--until-end").start().awaitFinished();

        assertSameAsModel(parts, scene);
    }

    @Test
    void mutantWithoutGuardNeverStopsFromThatSavepoint(RealParts parts) {
        Scene scene = scene(parts);
        String savepoint = savepointInTheMiddle(scene);

        RunningJob mutant =
                start(scene).from(savepoint).with("--until-end").wiredBy(Unguarded::build).start();

        mutant.awaitCaughtUp();
        mutant.checkpoint();
        assertThat(mutant.status()).isEqualTo(JobStatus.RUNNING);
    }

    @Test
    void untilEndFromTheSavepointOfSuchARunStops(RealParts parts) {
        Scene scene = scene(parts);
        String savepoint = savepointInTheMiddle(scene, "--until-end");

        start(scene).from(savepoint).with("--until-end").start().awaitFinished();

        assertSameAsModel(parts, scene);
    }

    @Test
    void withoutAnEndFromTheSavepointOfARunThatHadOneIsRefused(RealParts parts) {
        Scene scene = scene(parts);
        String savepoint = savepointInTheMiddle(scene, "--until-end");

        Throwable failure = start(scene).from(savepoint).start().awaitFailed();

        assertThat(ExceptionUtils.stringifyException(failure))
                .contains("The failure is not recoverable")
                .contains("BoundedCheckpointException")
                .contains("--until-end");
    }

    @Test
    void gapInTheLogIsRefused(RealParts parts) {
        Scene scene = scene(parts);
        String savepoint = savepointInTheMiddle(scene);
        TopicPartition partition = partitionWithMostLeft(scene);
        long next = scene.committed(partition);
        delete(parts, partition, next + 10);

        Throwable failure = start(scene).from(savepoint).start().awaitFailed();

        assertThat(ExceptionUtils.stringifyException(failure))
                .contains("The failure is not recoverable")
                .contains("MissingLogRangeException")
                .contains("partition " + partition)
                .contains("offsets " + next + " to " + (next + 9));
    }

    @Test
    void mutantWithoutGuardSkipsTheGapInSilence(RealParts parts) {
        Scene scene = scene(parts);
        String savepoint = savepointInTheMiddle(scene);
        TopicPartition partition = partitionWithMostLeft(scene);
        delete(parts, partition, scene.committed(partition) + 10);

        RunningJob mutant =
                start(scene).from(savepoint).withoutRestart().wiredBy(Unguarded::build).start();

        mutant.awaitCaughtUp();
        assertThat(mutant.status()).isEqualTo(JobStatus.RUNNING);
    }

    @Test
    void partitionAddedOnTheWayIsReadFromItsFirstRecord(RealParts parts) {
        Scene scene = Scene.with(parts, 1);
        Valve valve = Valve.open();
        RunningJob job =
                start(scene)
                        .with("--from=latest")
                        .client("partition.discovery.interval.ms", "200")
                        .through(valve)
                        .start();
        valve.awaitPartitions(1);
        parts.admin().createPartitions(Map.of(scene.topic(), NewPartitions.increaseTo(2)));
        scene.awaitPartitions(2);
        List<Fed> history = OrderHistory.random(seed, 2, RECORDS);
        scene.feed(ofPartition(history, 1));

        valve.awaitPartitions(2);
        // Only now, or the first partition would drive the watermark past the second one's orders.
        scene.feed(ofPartition(history, 0));
        job.awaitCaughtUp().drain();

        assertSameAsModel(parts, scene);
    }

    @Test
    void aPartitionWithoutRecordsAtTheSavepointMissesItsFirstOnes(RealParts parts) {
        Scene scene = Scene.with(parts, 1);
        Valve valve = Valve.open();
        RunningJob job =
                start(scene)
                        .client("partition.discovery.interval.ms", "200")
                        .through(valve)
                        .start();
        valve.awaitPartitions(1);
        parts.admin().createPartitions(Map.of(scene.topic(), NewPartitions.increaseTo(2)));
        scene.awaitPartitions(2);
        valve.awaitPartitions(2);
        String savepoint = job.stopWithSavepoint();
        scene.feed(ofPartition(OrderHistory.random(seed, 2, RECORDS), 1));
        TopicPartition added = new TopicPartition(scene.topic(), 1);
        delete(parts, added, 10);

        Throwable failure = start(scene).from(savepoint).start().awaitFailed();

        assertThat(ExceptionUtils.stringifyException(failure))
                .contains("MissingLogRangeException")
                .contains("partition " + added)
                .contains("offsets 0 to 9");
    }

    private static List<Fed> ofPartition(List<Fed> history, int partition) {
        return history.stream().filter(fed -> fed.partition() == partition).toList();
    }

    private Scene scene(RealParts parts) {
        Scene scene = Scene.with(parts, 2);
        scene.feed(OrderHistory.random(seed, 2, RECORDS));
        return scene;
    }

    private static JobStart start(Scene scene) {
        return scene.job().judgingBy(Rules.NARROW);
    }

    private static String savepointInTheMiddle(Scene scene, String... arguments) {
        Valve valve = Valve.holdingAfter(RECORDS / 2);
        RunningJob job = start(scene).with(arguments).through(valve).start();
        valve.awaitHeld();
        return job.stopWithSavepoint();
    }

    private static TopicPartition partitionWithMostLeft(Scene scene) {
        return scene.ends().entrySet().stream()
                .max(Comparator.comparing(end -> end.getValue() - scene.committed(end.getKey())))
                .orElseThrow()
                .getKey();
    }

    private static void delete(RealParts parts, TopicPartition partition, long before) {
        Scene.get(
                parts.admin()
                        .deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(before)))
                        .all());
    }

    private void assertSameAsModel(RealParts parts, Scene scene) {
        Found found = ReadCommitted.all(parts, scene);
        SameAsModel.check(found, scene.answer(Rules.NARROW), run);
        SameAsModel.checkAddsUp(found, scene.recordsIn(), run);
        assertThat(scene.committed()).as("the group's offsets").isEqualTo(scene.ends());
    }
}
