package io.tidemark.system.crash;

import io.tidemark.operators.deadletter.DeadLetter;
import io.tidemark.operators.source.ReadUntil;
import io.tidemark.operators.source.StartingOffsets;
import io.tidemark.system.fault.Act;
import io.tidemark.system.fault.FaultControl.Fired;
import io.tidemark.system.fault.Point;
import io.tidemark.system.guarantee.History;
import io.tidemark.system.guarantee.NothingLost;
import io.tidemark.system.process.ChildProcess;
import io.tidemark.system.process.ClusterJob;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.types.Either;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;

/** Where a cell of the matrix plays: a journal, a job over it, and what can be done to both. */
final class Stage {

    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final Installation installation;
    private final Outside outside;
    private final String name;
    private final Journal journal;
    private final List<ClusterJob> jobs = new ArrayList<>();
    private long faultAt;
    private long recoveredAt;

    Stage(Installation installation, Outside outside, String name, long seed) {
        this.installation = installation;
        this.outside = outside;
        this.name = name;
        this.journal = new Journal(name + "-in", installation.broker().address(), seed);
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

    /** The job that was started last. */
    ClusterJob job() {
        return jobs.get(jobs.size() - 1);
    }

    /** How a job is to be started. */
    final class Start {
        private final Configuration settings = onDemand();
        private Sink<Entry> sink = outside.sink(installation, name);
        private Source<Either<DeadLetter, Entry>, ?, ?> source = source(ReadUntil.stopped());
        private Tally tally = Tally.of(name);
        private SavepointRestoreSettings restored = SavepointRestoreSettings.none();

        Start parallelism(int parallelism) {
            settings.set(CoreOptions.DEFAULT_PARALLELISM, parallelism);
            return this;
        }

        Start from(String path) {
            restored = SavepointRestoreSettings.forPath(path, false);
            return this;
        }

        Start into(Sink<Entry> other) {
            sink = other;
            return this;
        }

        Start reading(Source<Either<DeadLetter, Entry>, ?, ?> other) {
            source = other;
            return this;
        }

        Start countingInAField() {
            tally = Tally.forgetful(name);
            return this;
        }

        Start withoutRestart() {
            settings.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
            return this;
        }

        Start checkpointsEvery(Duration interval) {
            settings.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, interval);
            settings.set(CheckpointingOptions.MIN_PAUSE_BETWEEN_CHECKPOINTS, Duration.ZERO);
            return this;
        }

        Configuration settings() {
            return settings;
        }

        Start checkpointTimeout(Duration timeout) {
            settings.set(CheckpointingOptions.CHECKPOINTING_TIMEOUT, timeout);
            return this;
        }

        /** Submits it and returns when the cluster has taken it. */
        ClusterJob submit() {
            StreamExecutionEnvironment env = new StreamExecutionEnvironment(settings);
            Scene.build(env, tally, source, sink);
            StreamGraph graph = env.getStreamGraph();
            graph.setJobName(name);
            graph.setSavepointRestoreSettings(restored);
            ClusterJob job = ClusterJob.submit(installation.cluster(), graph);
            jobs.add(job);
            return job;
        }

        /** Submits it and returns when all its tasks run. */
        ClusterJob run() {
            return submit().awaitRunning();
        }
    }

    Start start() {
        return new Start();
    }

