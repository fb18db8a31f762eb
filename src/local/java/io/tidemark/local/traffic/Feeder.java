package io.tidemark.local.traffic;

import java.util.Optional;

public final class Feeder implements AutoCloseable {

    private Feeder() {}

    public static Feeder start(
            String bootstrapServers,
            String topic,
            int partitions,
            Traffic traffic,
            Optional<String> feedIdentity) {
        throw new UnsupportedOperationException(
                bootstrapServers + topic + partitions + traffic + feedIdentity);
    }

    public FeedProgress progress() {
        throw new UnsupportedOperationException();
    }

    public void stop() {}

    @Override
    public void close() {}
}
