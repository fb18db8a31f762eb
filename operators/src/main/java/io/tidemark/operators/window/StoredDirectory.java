package io.tidemark.operators.window;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * The slices of a key as they are stored with the key itself: which blocks there are, and what is
 * in the newest.
 *
 * @param <A> the type of the accumulators
 */
final class StoredDirectory<A> {

    /** Of each block: its number. */
    final long[] numbers;

    /** Of each block: the start of its first slice that still counts. */
    final long[] firsts;

    /** Of each block: the start of its last slice. */
    final long[] lasts;

    final StoredSlices<A> newest;

    StoredDirectory(long[] numbers, long[] firsts, long[] lasts, StoredSlices<A> newest) {
        this.numbers = numbers;
        this.firsts = firsts;
        this.lasts = lasts;
        this.newest = newest;
    }

    static <A> StoredDirectory<A> none() {
        long[] none = new long[0];
        return new StoredDirectory<>(none, none, none, new StoredSlices<>(none, new Object[0]));
    }

    void write(DataOutputView target, TypeSerializer<A> serializer) throws IOException {
        Numbers.writeSorted(numbers, target);
        Numbers.writeSorted(firsts, target);
        Numbers.writeSorted(lasts, target);
        newest.write(target, serializer);
    }

    static <A> StoredDirectory<A> read(DataInputView source, TypeSerializer<A> serializer)
            throws IOException {
        return new StoredDirectory<>(
                Numbers.read(source),
                Numbers.read(source),
                Numbers.read(source),
                StoredSlices.read(source, serializer));
    }
}
