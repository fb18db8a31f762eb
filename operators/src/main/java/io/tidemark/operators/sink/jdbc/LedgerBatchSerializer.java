package io.tidemark.operators.sink.jdbc;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * Writes a {@link LedgerBatch} field by field.
 *
 * <p>Version 1 is refused: its rows stood in two other forms, which it does not tell apart.
 */
final class LedgerBatchSerializer implements SimpleVersionedSerializer<LedgerBatch> {

    private static final int VERSION = 2;

    @Override
    public int getVersion() {
        return VERSION;
    }

    @Override
    public byte[] serialize(LedgerBatch batch) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(256);
        out.writeUTF(batch.lineage());
        // No lineage is an empty text.
        out.writeUTF(batch.predecessor() == null ? "" : batch.predecessor());
        out.writeUTF(batch.sink());
        out.writeUTF(batch.job());
        out.writeLong(batch.writer().getMostSignificantBits());
        out.writeLong(batch.writer().getLeastSignificantBits());
        out.writeInt(batch.subtask());
        out.writeLong(batch.restored());
        out.writeLong(batch.checkpoint());
        writeNames(out, batch.columns());
        HeldRows.Content content = batch.content();
        byte[] lines = content.lines();
        byte[] positions = content.positions().bytes();
        writeNames(out, content.positions().partitions());
        out.writeInt(content.rows());
        out.writeInt(lines.length);
        out.writeInt(positions.length);
        // The rows are by far the most, and are copied once.
        int names = out.length();
        byte[] serialized =
                Arrays.copyOf(
                        out.getSharedBuffer(),
                        Math.addExact(names, Math.addExact(lines.length, positions.length)));
        System.arraycopy(lines, 0, serialized, names, lines.length);
        System.arraycopy(positions, 0, serialized, names + lines.length, positions.length);
        return serialized;
    }

    @Override
    public LedgerBatch deserialize(int version, byte[] serialized) throws IOException {
        if (version != VERSION) {
            throw new IOException(
                    "a batch was written in version "
                            + version
                            + ", this Tidemark reads version "
                            + VERSION
                            + ": restore with the Tidemark that wrote it, stop with a savepoint,"
                            + " which commits what is held, and restore that one");
        }
        DataInputDeserializer in = new DataInputDeserializer(serialized);
        String lineage = in.readUTF();
        String predecessor = in.readUTF();
        String sink = in.readUTF();
        String job = in.readUTF();
        UUID writer = new UUID(in.readLong(), in.readLong());
        int subtask = in.readInt();
        long restored = in.readLong();
        long checkpoint = in.readLong();
        List<String> columns = readNames(in);
        List<String> partitions = readNames(in);
        int rows = in.readInt();
        int lines = in.readInt();
        int positions = in.readInt();
        requireLengths(in.available(), rows, lines, positions, partitions.isEmpty());
        byte[] bytesOfLines = new byte[lines];
        byte[] bytesOfPositions = new byte[positions];
        in.readFully(bytesOfLines);
        in.readFully(bytesOfPositions);
        return new LedgerBatch(
                lineage,
                predecessor.isEmpty() ? null : predecessor,
                sink,
                job,
                writer,
                subtask,
                restored,
                checkpoint,
                columns,
                new HeldRows.Content(
                        rows, bytesOfLines, new HeldPositions(partitions, bytesOfPositions)));
    }

    private static void requireLengths(
            int left, int rows, int lines, int positions, boolean without) throws IOException {
        long expected = without ? 0 : (long) rows * HeldPositions.BYTES;
        if (lines < 0 || positions != expected || (long) lines + positions != left) {
            throw new IOException(
                    "a batch of "
                            + rows
                            + " rows says that it has "
                            + lines
                            + " bytes of rows and "
                            + positions
                            + " of positions, and has "
                            + left
                            + ": it is damaged, so restore another checkpoint");
        }
    }

    private static void writeNames(DataOutputSerializer out, List<String> names)
            throws IOException {
        out.writeInt(names.size());
        for (String name : names) {
            out.writeUTF(name);
        }
    }

    private static List<String> readNames(DataInputDeserializer in) throws IOException {
        int count = in.readInt();
        List<String> names = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            names.add(in.readUTF());
        }
        return names;
    }
}
