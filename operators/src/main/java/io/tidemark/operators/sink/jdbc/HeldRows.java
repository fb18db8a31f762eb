package io.tidemark.operators.sink.jdbc;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.jspecify.annotations.Nullable;

/**
 * The rows that a writer holds until their checkpoint, as bytes: their {@linkplain CopyText lines},
 * and if they have positions, those.
 */
final class HeldRows {

    private final Pieces lines = new Pieces();
    private final Pieces positions = new Pieces();
    private final Map<String, Integer> partitions = new LinkedHashMap<>();
    private int rows;

    /**
     * Takes a row.
     *
     * @throws IllegalStateException if it has a position and those before it have none, or the
     *     other way round: one would then be read for another row's
     */
    void add(@Nullable String[] texts, @Nullable Position position) throws IOException {
        if (rows > 0 && (position == null) != partitions.isEmpty()) {
            throw new IllegalStateException(
                    "position=" + position + ": either all rows of a batch have one or none has");
        }
        CopyText.write(texts, lines.out());
        if (position != null) {
            Integer number = partitions.get(position.partition());
            if (number == null) {
                number = partitions.size();
                partitions.put(position.partition(), number);
            }
            DataOutputSerializer out = positions.out();
            out.writeInt(number);
            out.writeLong(position.offset());
            out.writeInt(position.place());
        }
        rows++;
    }

    int rows() {
        return rows;
    }

    int bytes() {
        return Math.addExact(lines.bytes(), positions.bytes());
    }

    /** Hands out what is held and holds nothing any more. */
    Content take() {
        Content content =
                new Content(
                        rows,
                        lines.take(),
                        new HeldPositions(new ArrayList<>(partitions.keySet()), positions.take()));
        partitions.clear();
        rows = 0;
        return content;
    }

    /**
     * What was held.
     *
     * @param rows how many
     * @param lines the rows as {@link CopyText} writes them
     * @param positions where they came from
     */
    record Content(int rows, byte[] lines, HeldPositions positions) {}
}
