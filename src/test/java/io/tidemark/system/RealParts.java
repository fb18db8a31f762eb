package io.tidemark.system;

import io.tidemark.local.LocalBroker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.HeartbeatManagerOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.awaitility.Awaitility;

/** One broker and one Flink cluster in this process, for all test classes. */
public final class RealParts implements AutoCloseable {

    /** Enough that one can die and the job still finds its slots. */
    private static final int TASK_MANAGERS = 3;

    private static final int SLOTS_OF_EACH = 4;

    private final Path directory;
    private final LocalBroker broker;
    private final Admin admin;
    private final MiniCluster cluster;
    private int taskManagersStarted = TASK_MANAGERS;

    private RealParts(Path directory, LocalBroker broker, Admin admin, MiniCluster cluster) {
        this.directory = directory;
        this.broker = broker;
        this.admin = admin;
        this.cluster = cluster;
    }

    static RealParts start() throws Exception {
        Path directory = Files.createTempDirectory("tidemark-system-tests");
        LocalBroker broker = LocalBroker.startIn(directory.resolve("log"));
        MiniCluster cluster =
                new MiniCluster(
                        new MiniClusterConfiguration.Builder()
                                .setConfiguration(settings())
                                .setNumTaskManagers(TASK_MANAGERS)
                                .setNumSlotsPerTaskManager(SLOTS_OF_EACH)
                                .withRandomPorts()
                                .build());
        cluster.start();
        Admin admin =
                Admin.create(
                        Map.of(
                                CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG,
                                broker.bootstrapServers()));
        return new RealParts(directory, broker, admin, cluster);
    }

    private static Configuration settings() {
        Configuration settings = new Configuration();
        settings.set(RestOptions.BIND_PORT, "0");
        settings.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(8));
        settings.set(TaskManagerOptions.NETWORK_MEMORY_MIN, MemorySize.ofMebiBytes(64));
        settings.set(TaskManagerOptions.NETWORK_MEMORY_MAX, MemorySize.ofMebiBytes(64));
        // So that every TaskManager has a task to lose.
        settings.set(
                TaskManagerOptions.TASK_MANAGER_LOAD_BALANCE_MODE,
                TaskManagerOptions.TaskManagerLoadBalanceMode.SLOTS);
        settings.set(HeartbeatManagerOptions.HEARTBEAT_TIMEOUT, Duration.ofSeconds(20));
        return settings;
    }

    public String bootstrapServers() {
        return broker.bootstrapServers();
    }

    public Admin admin() {
        return admin;
    }

    public MiniCluster cluster() {
        return cluster;
    }

    /** A new directory below that of the parts; it goes when they go. */
    public Path newDirectory(String name) {
        try {
            return Files.createTempDirectory(directory, name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Kills the TaskManager that was started last before this call and puts a new one in its place.
     */
    void killATaskManager() throws Exception {
        int victim = taskManagersStarted - 1;
        cluster.startTaskManager();
        taskManagersStarted++;
        cluster.terminateTaskManager(victim).get();
    }

    /** Cancels what a test left running: it would hold its slots for ever. */
    public void cancelAll() throws Exception {
        List<JobID> left =
                cluster.listJobs().get().stream()
                        .filter(job -> !job.getJobState().isGloballyTerminalState())
                        .map(job -> job.getJobId())
                        .toList();
        for (JobID job : left) {
            cluster.cancelJob(job).get();
        }
        for (JobID job : left) {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> cluster.getJobStatus(job).get().isGloballyTerminalState());
        }
    }

    @Override
    public void close() throws IOException {
        Scene.get(cluster.closeAsync());
        admin.close(Duration.ZERO);
        broker.close();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
