package io.tidemark.operators.aggregate;

import java.io.IOException;
import java.util.Arrays;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

/**
 * Counts by a small whole number, kept in the order of the numbers, and only where they are not
 * zero.
 *
 * <p>12 bytes for each number on the heap, 2 to 4 where it is written. Cost of an addition: one
 * binary search; a number that is new moves those behind it.
 */
final class SparseCounts {

    private int[] keys = new int[4];
    private long[] counts = new long[4];
    private int size;
    private long total;

    /** The sum of all counts. */
    long total() {
        return total;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Adds to one count; what comes to zero is forgotten. */
    void add(int key, long more) {
        addFrom(0, key, more);
    }

    /** Adds all counts of another. */
    void addAll(SparseCounts other) {
        if (size == 0) {
            copyFrom(other);
            return;
        }
        int from = 0;
        for (int i = 0; i < other.size; i++) {
            from = addFrom(from, other.keys[i], other.counts[i]);
        }
    }

    /** Takes all counts of another away. */
    void subtractAll(SparseCounts other) {
        int from = 0;
        for (int i = 0; i < other.size; i++) {
            from = addFrom(from, other.keys[i], -other.counts[i]);
        }
    }

    /** The greatest number that is counted. There must be one. */
    int greatest() {
        return keys[size - 1];
    }

    /** Forgets the greatest number. */
    void removeGreatest() {
        size--;
        total -= counts[size];
    }

    /** The number at a place in the order of all that was counted, from 1 to the total. */
    int at(long place) {
        long passed = 0;
        for (int i = 0; i < size; i++) {
            passed += counts[i];
            if (passed >= place) {
                return keys[i];
            }
        }
        throw new IllegalArgumentException("place " + place + " of " + total);
    }

    void clear() {
        size = 0;
        total = 0;
    }

    void copyFrom(SparseCounts other) {
        if (keys.length < other.size) {
            keys = new int[other.size];
            counts = new long[other.size];
        }
        System.arraycopy(other.keys, 0, keys, 0, other.size);
        System.arraycopy(other.counts, 0, counts, 0, other.size);
        size = other.size;
        total = other.total;
    }

    void write(DataOutputView target) throws IOException {
        VarLong.write(size, target);
        int before = 0;
        for (int i = 0; i < size; i++) {
            VarLong.writeSigned((long) keys[i] - before, target);
            VarLong.write(counts[i], target);
            before = keys[i];
        }
    }

    void read(DataInputView source) throws IOException {
        clear();
        int written = (int) VarLong.read(source);
        if (keys.length < written) {
            keys = new int[written];
            counts = new long[written];
        }
        int before = 0;
        for (; size < written; size++) {
            before += (int) VarLong.readSigned(source);
            keys[size] = before;
            counts[size] = VarLong.read(source);
            total += counts[size];
        }
    }

    /** Adds to one count that stands at {@code from} or behind it, and returns where it stands. */
    private int addFrom(int from, int key, long more) {
        total += more;
        int found = Arrays.binarySearch(keys, from, size, key);
        if (found < 0) {
            insert(-found - 1, key, more);
            return -found - 1;
        }
        counts[found] += more;
        if (counts[found] == 0) {
            size--;
            System.arraycopy(keys, found + 1, keys, found, size - found);
            System.arraycopy(counts, found + 1, counts, found, size - found);
        }
        return found;
    }

    private void insert(int index, int key, long count) {
        if (size == keys.length) {
            int room = size + (size >> 1) + 1;
            keys = Arrays.copyOf(keys, room);
            counts = Arrays.copyOf(counts, room);
        }
        System.arraycopy(keys, index, keys, index + 1, size - index);
        System.arraycopy(counts, index, counts, index + 1, size - index);
        keys[index] = key;
        counts[index] = count;
        size++;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SparseCounts that
                && Arrays.equals(keys, 0, size, that.keys, 0, that.size)
                && Arrays.equals(counts, 0, size, that.counts, 0, that.size);
    }

    @Override
    public int hashCode() {
        int hash = 1;
        for (int i = 0; i < size; i++) {
            hash = 31 * (31 * hash + keys[i]) + Long.hashCode(counts[i]);
        }
        return hash;
    }
}
