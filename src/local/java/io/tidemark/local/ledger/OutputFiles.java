package io.tidemark.local.ledger;

import java.io.IOException;
import java.nio.file.Path;

public final class OutputFiles implements OutputListener, AutoCloseable {

    private OutputFiles() {}

    public static OutputFiles in(Path directory) {
        throw new UnsupportedOperationException(directory.toString());
    }

    public void write(Ledger ledger) throws IOException {
        throw new IOException(ledger.toString());
    }

    @Override
    public void close() throws IOException {}
}
