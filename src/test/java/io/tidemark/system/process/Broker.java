package io.tidemark.system.process;

import io.tidemark.local.BrokerSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.awaitility.Awaitility;

/**
 * A Kafka broker in a process of its own, always on the same port. It has a second one, at which it
 * sends clients to a proxy: whoever is to come to it through one must be told so by itself.
 */
public final class Broker implements AutoCloseable {

    private final Path directory;
    private final Path settings;
    private final int port;
    private final int behindProxy;
    private final int proxy;
    private ChildProcess process;

    private Broker(Path directory, Path settings, int port, int behindProxy, int proxy) {
        this.directory = directory;
        this.settings = settings;
        this.port = port;
        this.behindProxy = behindProxy;
        this.proxy = proxy;
        this.process = run();
    }

    /** Starts a broker whose log is in the directory, and returns when it takes requests. */
    public static Broker startIn(Path directory) {
        return startIn(directory, Map.of());
    }

    /** The same with more settings, or other ones. */
    public static Broker startIn(Path directory, Map<String, String> more) {
        try {
            Path log = Files.createDirectories(directory.resolve("log"));
            BrokerSettings.formatOnce(log);
            int[] ports = Ports.free(4);
            Properties properties = BrokerSettings.of(log, ports[0], ports[1]);
            properties.merge("listeners", ",PROXIED://127.0.0.1:" + ports[2], Broker::both);
            properties.merge("listener.security.protocol.map", ",PROXIED:PLAINTEXT", Broker::both);
            properties.setProperty(
                    "advertised.listeners",
                    "BROKER://127.0.0.1:%d,PROXIED://127.0.0.1:%d".formatted(ports[0], ports[3]));
            // A transaction that nobody ends is to be gone soon after its time.
            properties.setProperty(
                    "transaction.abort.timed.out.transaction.cleanup.interval.ms", "500");
            properties.setProperty("broker.session.timeout.ms", "2000");
            properties.putAll(more);
            Path settings = directory.resolve("server.properties");
            try (Writer out = Files.newBufferedWriter(settings)) {
                properties.store(out, null);
            }
            Broker broker = new Broker(directory, settings, ports[0], ports[2], ports[3]);
            broker.awaitReady();
            return broker;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where clients find it, as host:port. */
    public String address() {
        return "127.0.0.1:" + port;
    }

    private static Object both(Object one, Object other) {
        return one.toString() + other;
    }

    /** Stands before it as long as it is not closed; clients that begin there stay there. */
    public LossyProxy proxy(Loss loss) {
        return LossyProxy.before(behindProxy, proxy, loss);
    }

    /** Ends it without a word to anybody. */
    public void kill() {
        process.kill();
    }

    /** Starts it again over the same log, and returns when it takes requests. */
    public void restart() {
        process = run();
        awaitReady();
    }

    private ChildProcess run() {
        return ChildProcess.java(
                "broker",
                directory.resolve("broker.out"),
                List.of("-Xmx512m"),
                "kafka.Kafka",
                List.of(settings.toString()));
    }

    private void awaitReady() {
        Awaitility.await("the broker at " + address())
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(100))
                .ignoreExceptions()
                .until(
                        () -> {
                            if (!Ports.answers(port)) {
                                return false;
                            }
                            try (Admin admin =
                                    Admin.create(
                                            Map.of(
                                                    CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG,
                                                    address()))) {
                                return !admin.describeCluster()
                                        .nodes()
                                        .get(5, TimeUnit.SECONDS)
                                        .isEmpty();
                            }
                        });
    }

    @Override
    public void close() {
        process.close();
    }
}
