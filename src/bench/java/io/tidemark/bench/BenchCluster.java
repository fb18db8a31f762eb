package io.tidemark.bench;

import java.nio.file.Path;
import java.time.Duration;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** The settings that all contenders of a benchmark run with. */
final class BenchCluster {

    private BenchCluster() {}

    /**
     * An environment with a cluster of its own: hashmap state, object reuse, checkpoints to files
     * every 5 seconds.
     */
    static StreamExecutionEnvironment environment(Path checkpoints, int parallelism) {
        Configuration settings = new Configuration();
        settings.set(StateBackendOptions.STATE_BACKEND, "hashmap");
        settings.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofSeconds(5));
        settings.set(CheckpointingOptions.CHECKPOINTING_TIMEOUT, Duration.ofMinutes(1));
        settings.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, checkpoints.toUri().toString());
        settings.set(PipelineOptions.OBJECT_REUSE, true);
        settings.set(TaskManagerOptions.NUM_TASK_SLOTS, parallelism);
        settings.set(TaskManagerOptions.NETWORK_MEMORY_MIN, MemorySize.ofMebiBytes(64));
        settings.set(TaskManagerOptions.NETWORK_MEMORY_MAX, MemorySize.ofMebiBytes(64));
        settings.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(16));
        settings.set(RestOptions.BIND_PORT, "0");
        return StreamExecutionEnvironment.createLocalEnvironment(parallelism, settings);
    }

    /** Runs a bounded job to its end and tells how long it ran. */
    static Duration run(StreamExecutionEnvironment env, String name) throws Exception {
        JobExecutionResult result = env.execute(name);
        return Duration.ofMillis(result.getNetRuntime());
    }
}
