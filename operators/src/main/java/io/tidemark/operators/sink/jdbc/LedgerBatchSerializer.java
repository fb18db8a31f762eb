package io.tidemark.operators.sink.jdbc;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/** Writes a {@link LedgerBatch} field by field. */
final class LedgerBatchSerializer implements SimpleVersionedSerializer<LedgerBatch> {

    private static final int VERSION = 1;

    @Override
    public int getVersion() {
        return VERSION;
    }

    @Override
    public byte[] serialize(LedgerBatch batch) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(256);
        out.writeUTF(batch.lineage());
        out.writeUTF(batch.sink());
        out.writeUTF(batch.job());
        out.writeLong(batch.writer().getMostSignificantBits());
        out.writeLong(batch.writer().getLeastSignificantBits());
        out.writeInt(batch.subtask());
        out.writeLong(batch.restored());
        out.writeLong(batch.checkpoint());
        writeNames(out, batch.columns());
        HeldRows.Content content = batch.content();
        writeNames(out, content.partitions());
        out.writeInt(content.rows());
        out.writeInt(content.lines().length);
        out.writeInt(content.places().length);
        // The rows are by far the most, and are copied once.
        int names = out.length();
        int lines = content.lines().length;
        int places = content.places().length;
        byte[] serialized = Arrays.copyOf(out.getSharedBuffer(), names + lines + places);
        System.arraycopy(content.lines(), 0, serialized, names, lines);
        System.arraycopy(content.places(), 0, serialized, names + lines, places);
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
                            + ": restore with the Tidemark that wrote it, or a newer one");
        }
        DataInputDeserializer in = new DataInputDeserializer(serialized);
        String lineage = in.readUTF();
        String sink = in.readUTF();
        String job = in.readUTF();
        UUID writer = new UUID(in.readLong(), in.readLong());
        int subtask = in.readInt();
        long restored = in.readLong();
        long checkpoint = in.readLong();
        List<String> columns = readNames(in);
        List<String> partitions = readNames(in);
        int rows = in.readInt();
        byte[] lines = new byte[in.readInt()];
        byte[] places = new byte[in.readInt()];
        in.readFully(lines);
        in.readFully(places);
        return new LedgerBatch(
                lineage,
                sink,
                job,
                writer,
                subtask,
                restored,
                checkpoint,
                columns,
                new HeldRows.Content(rows, lines, partitions, places));
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
