package io.tidemark.bench.windows;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;

/** The cluster in this JVM that runs one job after the other, and the settings of the jobs. */
final class WindowCluster implements AutoCloseable {

    private static final int SLOTS = 8;

    /** A slot's managed memory in a TaskManager of Flink's default size with one slot. */
    static final int MANAGED_MEBIBYTES_A_SLOT = 512;

    private static final int NETWORK_MEBIBYTES = 128;
    private static final Duration CHECKPOINT_INTERVAL = Duration.ofSeconds(5);

    private final MiniCluster cluster;
    private final Path directory;

    private WindowCluster(MiniCluster cluster, Path directory) {
        this.cluster = cluster;
        this.directory = directory;
    }

    static WindowCluster startIn(Path directory) throws Exception {
        Configuration settings = new Configuration();
        settings.set(
                TaskManagerOptions.MANAGED_MEMORY_SIZE,
                MemorySize.ofMebiBytes(SLOTS * MANAGED_MEBIBYTES_A_SLOT));
        settings.set(
                TaskManagerOptions.NETWORK_MEMORY_MIN, MemorySize.ofMebiBytes(NETWORK_MEBIBYTES));
        settings.set(
                TaskManagerOptions.NETWORK_MEMORY_MAX, MemorySize.ofMebiBytes(NETWORK_MEBIBYTES));
        settings.set(RestOptions.BIND_PORT, "0");
        MiniCluster cluster =
                new MiniCluster(
                        new MiniClusterConfiguration.Builder()
                                .setConfiguration(settings)
                                .setNumTaskManagers(1)
                                .setNumSlotsPerTaskManager(SLOTS)
                                .build());
        cluster.start();
        return new WindowCluster(cluster, directory);
    }

    StreamExecutionEnvironment environment(Backend backend, int parallelism) {
        Configuration settings = new Configuration();
        settings.set(StateBackendOptions.STATE_BACKEND, backend.flinkName());
        settings.set(CheckpointingOptions.INCREMENTAL_CHECKPOINTS, backend == Backend.ROCKSDB);
        settings.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, CHECKPOINT_INTERVAL);
        settings.set(CheckpointingOptions.CHECKPOINTING_TIMEOUT, Duration.ofMinutes(5));
        settings.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                directory.resolve("checkpoints").toUri().toString());
        settings.set(PipelineOptions.OBJECT_REUSE, true);
        settings.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        StreamExecutionEnvironment env = new StreamExecutionEnvironment(settings);
        env.setParallelism(parallelism);
        return env;
    }

    RunningJob submit(StreamExecutionEnvironment env, String name) throws Exception {
        StreamGraph streams = env.getStreamGraph();
        streams.setJobName(name);
        JobGraph graph = streams.getJobGraph();
        cluster.submitJob(graph).get(1, TimeUnit.MINUTES);
        return new RunningJob(cluster, graph.getJobID());
    }

    @Override
    public void close() throws Exception {
        cluster.close();
    }
}
