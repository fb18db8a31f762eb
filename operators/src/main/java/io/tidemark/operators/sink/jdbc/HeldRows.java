package io.tidemark.operators.sink.jdbc;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.jspecify.annotations.Nullable;

/**
 * The rows that a writer holds until their checkpoint, as bytes: their {@linkplain CopyText lines},
 * and if they have positions, for each the number of its partition and its offset there.
 */
final class HeldRows {

    private final Pieces lines = new Pieces();
    private final Pieces places = new Pieces();
    private final Map<String, Integer> partitions = new LinkedHashMap<>();
    private int rows;

    void add(@Nullable String[] texts, @Nullable Position position) throws IOException {
        CopyText.write(texts, lines.out());
        if (position != null) {
            Integer number = partitions.get(position.partition());
            if (number == null) {
                number = partitions.size();
                partitions.put(position.partition(), number);
            }
            DataOutputSerializer out = places.out();
            out.writeInt(number);
            out.writeLong(position.offset());
        }
        rows++;
    }

    int rows() {
        return rows;
    }

    int bytes() {
        return Math.addExact(lines.bytes(), places.bytes());
    }

    /** Hands out what is held and holds nothing any more. */
    Content take() {
        Content content =
                new Content(
                        rows, lines.take(), new ArrayList<>(partitions.keySet()), places.take());
        partitions.clear();
        rows = 0;
        return content;
    }

    /**
     * What was held.
     *
     * @param rows how many
     * @param lines the rows as {@link CopyText} writes them
     * @param partitions what the rows' partition numbers stand for; empty if rows have no positions
     * @param places of each row the partition's number, an int, and the offset, a long
     */
    record Content(int rows, byte[] lines, List<String> partitions, byte[] places) {}
}
