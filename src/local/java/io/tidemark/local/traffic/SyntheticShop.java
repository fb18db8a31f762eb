package io.tidemark.local.traffic;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

public final class SyntheticShop implements Traffic {

    /** The partitions that the shop writes to. */
    public static final int PARTITIONS = 4;

    public record Settings(
            EventFields fields,
            long seed,
            double ratePerSecond,
            Optional<Duration> runFor,
            Instant start) {}

    private SyntheticShop() {}

    public static SyntheticShop of(Settings settings) {
        throw new UnsupportedOperationException(settings.toString());
    }

    @Override
    public @Nullable TrafficRecord next() {
        return null;
    }

    @Override
    public OptionalDouble share() {
        return OptionalDouble.empty();
    }

    @Override
    public void close() {}
}
