package io.tidemark.operators.window;

import io.tidemark.operators.aggregate.VarLong;
import java.io.IOException;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Numbers in few bytes: seven bits a byte, the sign in the lowest bit, and in an array the
 * difference to the number before, wherever that is small.
 */
final class Numbers {

    private Numbers() {}

    static void write(long number, DataOutputView target) throws IOException {
        VarLong.writeSigned(number, target);
    }

    static long readOne(DataInputView source) throws IOException {
        return VarLong.readSigned(source);
    }

    /** Writes numbers that grow, or nearly do; any numbers come back as they were. */
    static void writeSorted(long[] numbers, DataOutputView target) throws IOException {
        write(numbers.length, target);
        long before = 0;
        for (long number : numbers) {
            write(number - before, target);
            before = number;
        }
    }

    static long[] read(DataInputView source) throws IOException {
        long[] numbers = new long[(int) readOne(source)];
        long before = 0;
        for (int i = 0; i < numbers.length; i++) {
            before += readOne(source);
            numbers[i] = before;
        }
        return numbers;
    }
}
