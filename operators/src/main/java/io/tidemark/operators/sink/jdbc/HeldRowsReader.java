package io.tidemark.operators.sink.jdbc;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of a batch a portion at a time: as objects all rows of a checkpoint would be many
 * times as large as they are as bytes.
 */
final class HeldRowsReader {

    private final LedgerBatch batch;
    private final DataInputDeserializer in;
    private int index;

    private HeldRowsReader(LedgerBatch batch) {
        this.batch = batch;
        this.in = new DataInputDeserializer(batch.content());
    }

    static HeldRowsReader of(LedgerBatch batch) {
        return new HeldRowsReader(batch);
    }

    /** The next rows, so many at most; none at the end. */
    List<LedgeredRow> next(int most) throws IOException {
        int end = Math.min(index + most, batch.rows());
        List<LedgeredRow> read = new ArrayList<>(end - index);
        while (index < end) {
            read.add(row());
            index++;
        }
        return read;
    }

    private LedgeredRow row() throws IOException {
        Position position = null;
        if (!batch.partitions().isEmpty()) {
            String partition = batch.partitions().get(readCount());
            position = new Position(partition, in.readLong());
        }
        @Nullable String[] texts = new String[batch.columns().size()];
        for (int i = 0; i < texts.length; i++) {
            int length = readCount() - 1;
            if (length >= 0) {
                byte[] utf8 = new byte[length];
                in.readFully(utf8);
                texts[i] = new String(utf8, StandardCharsets.UTF_8);
            }
        }
        return new LedgeredRow(index, texts, position);
    }

    private int readCount() throws IOException {
        int count = 0;
        for (int shift = 0; ; shift += 7) {
            int next = in.readUnsignedByte();
            count |= (next & 0x7f) << shift;
            if (next < 0x80) {
                return count;
            }
        }
    }
}
