package io.tidemark.local;

import io.tidemark.local.usage.WrongUsage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.flink.configuration.BlobServerOptions;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.GlobalConfiguration;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.configuration.WebOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;

/**
 * A Flink cluster inside this process, with REST interface and web UI, set up from a profile
 * directory as {@code flink-conf/local}.
 *
 * <p>The profile decides everything but where files and the UI stand: those belong to the run. Jobs
 * come as jars through REST, so they meet what they would meet in any other cluster: a class loader
 * of their own, and a main method that runs in the JobManager.
 */
final class LocalFlink implements AutoCloseable {
    private static final String HOST = "127.0.0.1";
    private static final int PORTS_TO_TRY = 100;

    private final MiniCluster cluster;
    private final URI address;
    private final int usualParallelism;

    private LocalFlink(MiniCluster cluster, URI address, int usualParallelism) {
        this.cluster = cluster;
        this.address = address;
        this.usualParallelism = usualParallelism;
    }

    /**
     * The settings in a profile directory.
     *
     * @throws WrongUsage if they cannot be understood
     */
    static Configuration profile(Path directory) {
        try {
            return GlobalConfiguration.loadConfiguration(directory.toString());
        } catch (RuntimeException e) {
            throw new WrongUsage(
                    "--flink-conf="
                            + directory
                            + ": its config.yaml cannot be read: "
                            + RootCause.of(e).get(0));
        }
    }

    /** How many tasks of one kind can run at the same time under these settings. */
    static int slots(Configuration profile) {
        return profile.get(TaskManagerOptions.NUM_TASK_SLOTS)
                * profile.get(TaskManagerOptions.MINI_CLUSTER_NUM_TASK_MANAGERS);
    }

    /**
     * Starts a cluster and returns when its web UI can be reached.
     *
     * @param profile what {@link #profile} read; it is not changed
     * @param directory where checkpoints, savepoints and temporary files go
     * @param uiPort the port of the web UI; if it is taken, the next free one is used
     * @param logFile what the web UI shows as the log
     */
    static LocalFlink start(
            Configuration profile, RunDirectory directory, int uiPort, Optional<Path> logFile) {
        Configuration settings = new Configuration(profile);
        String temporary = directory.scratch().toString();
        settings.set(RestOptions.ADDRESS, HOST);
        settings.set(RestOptions.BIND_ADDRESS, HOST);
        settings.set(RestOptions.BIND_PORT, uiPort + "-" + Math.min(uiPort + PORTS_TO_TRY, 65_535));
        settings.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                directory.checkpoints().toUri().toString());
        settings.set(
                CheckpointingOptions.SAVEPOINT_DIRECTORY,
                directory.savepoints().toUri().toString());
        settings.set(CoreOptions.TMP_DIRS, temporary);
        settings.set(WebOptions.TMP_DIR, temporary);
        settings.set(WebOptions.UPLOAD_DIR, temporary);
        settings.set(BlobServerOptions.STORAGE_DIRECTORY, temporary);
        logFile.ifPresent(file -> settings.set(WebOptions.LOG_PATH, file.toString()));
        try {
            MiniCluster cluster =
                    new MiniCluster(
                            new MiniClusterConfiguration.Builder()
                                    .setConfiguration(settings)
                                    .setNumTaskManagers(
                                            profile.get(
                                                    TaskManagerOptions
                                                            .MINI_CLUSTER_NUM_TASK_MANAGERS))
                                    .setNumSlotsPerTaskManager(
                                            profile.get(TaskManagerOptions.NUM_TASK_SLOTS))
                                    .build());
            cluster.start();
            return new LocalFlink(
                    cluster,
                    cluster.getRestAddress().get(),
                    profile.get(CoreOptions.DEFAULT_PARALLELISM));
        } catch (Exception e) {
            throw new UncheckedIOException(
                    new IOException("the Flink cluster did not start: " + RootCause.of(e), e));
        }
    }

    /** Where a browser finds the web UI, and a client the REST interface. */
    URI address() {
        return address;
    }

    /**
     * Submits a fat jar as any client would.
     *
     * @param parallelism the profile's default if empty
     * @param startFrom the savepoint or checkpoint to go on from, if any
     * @throws WrongUsage if the jar's main method finds that an option is wrong
     * @throws JobFailed if it fails otherwise: the job refuses what it found
     */
    RunningJob submit(
            Path fatJar, List<String> arguments, OptionalInt parallelism, Optional<Path> startFrom)
            throws JobFailed {
        FlinkRest rest = FlinkRest.at(address);
        rest.awaitReady();
        // A request that names none gets 1, whatever the profile says.
        int tasks = parallelism.orElse(usualParallelism);
        return RunningJob.of(rest, rest.run(rest.upload(fatJar), arguments, tasks, startFrom));
    }

    @Override
    public void close() {
        try {
            cluster.close();
        } catch (Exception e) {
            throw new UncheckedIOException(new IOException("the Flink cluster did not stop", e));
        }
    }
}
