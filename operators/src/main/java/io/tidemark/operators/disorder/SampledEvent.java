package io.tidemark.operators.disorder;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An event that a uniform sample took.
 *
 * @param priority what the sample drew by; the lowest are kept
 * @param partition the partition it came from
 * @param eventTime when it happened, epoch milliseconds
 * @param lag arrival minus event time, milliseconds, may be negative; the disorder where there is
 *     no arrival clock
 * @param disorder how far it lay behind the highest credible event time before it, at least 0
 * @param okAt the smallest index of the grid from which on no delay has it behind the watermark
 * @param keptAt for each window the smallest index from which on no delay loses it
 * @param key its key, if it has one
 */
public record SampledEvent(
        long priority,
        int partition,
        long eventTime,
        long lag,
        long disorder,
        int okAt,
        List<Integer> keptAt,
        @Nullable String key) {

    void write(DataOutput out) throws IOException {
        out.writeLong(priority);
        out.writeInt(partition);
        out.writeLong(eventTime);
        out.writeLong(lag);
        out.writeLong(disorder);
        out.writeShort(okAt);
        out.writeByte(keptAt.size());
        for (int kept : keptAt) {
            out.writeShort(kept);
        }
        out.writeBoolean(key != null);
        if (key != null) {
            // Not writeUTF: that takes no more than 64 kB.
            byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
            out.writeInt(bytes.length);
            out.write(bytes);
        }
    }

    static SampledEvent read(DataInput in) throws IOException {
        long priority = in.readLong();
        int partition = in.readInt();
        long eventTime = in.readLong();
        long lag = in.readLong();
        long disorder = in.readLong();
        int okAt = in.readShort();
        int windows = in.readByte();
        List<Integer> keptAt = new ArrayList<>(windows);
        for (int i = 0; i < windows; i++) {
            keptAt.add((int) in.readShort());
        }
        String key = in.readBoolean() ? readText(in) : null;
        return new SampledEvent(
                priority, partition, eventTime, lag, disorder, okAt, List.copyOf(keptAt), key);
    }

    private static String readText(DataInput in) throws IOException {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
