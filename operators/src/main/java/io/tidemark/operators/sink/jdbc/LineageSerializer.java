package io.tidemark.operators.sink.jdbc;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** Writes a lineage, the one thing that a ledgered writer keeps. */
final class LineageSerializer implements SimpleVersionedSerializer<String> {

    private static final int VERSION = 1;

    @Override
    public int getVersion() {
        return VERSION;
    }

    @Override
    public byte[] serialize(String lineage) {
        return lineage.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String deserialize(int version, byte[] serialized) throws IOException {
        if (version != VERSION) {
            throw new IOException(
                    "a lineage was written in version "
                            + version
                            + ", this Tidemark reads version "
                            + VERSION
                            + ": restore with the Tidemark that wrote it, or a newer one");
        }
        return new String(serialized, StandardCharsets.UTF_8);
    }
}
