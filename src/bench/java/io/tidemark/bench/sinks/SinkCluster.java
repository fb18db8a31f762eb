package io.tidemark.bench.sinks;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.sink2.Sink;
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

/** The cluster in this JVM that runs source → sink, one job after the other. */
final class SinkCluster implements AutoCloseable {

    private final MiniCluster cluster;
    private final Path directory;
    private final Load load;

    private SinkCluster(MiniCluster cluster, Path directory, Load load) {
        this.cluster = cluster;
        this.directory = directory;
        this.load = load;
    }

    static SinkCluster startIn(Path directory, Load load) throws Exception {
        Configuration settings = new Configuration();
        settings.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(16));
        settings.set(TaskManagerOptions.NETWORK_MEMORY_MIN, MemorySize.ofMebiBytes(64));
        settings.set(TaskManagerOptions.NETWORK_MEMORY_MAX, MemorySize.ofMebiBytes(64));
        settings.set(RestOptions.BIND_PORT, "0");
        MiniCluster cluster =
                new MiniCluster(
                        new MiniClusterConfiguration.Builder()
                                .setConfiguration(settings)
                                .setNumTaskManagers(1)
                                .setNumSlotsPerTaskManager(load.parallelism())
                                .build());
        cluster.start();
        return new SinkCluster(cluster, directory, load);
    }

    /**
     * What a job of this benchmark runs with. Its checkpoints are not Flink's to start: see {@link
     * SinkJob}.
     */
    Configuration settings() {
        Configuration settings = new Configuration();
        settings.set(StateBackendOptions.STATE_BACKEND, "hashmap");
        settings.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofDays(1));
        settings.set(CheckpointingOptions.CHECKPOINTING_TIMEOUT, Duration.ofMinutes(5));
        settings.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                directory.resolve("checkpoints").toUri().toString());
        settings.set(PipelineOptions.OBJECT_REUSE, true);
        settings.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        return settings;
    }

    /**
     * Sends so many rows into the sink, and measures from the first row to the end of the job: all
     * is flushed and committed then.
     */
    Run run(String name, long rows, Sink<SinkRow> sink) throws Exception {
        StreamExecutionEnvironment env = new StreamExecutionEnvironment(settings());
        env.setParallelism(load.parallelism());
        RowPattern pattern =
                new RowPattern(
                        load.parallelism(),
                        rows / load.parallelism(),
                        load.ids() / load.parallelism());
        env.fromSource(
                        new RowSource(pattern, name),
                        WatermarkStrategy.noWatermarks(),
                        "rows",
                        TypeInformation.of(SinkRow.class))
                .uid("rows")
                .sinkTo(sink)
                .uid("sink");
        StreamGraph streams = env.getStreamGraph();
        streams.setJobName(name);
        JobGraph graph = streams.getJobGraph();
        RunClock clock = RunClock.open(name, load.parallelism());
        System.gc();
        try {
            cluster.submitJob(graph).get(1, TimeUnit.MINUTES);
            SinkJob job = new SinkJob(cluster, graph.getJobID(), clock);
            long checkpoints = job.run(load.interval(), directory.resolve("savepoints"));
            return new Run(rows / clock.seconds(), checkpoints);
        } finally {
            RunClock.close(name);
        }
    }

    @Override
    public void close() throws Exception {
        cluster.close();
    }

    /**
     * What came of a run.
     *
     * @param rate rows a second
     * @param checkpoints how many were completed
     */
    record Run(double rate, long checkpoints) {}
}
