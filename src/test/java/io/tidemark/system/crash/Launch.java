package io.tidemark.system.crash;

import io.tidemark.operators.deadletter.DeadLetter;
import io.tidemark.operators.source.ReadUntil;
import io.tidemark.system.process.ClusterJob;
import java.time.Duration;
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
import org.jspecify.annotations.Nullable;

/** How the job of a stage is to be started. */
final class Launch {
    private final Stage stage;
    private final Configuration settings;
    private Sink<Entry> sink;
    private Source<Either<DeadLetter, Entry>, ?, ?> source;
    private Tally tally;
    private @Nullable String restored;

    Launch(Stage stage) {
        this.stage = stage;
        this.settings = onDemand(stage);
        this.sink = stage.outside().sink(stage.installation(), stage.name());
        this.source = stage.source(ReadUntil.stopped());
        this.tally = Tally.of(stage.name());
    }

    Launch parallelism(int parallelism) {
        settings.set(CoreOptions.DEFAULT_PARALLELISM, parallelism);
        return this;
    }

    Launch from(String path) {
        restored = path;
        return this;
    }

    Launch into(Sink<Entry> other) {
        sink = other;
        return this;
    }

    Launch reading(Source<Either<DeadLetter, Entry>, ?, ?> other) {
        source = other;
        return this;
    }

    Launch countingInAField() {
        tally = Tally.forgetful(stage.name());
        return this;
    }

    /** What it has counted is noted under this name in place of that of its scene. */
    Launch noting(String place) {
        tally = Tally.of(place);
        return this;
    }

    Launch withoutRestart() {
        settings.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        return this;
    }

    Launch checkpointsEvery(Duration interval) {
        settings.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, interval);
        settings.set(CheckpointingOptions.MIN_PAUSE_BETWEEN_CHECKPOINTS, Duration.ZERO);
        return this;
    }

    Configuration settings() {
        return settings;
    }

    Launch checkpointTimeout(Duration timeout) {
        settings.set(CheckpointingOptions.CHECKPOINTING_TIMEOUT, timeout);
        return this;
    }

    /** Submits it and returns when the cluster has taken it. */
    ClusterJob submit() {
        StreamExecutionEnvironment env = new StreamExecutionEnvironment(settings);
        Scene.build(env, tally, source, sink);
        StreamGraph graph = env.getStreamGraph();
        graph.setJobName(stage.name());
        if (restored != null) {
            graph.setSavepointRestoreSettings(SavepointRestoreSettings.forPath(restored));
        }
        return stage.plays(ClusterJob.submit(stage.installation().cluster(), graph));
    }

    /** Submits it and returns when all its tasks run. */
    ClusterJob run() {
        return submit().awaitRunning();
    }

    /** Checkpoints come only when asked for; a failed job comes back soon and often. */
    private static Configuration onDemand(Stage stage) {
        Configuration settings = new Configuration();
        settings.set(CoreOptions.DEFAULT_PARALLELISM, 2);
        settings.set(StateBackendOptions.STATE_BACKEND, "hashmap");
        settings.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
        settings.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                stage.installation().directory(stage.name()).toUri().toString());
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
}
