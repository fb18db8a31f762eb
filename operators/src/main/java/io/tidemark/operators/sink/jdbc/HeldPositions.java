package io.tidemark.operators.sink.jdbc;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The positions of a batch's rows, as bytes; read without the rows.
 *
 * @param partitions what the rows' partition numbers stand for; empty if rows have no positions
 * @param bytes of each row the partition's number, an int, the offset, a long, and the place, an
 *     int
 */
record HeldPositions(List<String> partitions, byte[] bytes) {

    /** How many bytes a position takes. */
    static final int BYTES = 16;

    /** Whether the batch's rows have positions; an empty batch has none to have. */
    boolean areThere() {
        return !partitions.isEmpty();
    }

    /** The position of the row with the given index, of rows that have positions. */
    Position of(int row) {
        ByteBuffer all = ByteBuffer.wrap(bytes);
        int at = row * BYTES;
        return new Position(
                partitions.get(all.getInt(at)), all.getLong(at + 4), all.getInt(at + 12));
    }

    /** Of each partition the lowest and the greatest position, in the order of the partitions. */
    SortedMap<String, Span> spans() {
        SortedMap<String, Span> spans = new TreeMap<>();
        for (int row = 0; row < bytes.length / BYTES; row++) {
            Position position = of(row);
            spans.merge(
                    position.partition(),
                    new Span(position, position),
                    (span, one) -> span.with(position));
        }
        return spans;
    }

    /** What a batch has of a partition. */
    record Span(Position lowest, Position greatest) {

        private Span with(Position position) {
            return new Span(
                    lowest.isAfter(position) ? position : lowest,
                    position.isAfter(greatest) ? position : greatest);
        }
    }
}
