package io.tidemark.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.utils.Time;

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
            BrokerSettings.formatOnce(logDirectory);
            int[] ports = freePorts();
            KafkaRaftServer server =
                    new KafkaRaftServer(
                            new KafkaConfig(BrokerSettings.of(logDirectory, ports[0], ports[1])),
                            Time.SYSTEM);
            server.startup();
            return new LocalBroker(server, ports[0]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where clients find the broker, as host:port. */
    public String bootstrapServers() {
        return BrokerSettings.HOST + ":" + port;
    }

    /** Shuts the broker down in good order; its log stays. */
    @Override
    public void close() {
        server.shutdown();
        server.awaitShutdown();
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
