package io.tidemark.operators.disorder;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Records that were left out for one and the same reason.
 *
 * @param count how many
 * @param partition the lowest partition with an example, {@link #NONE} if there is none
 * @param example the first of that partition that came with one, in words for the user; empty if
 *     none did. At most {@value #MOST_CHARS} characters
 */
public record Rejects(long count, int partition, String example) {

    /** The partition of no example. */
    static final int NONE = Integer.MAX_VALUE;

    private static final int MOST_CHARS = 500;

    /** One record. */
    static Rejects one(int partition, String example) {
        return new Rejects(
                1,
                example.isEmpty() ? NONE : partition,
                example.substring(0, Math.min(MOST_CHARS, example.length())));
    }

    /**
     * These and those that came behind them, or from other partitions: where both have an example,
     * that of the lower partition stays.
     */
    Rejects with(Rejects later) {
        Rejects shown = later.partition < partition ? later : this;
        return new Rejects(count + later.count, shown.partition, shown.example);
    }

    static void write(SortedMap<String, Rejects> byReason, DataOutput out) throws IOException {
        out.writeInt(byReason.size());
        for (Map.Entry<String, Rejects> entry : byReason.entrySet()) {
            out.writeUTF(entry.getKey());
            out.writeLong(entry.getValue().count);
            out.writeInt(entry.getValue().partition);
            out.writeUTF(entry.getValue().example);
        }
    }

    static TreeMap<String, Rejects> read(DataInput in) throws IOException {
        TreeMap<String, Rejects> byReason = new TreeMap<>();
        int reasons = in.readInt();
        for (int i = 0; i < reasons; i++) {
            String reason = in.readUTF();
            byReason.put(reason, new Rejects(in.readLong(), in.readInt(), in.readUTF()));
        }
        return byReason;
    }
}
