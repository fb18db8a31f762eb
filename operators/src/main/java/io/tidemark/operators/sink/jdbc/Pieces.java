package io.tidemark.operators.sink.jdbc;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * Bytes that grow in pieces: one array for all, grown when it is full, would be copied again and
 * again, and arrays of some megabytes are a burden to the collector.
 */
final class Pieces {

    /** How large a piece gets before a new one is begun. */
    private static final int PIECE = 1 << 18;

    private final List<byte[]> full = new ArrayList<>();
    private int bytesOfFull;
    private DataOutputSerializer last = empty();

    private static DataOutputSerializer empty() {
        return new DataOutputSerializer(1 << 10);
    }

    /** Where the next bytes are written; asked for anew each time. */
    DataOutputSerializer out() {
        if (last.length() >= PIECE) {
            bytesOfFull = Math.addExact(bytesOfFull, last.length());
            full.add(last.getCopyOfBuffer());
            last.clear();
        }
        return last;
    }

    int bytes() {
        return Math.addExact(bytesOfFull, last.length());
    }

    /** Hands out all bytes and holds none any more. */
    byte[] take() {
        byte[] all = new byte[bytes()];
        int end = 0;
        for (byte[] piece : full) {
            System.arraycopy(piece, 0, all, end, piece.length);
            end += piece.length;
        }
        System.arraycopy(last.getSharedBuffer(), 0, all, end, last.length());
        full.clear();
        bytesOfFull = 0;
        // What one large checkpoint needed is not kept for all small ones.
        last = empty();
        return all;
    }
}
