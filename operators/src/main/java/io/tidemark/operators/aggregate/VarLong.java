package io.tidemark.operators.aggregate;

import java.io.IOException;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Writes a {@code long} in one byte for each seven bits that it needs, the lowest first, so that
 * small counts are small in a savepoint.
 */
public final class VarLong {

    private VarLong() {}

    /** Writes a number that is seldom negative: a negative one takes ten bytes. */
    public static void write(long number, DataOutputView target) throws IOException {
        long rest = number;
        while ((rest & ~0x7FL) != 0) {
            target.writeByte((int) (rest & 0x7F) | 0x80);
            rest >>>= 7;
        }
        target.writeByte((int) rest);
    }

    /** Reads what {@link #write} wrote. */
    public static long read(DataInputView source) throws IOException {
        long number = 0;
        int shift = 0;
        while (true) {
            byte next = source.readByte();
            number |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return number;
            }
            shift += 7;
        }
    }

    /** Writes a number that is as often negative as not: the sign goes into the lowest bit. */
    public static void writeSigned(long number, DataOutputView target) throws IOException {
        write((number << 1) ^ (number >> 63), target);
    }

    /** Reads what {@link #writeSigned} wrote. */
    public static long readSigned(DataInputView source) throws IOException {
        long folded = read(source);
        return (folded >>> 1) ^ -(folded & 1);
    }
}
