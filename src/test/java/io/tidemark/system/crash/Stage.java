package io.tidemark.system.crash;

import io.tidemark.operators.deadletter.DeadLetter;
import io.tidemark.operators.source.ReadUntil;
import io.tidemark.system.fault.Act;
import io.tidemark.system.fault.FaultControl.Fired;
import io.tidemark.system.fault.Faults;
import io.tidemark.system.fault.Point;
import io.tidemark.system.guarantee.History;
import io.tidemark.system.guarantee.History.LogEnd;
import io.tidemark.system.guarantee.NothingLost;
import io.tidemark.system.guarantee.Violation;
import io.tidemark.system.guarantee.Violation.Kind;
import io.tidemark.system.process.ChildProcess;
import io.tidemark.system.process.ClusterJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.types.Either;
import org.apache.kafka.clients.admin.NewTopic;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** Where a cell of the matrix plays: a journal, a job over it, and what can be done to both. */
final class Stage {

    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Duration VISIBLE_WITHIN = Duration.ofSeconds(10);

    private final Installation installation;
    private final Outside outside;
    private final String name;
    private final Journal journal;
    private final JournalLog log;
    private final List<ClusterJob> jobs = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();
    private final List<Violation> hidden = new ArrayList<>();
    private long faultAt;
    private long recoveredAt;

    Stage(Installation installation, Outside outside, String name, long seed) {
        this.installation = installation;
        this.outside = outside;
        this.name = name;
        this.journal = new Journal(name + "-in", installation.broker().address(), seed);
        this.log = new JournalLog(installation.admin(), journal.topic(), name);
        Installation.get(
                installation
                        .admin()
                        .createTopics(
                                List.of(
                                        new NewTopic(
                                                journal.topic(),
                                                Optional.of(Journal.PARTITIONS),
                                                Optional.empty())))
                        .all());
        outside.prepare(installation, name);
    }

    Installation installation() {
        return installation;
    }

    Outside outside() {
        return outside;
    }

    String name() {
        return name;
    }

    Journal journal() {
        return journal;
    }

    /** The journal as the broker knows it. */
    JournalLog log() {
        return log;
    }

    /** The job that was started last. */
    ClusterJob job() {
        return jobs.get(jobs.size() - 1);
    }

    Launch start() {
        return new Launch(this);
    }

    /** Takes a job that was submitted for the one that plays. */
    ClusterJob plays(ClusterJob job) {
        jobs.add(job);
        return job;
    }

    /** Writes entries to the journal and waits until the running job has counted them. */
    void feedThrough(int entries) throws Exception {
        awaitPassed(journal.write(entries));
    }