    /** Checkpoints come only when asked for; a failed job comes back soon and often. */
    private Configuration onDemand() {
        Configuration settings = new Configuration();
        settings.set(CoreOptions.DEFAULT_PARALLELISM, 2);
        settings.set(StateBackendOptions.STATE_BACKEND, "hashmap");
        settings.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
        settings.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                installation.directory(name).toUri().toString());
        settings.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMinutes(30));
        settings.set(CheckpointingOptions.MIN_PAUSE_BETWEEN_CHECKPOINTS, Duration.ofMinutes(30));
        settings.set(CheckpointingOptions.CHECKPOINTING_TIMEOUT, Duration.ofSeconds(30));
        settings.set(CheckpointingOptions.TOLERABLE_FAILURE_NUMBER, 10);
        settings.set(
                CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE,
                CheckpointingMode.EXACTLY_ONCE);
        settings.set(
                CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
                ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        settings.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
        settings.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 50);
        settings.set(
                RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(300));
        return settings;
    }

    /** Writes entries to the journal and waits until the running job has counted them. */
    void feedThrough(int entries) throws Exception {
        long before = installation.faults().passed(name);
        journal.write(entries);
        Awaitility.await("entries counted by the job")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> installation.faults().passed(name) >= before + entries);
    }

    void arm(Point point, Act act) {
        installation.faults().arm(point, act);
    }

    Fired awaitFired(Point point) {
        Fired fired = installation.faults().awaitFired(point);
        faultHappened();
        return fired;
    }

    /** From now on the job has to recover. */
    void faultHappened() {
        faultAt = System.nanoTime();
    }

    /** Kills the TaskManager of a subtask of the sink. */
    void killTaskManager(int subtask) {
        ChildProcess victim =
                installation.cluster().taskManager(job().taskManagerOf(Scene.SINK, subtask));
        victim.kill();
        faultHappened();
        installation.cluster().startTaskManager();
    }

    /** Kills the JobManager and starts another. */
    void killJobManager() {
        installation.cluster().jobManager().kill();
        faultHappened();
        installation.cluster().startJobManager();
    }

    /** Stops the job so that it can go on, and returns the savepoint. */
    String stop() {
        return job().stop(installation.directory(name).toUri().toString(), false);
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

    /** The journal from its first entry on, read until then. */
    Source<Either<DeadLetter, Entry>, ?, ?> source(ReadUntil until) {
        Properties consumer = KafkaOutside.client(installation);
        consumer.setProperty("group.id", name);
        return Scene.source(journal.topic(), consumer, StartingOffsets.earliest(), until);
    }

    /** Waits until the job has been started anew after this number of restarts, and runs. */
    void awaitRestart(int before) {
        Awaitility.await("inconclusive: the job has not been restarted")
                .atMost(PATIENCE)
                .until(() -> job().restarts() > before);
        job().awaitRunning();
    }

    /** Waits until the consumer group says that all was read. */
    void awaitReadToEnd() {
        Awaitility.await("the journal's end").atMost(PATIENCE).until(() -> readTo().equals(ends()));
    }

    /** Takes so many entries at the beginning of what has not been read yet out of the log. */
    void deleteJournalBefore(int entries) {
        TopicPartition partition = new TopicPartition(journal.topic(), 0);
        Long read = readTo().get(partition);
        if (read == null) {
            throw new AssertionError("inconclusive: nothing was read of " + partition);
        }
        Installation.get(
                installation
                        .admin()
                        .deleteRecords(
                                Map.of(partition, RecordsToDelete.beforeOffset(read + entries)))
                        .all());
    }

    /** Reads to the journal's end, and stops as at the end of all input. */
    void finish() throws Exception {
        ClusterJob job = job();
        job.checkpoint();
        recovered();
        journal.write(50);
        Awaitility.await("a checkpoint at the journal's end")
                .atMost(PATIENCE)
                .until(
                        () -> {
                            job.checkpoint();
                            return readTo().equals(ends());
                        });
        job.stop(installation.directory(name).toUri().toString(), true);
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

    private Map<TopicPartition, Long> ends() {
        Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
        for (int i = 0; i < Journal.PARTITIONS; i++) {
            wanted.put(new TopicPartition(journal.topic(), i), OffsetSpec.latest());
        }
        Map<TopicPartition, Long> ends = new HashMap<>();
        Installation.get(installation.admin().listOffsets(wanted).all())
                .forEach((partition, info) -> ends.put(partition, info.offset()));
        return ends;
    }

    /** What the consumer group has committed, which is what the last checkpoint has read. */
    private Map<TopicPartition, Long> readTo() {
        Map<TopicPartition, Long> read = new HashMap<>();
        Installation.get(
                        installation
                                .admin()
                                .listConsumerGroupOffsets(name)
                                .partitionsToOffsetAndMetadata())
                .forEach((partition, position) -> read.put(partition, position.offset()));
        return read;
    }
}
