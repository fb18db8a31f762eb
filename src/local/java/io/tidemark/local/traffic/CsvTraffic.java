package io.tidemark.local.traffic;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

public final class CsvTraffic implements Traffic {

    public record Settings(
            EventFields fields, int partitions, Optional<String> feedKey, OptionalDouble speed) {}

    private CsvTraffic() {}

    public static CsvTraffic open(Path file, Settings settings) {
        throw new UnsupportedOperationException(file + " " + settings);
    }

    @Override
    public @Nullable TrafficRecord next() throws IOException {
        return null;
    }

    @Override
    public OptionalDouble share() {
        return OptionalDouble.empty();
    }

    @Override
    public void close() {}
}
