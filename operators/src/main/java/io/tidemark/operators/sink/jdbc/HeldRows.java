package io.tidemark.operators.sink.jdbc;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.jspecify.annotations.Nullable;

/**
 * The rows that a writer holds until their checkpoint, as bytes: each column's length plus one and
 * its text in UTF-8, a length of 0 for null; in front of them, if rows have positions, the number
 * of the partition and the offset in it.
 */
final class HeldRows {

    /**
     * How large a piece gets before a new one is begun. One array for all, grown when it is full,
     * would be copied again and again, and arrays of some megabytes are a burden to the collector.
     */
    private static final int PIECE = 1 << 18;

    private final List<byte[]> full = new ArrayList<>();
    private int bytesOfFull;
    private DataOutputSerializer bytes = empty();
    private final Map<String, Integer> partitions = new LinkedHashMap<>();
    private int rows;

    void add(@Nullable String[] texts, @Nullable Position position) throws IOException {
        if (position != null) {
            Integer number = partitions.get(position.partition());
            if (number == null) {
                number = partitions.size();
                partitions.put(position.partition(), number);
            }
            writeCount(number);
            bytes.writeLong(position.offset());
        }
        for (String text : texts) {
            if (text == null) {
                writeCount(0);
            } else {
                byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
                writeCount(utf8.length + 1);
                bytes.write(utf8);
            }
        }
        rows++;
        if (bytes.length() >= PIECE) {
            bytesOfFull = Math.addExact(bytesOfFull, bytes.length());
            full.add(bytes.getCopyOfBuffer());
            bytes.clear();
        }
    }

    private void writeCount(int count) throws IOException {
        int rest = count;
        while (rest >= 0x80) {
            bytes.writeByte(rest | 0x80);
            rest >>>= 7;
        }
        bytes.writeByte(rest);
    }

    private static DataOutputSerializer empty() {
        return new DataOutputSerializer(1 << 12);
    }

    int rows() {
        return rows;
    }

    int bytes() {
        return Math.addExact(bytesOfFull, bytes.length());
    }

    List<String> partitions() {
        return new ArrayList<>(partitions.keySet());
    }

    /** Hands out what is held and holds nothing any more. */
    byte[] take() {
        byte[] content = new byte[bytes()];
        int end = 0;
        for (byte[] piece : full) {
            System.arraycopy(piece, 0, content, end, piece.length);
            end += piece.length;
        }
        System.arraycopy(bytes.getSharedBuffer(), 0, content, end, bytes.length());
        full.clear();
        bytesOfFull = 0;
        // What one large checkpoint needed is not kept for all small ones.
        bytes = empty();
        partitions.clear();
        rows = 0;
        return content;
    }

    /** The rows of a batch, as {@link #take} gave them. */
    static List<LedgeredRow> of(LedgerBatch batch) throws IOException {
        return HeldRowsReader.of(batch).next(batch.rows());
    }
}
