package io.tidemark.local;

import java.nio.file.Path;
import java.util.Optional;
import org.apache.flink.configuration.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * The parts that stand while a job runs: a broker (the platform's own or the user's), a view on its
 * topics, and a Flink cluster.
 */
final class LocalPlatform implements AutoCloseable {
    private final @Nullable LocalBroker broker;
    private final String servers;
    private final TopicLog topics;
    private final LocalFlink flink;

    private LocalPlatform(
            @Nullable LocalBroker broker, String servers, TopicLog topics, LocalFlink flink) {
        this.broker = broker;
        this.servers = servers;
        this.topics = topics;
        this.flink = flink;
    }

    /**
     * Starts what is to be started and returns when it can be used.
     *
     * @throws JobFailed if the user's broker does not answer
     */
    static LocalPlatform start(
            LocalOptions options,
            Configuration profile,
            RunDirectory directory,
            Optional<Path> logFile)
            throws JobFailed {
        LocalBroker broker =
                options.bootstrapServers().isPresent()
                        ? null
                        : LocalBroker.startIn(directory.brokerLog());
        TopicLog topics = null;
        boolean started = false;
        try {
            String servers =
                    broker == null
                            ? options.bootstrapServers().orElseThrow()
                            : broker.bootstrapServers();
            topics = TopicLog.at(servers);
            LocalFlink flink = LocalFlink.start(profile, directory, options.uiPort(), logFile);
            started = true;
            return new LocalPlatform(broker, servers, topics, flink);
        } finally {
            if (!started) {
                close(topics, broker);
            }
        }
    }

    /** Where clients find the broker, as host:port. */
    String servers() {
        return servers;
    }

    TopicLog topics() {
        return topics;
    }

    LocalFlink flink() {
        return flink;
    }

    /** Stops everything that was started here, the cluster first: its jobs use the broker. */
    @Override
    public void close() {
        try {
            flink.close();
        } finally {
            close(topics, broker);
        }
    }

    private static void close(@Nullable TopicLog topics, @Nullable LocalBroker broker) {
        if (topics != null) {
            topics.close();
        }
        if (broker != null) {
            broker.close();
        }
    }
}