    /** Waits until the job has counted these entries. */
    private void awaitPassed(List<Entry> entries) {
        List<String> ids = entries.stream().map(Entry::id).toList();
        Awaitility.await("entries counted by the job")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> installation.faults().passed(name).containsAll(ids));
    }

    void arm(Point point, Act act) {
        installation.faults().arm(point, act);
    }

    Fired awaitFired(Point point) {
        Fired fired = installation.faults().awaitFired(point);
        faultHappened(
                fired.subtask() == Faults.ANY
                        ? point.toString()
                        : point + " of subtask " + fired.subtask());
        return fired;
    }

    /**
     * From now on the job has to recover.
     *
     * @param evidence what was seen to have happened, for the report
     */
    void faultHappened(String evidence) {
        if (recoveredAt == 0) {
            faultAt = System.nanoTime();
        }
        faults.add(evidence);
    }

    /** What was seen to have happened; empty if nothing was. */
    List<String> faults() {
        return faults;
    }

    /** What readers could not see in time. */
    List<Violation> hidden() {
        return hidden;
    }

    /** Kills the TaskManager of a subtask of the sink. */
    void killTaskManager(int subtask) {
        ChildProcess victim =
                installation.cluster().taskManager(job().taskManagerOf(Scene.SINK, subtask));
        victim.kill();
        faultHappened("TaskManager of subtask " + subtask + " killed");
        installation.cluster().startTaskManager();
    }

    /** Kills the JobManager and starts another. */
    void killJobManager() {
        installation.cluster().jobManager().kill();
        faultHappened("JobManager killed");
        installation.cluster().startJobManager();
    }

    /** Stops the job so that it can go on, and returns the savepoint. */
    String stop() {
        return job().stop(directory(), false);
    }

    /** Where the scene's checkpoints and savepoints are, as a URI. */
    String directory() {
        return installation.directory(name).toUri().toString();
    }

    /** The savepoint that was completed last. */
    String newestSavepoint() throws IOException {
        try (Stream<Path> files = Files.list(installation.directory(name))) {
            return files.filter(one -> one.getFileName().toString().startsWith("savepoint-"))
                    .filter(one -> Files.exists(one.resolve("_metadata")))
                    .max(Comparator.comparing(one -> one.toFile().lastModified()))
                    .orElseThrow(() -> new AssertionError("inconclusive: no savepoint is complete"))
                    .toUri()
                    .toString();
        }
    }

    /** Where the newest complete checkpoint is. */
    String newestCheckpoint() {
        return job().newest()
                .orElseThrow(() -> new AssertionError("no checkpoint is complete"))
                .path();
    }

    /** Cancels the job and returns the newest checkpoint that it leaves. */
    String cancelAndKeepCheckpoint() {
        String path = newestCheckpoint();
        job().cancel();
        return path;
    }

    /** Waits until a reader sees all of the first entries: a commit comes after its checkpoint. */
    void awaitSeen(int entries) {
        Awaitility.await(entries + " entries seen outside")
                .atMost(PATIENCE)
                .until(
                        () ->
                                new NothingLost()
                                        .violations(
                                                outside.history(
                                                        installation, name, journal, entries))
                                        .isEmpty());
    }

    /** Waits until the job has failed for good, for a reason with these words in it. */
    void awaitFailure(String... words) {
        job().awaitState("FAILED");
        String failure = job().failure();
        for (String word : words) {
            if (!failure.contains(word)) {
                throw new AssertionError(
                        "the job was to fail with \"" + word + "\", but: " + failure);
            }
        }
    }

    /** The same of a job that was restored and, as it is refused, is not restarted in vain. */
    void awaitRefusal(String... words) {
        awaitFailure(words);
        // The start from the checkpoint is the first.
        if (job().restarts() > 1) {
            throw new AssertionError("restored " + job().restarts() + " times, though refused");
        }
    }

    /** The journal from its first entry on, read until then. */
    Source<Either<DeadLetter, Entry>, ?, ?> source(ReadUntil until) {
        return Scene.source(journal.topic(), consumer(), until);
    }

    /** A consumer of the job's group. */
    Properties consumer() {
        Properties consumer = KafkaOutside.client(installation);
        consumer.setProperty("group.id", name);
        return consumer;
    }

    /** Waits until the job has been started anew after this number of restarts, and runs. */
    void awaitRestart(int before) {
        Awaitility.await("inconclusive: the job has not been restarted")
                .atMost(PATIENCE)
                .until(() -> job().restarts() > before);
        job().awaitRunning();
    }

    /**
     * Recovers, reads to the journal's end, and stops as at the end of all input.
     *
     * <p>What was written before the first checkpoint after a fault must be visible {@link
     * #VISIBLE_WITHIN} after it: nothing that nobody will commit may stand before the readers.
     */
    void finish() throws Exception {
        List<LogEnd> before = outside.logEnds(installation, name);
        job().checkpoint();
        recovered();
        try {
            Awaitility.await().atMost(VISIBLE_WITHIN).until(() -> areReadable(before));
        } catch (ConditionTimeoutException tooLate) {
            hidden.add(
                    new Violation(
                            Kind.HIDDEN,
                            "what was written before a checkpoint, %s after it, in %s"
                                    .formatted(VISIBLE_WITHIN, before)));
        }
        int restarts;
        do {
            restarts = job().restarts();
            // These are the last of their partitions: where they have passed, all others have.
            awaitPassed(journal.write(50));
            job().checkpoint();
        } while (job().restarts() != restarts);
        job().stop(directory(), true);
    }

    private boolean areReadable(List<LogEnd> ends) {
        Map<String, Long> stable = new HashMap<>();
        outside.logEnds(installation, name)
                .forEach(end -> stable.put(end.partition(), end.stableOffset()));
        return ends.stream()
                .allMatch(end -> stable.getOrDefault(end.partition(), 0L) >= end.endOffset());
    }

    /** What must be seen after this ending, and what is. */
    History history(Ending ending) {
        return outside.history(
                installation,
                name,
                journal,
                ending.entries() < 0 ? journal.size() : ending.entries());
    }

    /** A checkpoint is complete after the fault. */
    void recovered() {
        if (faultAt != 0 && recoveredAt == 0) {
            recoveredAt = System.nanoTime();
        }
    }

    /** From the fault to the next complete checkpoint; zero if there was none of both. */
    Duration recovery() {
        return recoveredAt == 0 ? Duration.ZERO : Duration.ofNanos(recoveredAt - faultAt);
    }

    /** Cancels what runs. */
    void clear() {
        jobs.forEach(ClusterJob::cancelIfRunning);
    }
}
