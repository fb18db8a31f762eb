package io.tidemark.system.upgrade;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.system.Fed;
import io.tidemark.system.OnRealParts;
import io.tidemark.system.OrderHistory;
import io.tidemark.system.ReadCommitted;
import io.tidemark.system.RealParts;
import io.tidemark.system.RunningJob;
import io.tidemark.system.Scene;
import io.tidemark.system.Valve;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.common.IsolationLevel;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Makes the savepoints that {@link UpgradeIT} restores: one more of each job that {@code
 * -Dtidemark.savepoints.write=JOB} names, {@code true} standing for every job that has none.
 */
@ExtendWith(OnRealParts.class)
@Timeout(value = 2, unit = TimeUnit.MINUTES)
@EnabledIfSystemProperty(named = KeepSavepointsIT.WRITE, matches = ".+")
class KeepSavepointsIT {

    static final String WRITE = "tidemark.savepoints.write";

    private static final Path SAVEPOINTS =
            Path.of(System.getProperty("tidemark.house", "."), "src/test/resources/savepoints");
    private static final String HISTORY = "history-1.jsonl";
    private static final int RECORDS = 500;
    private static final int REPEATED_EVERY = 4;
    private static final int REPEATED_AFTER = 11;
    private static final long SEED = 7;

    static Stream<JobOverOrders> jobs() throws IOException {
        String wanted = System.getProperty(WRITE, "");
        return JobOverOrders.ALL.stream()
                .filter(
                        job ->
                                wanted.equals("true")
                                        ? !Files.exists(SAVEPOINTS.resolve(job.name()))
                                        : wanted.equals(job.name()));
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("jobs")
    void keepsASavepointOf(JobOverOrders job, RealParts parts) throws IOException {
        int number = KeptSavepoint.of(job, SAVEPOINTS).size() + 1;
        KeptSavepoint kept =
                new KeptSavepoint(job, SAVEPOINTS.resolve(job.name()).resolve("" + number));
        Scene scene = Scene.named(parts, kept.name(), KeptSavepoint.PARTITIONS);
        List<Fed> history = history();
        scene.feed(history);

        Valve valve = Valve.holdingAfter(history.size() / 2);
        RunningJob running =
                job.start(scene)
                        .parallelism(KeptSavepoint.PARALLELISM)
                        .keepingStateInMetadata()
                        .checkpointsOnlyOnDemand()
                        .through(valve)
                        .start();
        valve.awaitHeld();
        commitAll(running, parts, scene, job);
        PutOut putOut = PutOut.of(parts, scene);
        long written = written(parts, scene, job);
        Path savepoint = Path.of(URI.create(running.stopWithSavepoint()));

        assertThat(savepoint).isDirectoryNotContaining(file -> !file.endsWith("_metadata"));
        assertThat(written(parts, scene, job))
                .as("records when the savepoint was taken; one more is in a transaction of it")
                .isEqualTo(written);
        Map<Integer, Long> read = new TreeMap<>();
        valve.checkpointed().forEach((partition, next) -> read.put(partition.partition(), next));
        kept.write(savepoint, HISTORY, read, putOut);
    }

    private static List<Fed> history() throws IOException {
        Path file = SAVEPOINTS.resolve(HISTORY);
        if (!Files.exists(file)) {
            Files.createDirectories(SAVEPOINTS);
            KeptHistory.write(
                    file,
                    withRepeats(OrderHistory.random(SEED, KeptSavepoint.PARTITIONS, RECORDS)));
        }
        return KeptHistory.read(file);
    }

    /**
     * So many repeats that wherever each partition is cut, some behind the cut repeat what lies
     * before it, and recent enough to be in time.
     */
    private static List<Fed> withRepeats(List<Fed> records) {
        List<Fed> history = new ArrayList<>();
        Map<Integer, List<Fed>> orders = new TreeMap<>();
        for (Fed fed : records) {
            history.add(fed);
            if (fed.order() == null) {
                continue;
            }
            List<Fed> before =
                    orders.computeIfAbsent(fed.partition(), partition -> new ArrayList<>());
            before.add(fed);
            int first = before.size() - REPEATED_AFTER;
            if (first >= 0 && before.size() % REPEATED_EVERY == 0) {
                Fed repeated = before.get(first);
                history.add(
                        Fed.order(
                                fed.partition(),
                                fed.logTime(),
                                requireNonNull(repeated.payload()),
                                requireNonNull(repeated.order())));
            }
        }
        return history;
    }

    /**
     * Checkpoints until there is nothing left to commit: what windows still had to send came in
     * portions.
     */
    private static void commitAll(
            RunningJob running, RealParts parts, Scene scene, JobOverOrders job) {
        long before;
        long written = -1;
        do {
            before = written;
            running.checkpoint();
            PutOut.of(parts, scene); // Waits until all of it is visible.
            written = written(parts, scene, job);
        } while (written != before);
    }

    private static long written(RealParts parts, Scene scene, JobOverOrders job) {
        List<String> topics = new ArrayList<>(scene.outputTopics());
        if (job.summary()) {
            topics.add(scene.summaryTopic());
        }
        return topics.stream()
                .mapToLong(
                        topic ->
                                ReadCommitted.records(parts, topic, IsolationLevel.READ_UNCOMMITTED)
                                        .size())
                .sum();
    }
}
