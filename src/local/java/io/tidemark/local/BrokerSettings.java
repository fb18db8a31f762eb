package io.tidemark.local;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.metadata.storage.Formatter;

/**
 * What a lone broker is told: one node that is broker and controller at once, keeps everything, and
 * makes no topic by use.
 */
public final class BrokerSettings {

    static final String HOST = "127.0.0.1";

    private static final int NODE = 1;
    private static final String CONTROLLER_LISTENER = "CONTROLLER";
    private static final String BROKER_LISTENER = "BROKER";

    private BrokerSettings() {}

    /** Makes a broker's log of the directory, unless it is one. */
    public static void formatOnce(Path logDirectory) throws IOException {
        if (!Files.exists(logDirectory.resolve("meta.properties"))) {
            format(logDirectory);
        }
    }

    private static void format(Path logDirectory) throws IOException {
        try {
            new Formatter()
                    .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, UTF_8))
                    .setClusterId(Uuid.randomUuid().toString())
                    .setNodeId(NODE)
                    .setControllerListenerName(CONTROLLER_LISTENER)
                    .addDirectory(logDirectory.toString())
                    .setMetadataLogDirectory(logDirectory.toString())
                    .run();
        } catch (Exception e) {
            throw new IOException("cannot format " + logDirectory + " as a broker's log", e);
        }
    }

    /**
     * The settings of a broker over this directory, on these two ports of the loopback interface.
     */
    public static Properties of(Path logDirectory, int port, int controllerPort) {
        Properties settings = new Properties();
        settings.putAll(
                Map.of(
                        "process.roles",
                        "broker,controller",
                        "node.id",
                        Integer.toString(NODE),
                        // Voters by address in the settings and not in the log, so that a kept log
                        // can be opened on another port.
                        "controller.quorum.voters",
                        NODE + "@" + HOST + ":" + controllerPort,
                        "controller.listener.names",
                        CONTROLLER_LISTENER,
                        "inter.broker.listener.name",
                        BROKER_LISTENER,
                        "listener.security.protocol.map",
                        BROKER_LISTENER + ":PLAINTEXT," + CONTROLLER_LISTENER + ":PLAINTEXT",
                        "listeners",
                        "%s://%s:%d,%s://%s:%d"
                                .formatted(
                                        BROKER_LISTENER,
                                        HOST,
                                        port,
                                        CONTROLLER_LISTENER,
                                        HOST,
                                        controllerPort),
                        "log.dirs",
                        logDirectory.toString()));
        settings.putAll(
                Map.of(
                        // Nobody to replicate to; few partitions, because each costs a directory
                        // and start-up time.
                        "offsets.topic.replication.factor", "1",
                        "offsets.topic.num.partitions", "2",
                        "transaction.state.log.replication.factor", "1",
                        "transaction.state.log.min.isr", "1",
                        "transaction.state.log.num.partitions", "4",
                        "share.coordinator.state.topic.replication.factor", "1",
                        "share.coordinator.state.topic.min.isr", "1",
                        "share.coordinator.state.topic.num.partitions", "1",
                        // A mistyped topic is to fail, as on a well-kept cluster.
                        "auto.create.topics.enable", "false"));
        settings.putAll(
                Map.of(
                        // A kept directory may lie for months between two runs.
                        "log.retention.ms", "-1",
                        "log.retention.bytes", "-1",
                        "offsets.retention.minutes", Integer.toString(Integer.MAX_VALUE),
                        // After a kill the broker must wait until its own former session is over.
                        "broker.session.timeout.ms", "3000",
                        "broker.heartbeat.interval.ms", "500",
                        // Nobody else will join: a lone consumer need not wait for the others.
                        "group.initial.rebalance.delay.ms", "0",
                        // The default reserves 128 MB for compaction.
                        "log.cleaner.dedupe.buffer.size", "8388608",
                        "num.network.threads", "2",
                        "num.io.threads", "4"));
        return settings;
    }
}
