package io.tidemark.watermarks;

import java.io.IOException;
import java.util.Arrays;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * How far each of at most {@code capacity} keys has come: a table from key to slot, a heap of the
 * slots with the slowest key on top, and a list of them in the order in which they last spoke.
 *
 * <p>All of it lies in arrays of numbers that grow by doubling: 48 to 96 bytes a key.
 */
final class KeyProgress {

    private static final int NONE = -1;
    private static final int FIRST_SLOTS = 16;

    private final int capacity;

    private int size;

    /** By slot; the first {@link #size} are in use. */
    private long[] keys = new long[FIRST_SLOTS];

    private long[] highest = new long[FIRST_SLOTS];
    private long[] spokeAt = new long[FIRST_SLOTS];
    private int[] older = new int[FIRST_SLOTS];
    private int[] newer = new int[FIRST_SLOTS];
    private int[] placeInHeap = new int[FIRST_SLOTS];

    private int[] heap = new int[FIRST_SLOTS];
    private int[] table = emptyTable(2 * FIRST_SLOTS);
    private int oldest = NONE;
    private int newest = NONE;

    KeyProgress(int capacity) {
        this.capacity = capacity;
    }

    int size() {
        return size;
    }

    /** The highest time of the slowest key; there must be one. */
    long slowest() {
        return highest[heap[0]];
    }

    /**
     * Notes that a key spoke.
     *
     * @param now never below that of an earlier call
     * @return whether another key, the one that had been silent for longest, was forgotten for it
     */
    boolean spoke(long key, long time, long now) {
        int slot = table[find(key)];
        if (slot != NONE) {
            spokeAt[slot] = now;
            moveToNewest(slot);
            if (time > highest[slot]) {
                highest[slot] = time;
                sink(placeInHeap[slot]);
            }
            return false;
        }
        boolean full = size == capacity;
        if (full) {
            forget(oldest);
        }
        add(key, time, now);
        return full;
    }

    /** Forgets the keys that spoke last at or before the given moment. */
    void forgetSilentSince(long moment) {
        while (oldest != NONE && spokeAt[oldest] <= moment) {
            forget(oldest);
        }
    }

    private void add(long key, long time, long now) {
        if (size == keys.length) {
            grow();
        }
        int slot = size++;
        keys[slot] = key;
        highest[slot] = time;
        spokeAt[slot] = now;
        table[find(key)] = slot;
        append(slot);
        heap[slot] = slot;
        placeInHeap[slot] = slot;
        rise(slot);
    }

    private void forget(int slot) {
        unlink(slot);
        int place = placeInHeap[slot];
        int last = heap[--size];
        if (last != slot) {
            put(place, last);
            sink(place);
            rise(placeInHeap[last]);
        }
        clearInTable(find(keys[slot]));
        if (slot != size) {
            moveSlot(size, slot);
        }
    }

    /** Slots stay without gaps: the last one moves into the one that was left. */
    private void moveSlot(int from, int to) {
        table[find(keys[from])] = to;
        keys[to] = keys[from];
        highest[to] = highest[from];
        spokeAt[to] = spokeAt[from];
        put(placeInHeap[from], to);
        older[to] = older[from];
        newer[to] = newer[from];
        linkNeighbours(to);
    }

    // The list by last word.

    private void moveToNewest(int slot) {
        if (slot != newest) {
            unlink(slot);
            append(slot);
        }
    }

    private void append(int slot) {
        older[slot] = newest;
        newer[slot] = NONE;
        linkNeighbours(slot);
    }

    private void linkNeighbours(int slot) {
        if (older[slot] == NONE) {
            oldest = slot;
        } else {
            newer[older[slot]] = slot;
        }
        if (newer[slot] == NONE) {
            newest = slot;
        } else {
            older[newer[slot]] = slot;
        }
    }

    private void unlink(int slot) {
        if (older[slot] == NONE) {
            oldest = newer[slot];
        } else {
            newer[older[slot]] = newer[slot];
        }
        if (newer[slot] == NONE) {
            newest = older[slot];
        } else {
            older[newer[slot]] = older[slot];
        }
    }

    // The heap by highest time.

    private void put(int place, int slot) {
        heap[place] = slot;
        placeInHeap[slot] = place;
    }

    private void rise(int start) {
        int place = start;
        int slot = heap[place];
        while (place > 0 && highest[slot] < highest[heap[(place - 1) / 2]]) {
            put(place, heap[(place - 1) / 2]);
            place = (place - 1) / 2;
        }
        put(place, slot);
    }

    private void sink(int start) {
        int place = start;
        int slot = heap[place];
        while (2 * place + 1 < size) {
            int child = 2 * place + 1;
            if (child + 1 < size && highest[heap[child + 1]] < highest[heap[child]]) {
                child++;
            }
            if (highest[heap[child]] >= highest[slot]) {
                break;
            }
            put(place, heap[child]);
            place = child;
        }
        put(place, slot);
    }

    // The table by key: open addressing, half full at most.

    /** The place in the table of a key, or the empty one where it belongs. */
    private int find(long key) {
        int mask = table.length - 1;
        int place = (int) KeyOf.mixed(key) & mask;
        while (table[place] != NONE && keys[table[place]] != key) {
            place = (place + 1) & mask;
        }
        return place;
    }

    /** Empties a place and closes the gap, so that what was pushed behind it is still found. */
    private void clearInTable(int start) {
        int mask = table.length - 1;
        int gap = start;
        table[gap] = NONE;
        for (int place = (gap + 1) & mask; table[place] != NONE; place = (place + 1) & mask) {
            int home = (int) KeyOf.mixed(keys[table[place]]) & mask;
            if (((place - home) & mask) >= ((place - gap) & mask)) {
                table[gap] = table[place];
                table[place] = NONE;
                gap = place;
            }
        }
    }

    private void grow() {
        int slots = 2 * keys.length;
        keys = Arrays.copyOf(keys, slots);
        highest = Arrays.copyOf(highest, slots);
        spokeAt = Arrays.copyOf(spokeAt, slots);
        older = Arrays.copyOf(older, slots);
        newer = Arrays.copyOf(newer, slots);
        placeInHeap = Arrays.copyOf(placeInHeap, slots);
        heap = Arrays.copyOf(heap, slots);
        table = emptyTable(2 * slots);
        for (int slot = 0; slot < size; slot++) {
            table[find(keys[slot])] = slot;
        }
    }

    private static int[] emptyTable(int places) {
        int[] table = new int[places];
        Arrays.fill(table, NONE);
        return table;
    }

    /** Writes the keys, the longest silent first. */
    void write(DataOutputView out) throws IOException {
        out.writeInt(size);
        for (int slot = oldest; slot != NONE; slot = newer[slot]) {
            out.writeLong(keys[slot]);
            out.writeLong(highest[slot]);
            out.writeLong(spokeAt[slot]);
        }
    }

    /** Goes on from what {@link #write} wrote, also with another capacity. */
    void read(DataInputView in) throws IOException {
        int written = in.readInt();
        for (int i = 0; i < written; i++) {
            spoke(in.readLong(), in.readLong(), in.readLong());
        }
    }
}
