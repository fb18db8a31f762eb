package io.tidemark.local;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;

/**
 * A real Kafka broker inside this process: one node that is broker and controller at once, on free
 * ports of the loopback interface.
 *
 * <p>Its log stands in a directory of the caller's choice. A directory that holds such a log
 * already is opened as it is, on whatever ports are free then, also after the process before was
 * killed. Topics are not created by use, and nothing is ever deleted by age: a replay finds what
 * was fed.
 */
public final class LocalBroker implements AutoCloseable {
    private static final String HOST = "127.0.0.1";
    private static final int NODE = 1;
    private static final String CONTROLLER_LISTENER = "CONTROLLER";
    private static final String BROKER_LISTENER = "BROKER";

    private final KafkaRaftServer server;
    private final int port;

    private LocalBroker(KafkaRaftServer server, int port) {
        this.server = server;
        this.port = port;
    }

    /**
     * Starts a broker over this directory and returns when clients can use it, usually after a few
     * seconds.
     *
     * @throws UncheckedIOException if the directory cannot be written or no port is free
     */
    public static LocalBroker startIn(Path logDirectory) {
        try {
            Files.createDirectories(logDirectory);
            if (!Files.exists(logDirectory.resolve("meta.properties"))) {
                format(logDirectory);
            }
            int[] ports = freePorts();
            KafkaRaftServer server =
                    new KafkaRaftServer(
                            new KafkaConfig(settings(logDirectory, ports[0], ports[1])),
                            Time.SYSTEM);
            server.startup();
            return new LocalBroker(server, ports[0]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where clients find the broker, as host:port. */
    public String bootstrapServers() {
        return HOST + ":" + port;
    }

    /** Shuts the broker down in good order; its log stays. */
    @Override
    public void close() {
        server.shutdown();
        server.awaitShutdown();
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

    private static Properties settings(Path logDirectory, int port, int controllerPort) {
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

    /**
     * Two ports that were free a moment ago: both are held until both are known, so they differ.
     */
    private static int[] freePorts() throws IOException {
        try (ServerSocket first = new ServerSocket();
                ServerSocket second = new ServerSocket()) {
            first.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            second.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            return new int[] {first.getLocalPort(), second.getLocalPort()};
        }
    }
}
