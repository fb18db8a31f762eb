package io.tidemark.system;

import io.tidemark.jobs.orders.OrderJob;
import io.tidemark.jobs.orders.OrderOptions;
import io.tidemark.jobs.ordersperminute.OrdersPerMinuteJob;
import io.tidemark.jobs.ordersperminute.OrdersPerMinuteOptions;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.jspecify.annotations.Nullable;

/**
 * How a job is to be started; by default the real wiring with an open valve in the source, and
 * {@link #CHECKPOINTS}.
 */
public final class JobStart {

    /** Puts a job into an environment. */
    @FunctionalInterface
    public interface Wiring {
        void build(StreamExecutionEnvironment env, OrdersPerMinuteOptions options, Valve valve);
    }

    /** The time from checkpoint to checkpoint, unless they come only on demand. */
    static final Duration CHECKPOINTS = Duration.ofMillis(250);

    /** Flink's upper limit. */
    private static final MemorySize LARGEST_IN_METADATA = MemorySize.ofMebiBytes(1);

    private final RealParts parts;
    private final Scene scene;
    private final List<String> arguments = new ArrayList<>();
    private final Properties client = new Properties();
    private final List<URI> jars = new ArrayList<>();
    private final Configuration settings;
    private @Nullable OrderJob<?, ?> other;
    private Wiring wiring = JobStart::wire;
    private Valve valve = Valve.open();
    private SavepointRestoreSettings restored = SavepointRestoreSettings.none();

    JobStart(RealParts parts, Scene scene) {
        this.parts = parts;
        this.scene = scene;
        this.arguments.addAll(scene.arguments());
        this.settings = settings(parts.newDirectory("checkpoints"));
    }

    private static Configuration settings(Path checkpoints) {
        Configuration settings = new Configuration();
        settings.set(CoreOptions.DEFAULT_PARALLELISM, 2);
        settings.set(StateBackendOptions.STATE_BACKEND, "hashmap");
        settings.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
        settings.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, checkpoints.toUri().toString());
        settings.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, CHECKPOINTS);
        // Twice Flink's own ten minutes would be more than a transaction lives.
        settings.set(CheckpointingOptions.CHECKPOINTING_TIMEOUT, Duration.ofMinutes(1));
        settings.set(
                CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE,
                CheckpointingMode.EXACTLY_ONCE);
        settings.set(
                CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
                ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        settings.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
        settings.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 3);
        settings.set(
                RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(50));
        return settings;
    }

    public JobStart judgingBy(Rules rules) {
        arguments.addAll(rules.arguments());
        return this;
    }

    /** More arguments; one that is there already is replaced. */
    public JobStart with(String... more) {
        for (String argument : more) {
            String name = argument.split("=", 2)[0] + "=";
            arguments.removeIf(earlier -> earlier.startsWith(name));
            arguments.add(argument);
        }
        return this;
    }

    /** Sets a property of every Kafka client of the job. */
    JobStart client(String property, String value) {
        client.setProperty(property, value);
        return this;
    }

    public JobStart parallelism(int parallelism) {
        settings.set(CoreOptions.DEFAULT_PARALLELISM, parallelism);
        return this;
    }

    /** No checkpoint comes by itself: only those that the test asks for. */
    public JobStart checkpointsOnlyOnDemand() {
        settings.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMinutes(8));
        settings.set(CheckpointingOptions.MIN_PAUSE_BETWEEN_CHECKPOINTS, Duration.ofMinutes(8));
        return this;
    }

    /**
     * State lies in the file {@code _metadata} of a savepoint itself, as far as Flink does that.
     */
    public JobStart keepingStateInMetadata() {
        settings.set(CheckpointingOptions.FS_SMALL_FILE_THRESHOLD, LARGEST_IN_METADATA);
        return this;
    }

    JobStart withoutCheckpoints() {
        settings.removeConfig(CheckpointingOptions.CHECKPOINTING_INTERVAL);
        return this;
    }

    public JobStart withoutRestart() {
        settings.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        return this;
    }

    /** Puts the valve into the source. */
    public JobStart through(Valve other) {
        valve = other;
        return this;
    }

    private static void wire(
            StreamExecutionEnvironment env, OrdersPerMinuteOptions options, Valve valve) {
        OrdersPerMinuteJob.JOB.build(env, options, valve.around(OrderJob.source(options.orders())));
    }

    /** Wires the job as its main does, to the last object. */
    JobStart withoutValve() {
        return wiredBy((env, options, unused) -> OrdersPerMinuteJob.JOB.build(env, options));
    }

    public JobStart wiredBy(Wiring other) {
        wiring = other;
        return this;
    }

    /** Starts another job than {@code orders-per-minute}, behind the valve. */
    public JobStart of(OrderJob<?, ?> job) {
        other = job;
        return this;
    }

    private <O extends OrderOptions.Of> void build(
            StreamExecutionEnvironment env, OrderJob<O, ?> job) {
        O options = options(job);
        job.build(env, options, valve.around(OrderJob.source(options.orders())));
    }

    /** Starts from a savepoint or a retained checkpoint. */
    public JobStart from(String path) {
        restored = SavepointRestoreSettings.forPath(path, false);
        return this;
    }

    /**
     * Does so even where state of the savepoint belongs to no operator of the job, as with {@code
     * --allowNonRestoredState}.
     */
    public JobStart leavingStateBehind() {
        restored = SavepointRestoreSettings.forPath(restored.getRestorePath(), true);
        return this;
    }

    /** Puts a jar with code that only the job knows on its class path. */
    public JobStart withCodeIn(Path jar) {
        jars.add(jar.toUri());
        return this;
    }

    /** The options that the arguments amount to. */
    OrdersPerMinuteOptions options() {
        return options(OrdersPerMinuteJob.JOB);
    }

    private <O extends OrderOptions.Of> O options(OrderJob<O, ?> job) {
        O options =
                job.options(arguments.toArray(String[]::new), new PrintWriter(new StringWriter()))
                        .orElseThrow();
        options.orders().kafka().client().putAll(client);
        return options;
    }

    /** An environment with the job in it, after preflight. */
    StreamExecutionEnvironment environment() {
        StreamExecutionEnvironment env = new StreamExecutionEnvironment(settings);
        if (other != null) {
            build(env, other);
        } else {
            wiring.build(env, options(), valve);
        }
        return env;
    }

    /** The graph of the job, after preflight. */
    StreamGraph graph() {
        StreamGraph graph = environment().getStreamGraph();
        graph.setJobName(scene.name());
        graph.setSavepointRestoreSettings(restored);
        return graph;
    }

    /** Submits the job and returns when Flink has taken it. */
    public RunningJob start() {
        return RunningJob.submit(parts, scene, valve, graph(), jars);
    }
}
