package io.tidemark.operators.sink.jdbc;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of a batch a portion at a time: as objects all rows of a checkpoint would be many
 * times as large as they are as bytes.
 */
final class HeldRowsReader {

    private final HeldRows.Content content;
    private final int columns;
    private final CopyText.Reader lines;
    private final DataInputDeserializer places;
    private int index;

    private HeldRowsReader(HeldRows.Content content, int columns) {
        this.content = content;
        this.columns = columns;
        this.lines = new CopyText.Reader(content.lines());
        this.places = new DataInputDeserializer(content.places());
    }

    static HeldRowsReader of(LedgerBatch batch) {
        return new HeldRowsReader(batch.content(), batch.columns().size());
    }

    /** All rows of a batch. */
    static List<LedgeredRow> all(LedgerBatch batch) throws IOException {
        return of(batch).next(batch.content().rows());
    }

    /** The next rows, so many at most; none at the end. */
    List<LedgeredRow> next(int most) throws IOException {
        int end = Math.min(index + most, content.rows());
        List<LedgeredRow> read = new ArrayList<>(end - index);
        while (index < end) {
            read.add(new LedgeredRow(index, lines.next(columns), position()));
            index++;
        }
        return read;
    }

    private @Nullable Position position() throws IOException {
        return content.partitions().isEmpty()
                ? null
                : new Position(content.partitions().get(places.readInt()), places.readLong());
    }
}
