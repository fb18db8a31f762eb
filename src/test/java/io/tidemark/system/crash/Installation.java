package io.tidemark.system.crash;

import io.tidemark.system.fault.FaultControl;
import io.tidemark.system.fault.FaultyHighAvailability;
import io.tidemark.system.process.Broker;
import io.tidemark.system.process.Database;
import io.tidemark.system.process.FlinkCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;

/** All processes that a cell of the matrix needs, and the faults in them. */
final class Installation implements AutoCloseable {

    /** Two for a job, and one that takes over. */
    static final int TASK_MANAGERS = 3;

    private final Path directory;
    private final FaultControl faults;
    private final Broker broker;
    private final Database database;
    private final FlinkCluster cluster;
    private final Admin admin;

    private Installation(
            Path directory,
            FaultControl faults,
            Broker broker,
            Database database,
            FlinkCluster cluster,
            Admin admin) {
        this.directory = directory;
        this.faults = faults;
        this.broker = broker;
        this.database = database;
        this.cluster = cluster;
        this.admin = admin;
    }

    static Installation start(Path directory) {
        FaultControl faults = new FaultControl(directory.resolve("faults"));
        Broker broker = Broker.startIn(directory.resolve("broker"));
        Database database = Database.startIn(directory.resolve("database"));
        FlinkCluster cluster =
                FlinkCluster.startIn(
                        directory.resolve("flink"),
                        TASK_MANAGERS,
                        Map.of("high-availability.type", FaultyHighAvailability.class.getName()),
                        List.of(faults.jvmOption()));
        Admin admin =
                Admin.create(
                        Map.of(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, broker.address()));
        return new Installation(directory, faults, broker, database, cluster, admin);
    }

    FaultControl faults() {
        return faults;
    }

    Broker broker() {
        return broker;
    }

    Database database() {
        return database;
    }

    FlinkCluster cluster() {
        return cluster;
    }

    Admin admin() {
        return admin;
    }

    /** A directory of this name, made if need be. */
    Path directory(String name) {
        try {
            return Files.createDirectories(directory.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Puts back what a cell has taken away. */
    void mend() {
        faults.clear();
        cluster.forgetJobsThatNeverRan();
        if (!cluster.jobManager().isAlive()) {
            cluster.startJobManager();
        }
        cluster.keep(TASK_MANAGERS);
    }

    static <T> T get(java.util.concurrent.Future<T> future) {
        try {
            return future.get();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        } catch (ExecutionException failed) {
            throw new IllegalStateException(failed.getCause());
        }
    }

    @Override
    public void close() {
        admin.close(java.time.Duration.ZERO);
        cluster.close();
        database.close();
        broker.close();
    }
}
