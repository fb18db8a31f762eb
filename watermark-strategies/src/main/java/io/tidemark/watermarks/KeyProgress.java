package io.tidemark.watermarks;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * How far each of at most {@code capacity} keys has come, and which of those that are alive is the
 * slowest.
 *
 * <p>An event costs a look into a table and a row of four numbers that is written over. Who is the
 * slowest, and who has died, is only looked at where it matters, at the slowest end ({@link
 * SlowestFirst}); who has been silent for longest only when there is no room. All lies in arrays of
 * numbers that grow by doubling: 64 to 128 bytes a key.
 */
final class KeyProgress {

    private static final int NONE = -1;
    private static final int FIRST_SLOTS = 16;

    // A row, by slot; the first slots are in use.
    private static final int KEY = 0;
    private static final int HIGHEST = 1;
    private static final int SPOKE_AT = 2;

    /** The number of its latest word: of two that spoke at the same time, one was the first. */
    private static final int WORD = 3;

    private static final int ROW = 4;

    private final int capacity;
    private final long ttl;

    private int size;
    private long now;
    private long words;

    private long[] rows = new long[FIRST_SLOTS * ROW];
    private int[] table = emptyTable(2 * FIRST_SLOTS);

    /** How many bits of a product do not count for a place in the table. */
    private int shift = Long.numberOfLeadingZeros(2 * FIRST_SLOTS - 1L);

    private final SlowestFirst order = new SlowestFirst(FIRST_SLOTS);

    /**
     * Who had been silent for longest, in order, when it was last asked; whoever spoke since is
     * none of them.
     */
    private final ArrayDeque<Word> longestSilent = new ArrayDeque<>();

    private record Word(long number, long key) {}

    /**
     * @param ttl a key is dead when it has been silent for so long
     */
    KeyProgress(int capacity, long ttl) {
        this.capacity = capacity;
        this.ttl = ttl;
    }

    /**
     * Notes that a key spoke.
     *
     * @param now never below that of an earlier call
     * @return whether another key that was alive was forgotten for it: the one that had been silent
     *     for longest
     */
    boolean spoke(long key, long time, long now) {
        this.now = now;
        int slot = table[find(key)];
        if (slot == NONE) {
            boolean forgotten = size == capacity && forgetLongestSilent();
            add(key, time);
            return forgotten;
        }
        int row = slot * ROW;
        if (isDead(row)) {
            rows[row + HIGHEST] = time;
            order.restart(slot, time);
        } else if (time > rows[row + HIGHEST]) {
            rows[row + HIGHEST] = time;
        }
        rows[row + SPOKE_AT] = now;
        rows[row + WORD] = words++;
        return false;
    }

    /** The highest time of the slowest key that is alive. At least the one that just spoke is. */
    long slowest() {
        while (true) {
            int row = order.top() * ROW;
            if (isDead(row)) {
                forget(order.top());
            } else if (rows[row + HIGHEST] > order.topTime()) {
                order.raiseTop(rows[row + HIGHEST]);
            } else {
                return order.topTime();
            }
        }
    }

    private boolean isDead(int row) {
        return now - rows[row + SPOKE_AT] >= ttl;
    }

    /** Whether the one that had to go was alive. */
    private boolean forgetLongestSilent() {
        while (true) {
            if (longestSilent.isEmpty()) {
                longestSilent.addAll(inOrderOfLastWord());
            }
            Word word = longestSilent.remove();
            int slot = table[find(word.key())];
            if (slot != NONE && rows[slot * ROW + WORD] == word.number()) {
                boolean alive = !isDead(slot * ROW);
                forget(slot);
                return alive;
            }
        }
    }

    private List<Word> inOrderOfLastWord() {
        List<Word> all = new ArrayList<>(size);
        for (int slot = 0; slot < size; slot++) {
            all.add(new Word(rows[slot * ROW + WORD], rows[slot * ROW + KEY]));
        }
        all.sort(Comparator.comparingLong(Word::number));
        return all;
    }

    private void add(long key, long time) {
        if (size * ROW == rows.length) {
            grow();
        }
        int slot = size++;
        int row = slot * ROW;
        rows[row + KEY] = key;
        rows[row + HIGHEST] = time;
        rows[row + SPOKE_AT] = now;
        rows[row + WORD] = words++;
        table[find(key)] = slot;
        order.add(slot, time);
    }

    /** Slots stay without gaps: the last one moves into the one that is left. */
    private void forget(int slot) {
        order.remove(slot);
        clearInTable(find(rows[slot * ROW + KEY]));
        int last = --size;
        if (slot != last) {
            table[find(rows[last * ROW + KEY])] = slot;
            System.arraycopy(rows, last * ROW, rows, slot * ROW, ROW);
            order.rename(last, slot);
        }
    }

    // The table by key: open addressing, half full at most.

    /** The place in the table of a key, or the empty one where it belongs. */
    private int find(long key) {
        int mask = table.length - 1;
        int place = homeOf(key);
        while (table[place] != NONE && rows[table[place] * ROW + KEY] != key) {
            place = (place + 1) & mask;
        }
        return place;
    }

    /** The upper bits of a product with the golden ratio, which spreads neighbours well. */
    private int homeOf(long key) {
        return (int) (key * 0x9E3779B97F4A7C15L >>> shift);
    }

    /** Empties a place and closes the gap, so that what was pushed behind it is still found. */
    private void clearInTable(int start) {
        int mask = table.length - 1;
        int gap = start;
        table[gap] = NONE;
        for (int place = (gap + 1) & mask; table[place] != NONE; place = (place + 1) & mask) {
            int home = homeOf(rows[table[place] * ROW + KEY]);
            if (((place - home) & mask) >= ((place - gap) & mask)) {
                table[gap] = table[place];
                table[place] = NONE;
                gap = place;
            }
        }
    }

    private void grow() {
        rows = Arrays.copyOf(rows, 2 * rows.length);
        table = emptyTable(2 * table.length);
        shift--;
        for (int slot = 0; slot < size; slot++) {
            table[find(rows[slot * ROW + KEY])] = slot;
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
        for (Word word : inOrderOfLastWord()) {
            int row = table[find(word.key())] * ROW;
            out.writeLong(word.key());
            out.writeLong(rows[row + HIGHEST]);
            out.writeLong(rows[row + SPOKE_AT]);
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
