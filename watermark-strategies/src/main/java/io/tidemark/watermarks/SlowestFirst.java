package io.tidemark.watermarks;

import java.util.Arrays;

/**
 * Slots in the order of their times, the slowest on top, where times rise on nearly every event.
 *
 * <p>A rise is not told at once: the heap keeps a time that the slot has reached at least, and is
 * told the true one when the slot comes to the top. So most rises cost nothing.
 */
final class SlowestFirst {

    private int size;

    /** By place in the heap. */
    private int[] slots;

    private long[] reached;

    /** By slot. */
    private int[] placeOf;

    SlowestFirst(int capacity) {
        slots = new int[capacity];
        reached = new long[capacity];
        placeOf = new int[capacity];
    }

    /** The slot that may be the slowest; there must be one. */
    int top() {
        return slots[0];
    }

    /** The time that it has reached at least. */
    long topTime() {
        return reached[0];
    }

    /** Tells the true time of the slot on top, which is not below what it was. */
    void raiseTop(long time) {
        sink(0, slots[0], time);
    }

    /** Adds the next slot: slots are numbered without gaps. */
    void add(int slot, long time) {
        if (size == slots.length) {
            slots = Arrays.copyOf(slots, 2 * size);
            reached = Arrays.copyOf(reached, 2 * size);
            placeOf = Arrays.copyOf(placeOf, 2 * size);
        }
        rise(size++, slot, time);
    }

    /** Begins anew with a slot, at a time that may be below what it was. */
    void restart(int slot, long time) {
        place(placeOf[slot], slot, time);
    }

    void remove(int slot) {
        int place = placeOf[slot];
        int last = --size;
        if (place != last) {
            place(place, slots[last], reached[last]);
        }
    }

    /** Calls a slot by another number. */
    void rename(int slot, int to) {
        put(placeOf[slot], to, reached[placeOf[slot]]);
    }

    private void place(int place, int slot, long time) {
        if (place > 0 && time < reached[(place - 1) / 2]) {
            rise(place, slot, time);
        } else {
            sink(place, slot, time);
        }
    }

    private void rise(int start, int slot, long time) {
        int place = start;
        while (place > 0 && time < reached[(place - 1) / 2]) {
            int parent = (place - 1) / 2;
            put(place, slots[parent], reached[parent]);
            place = parent;
        }
        put(place, slot, time);
    }

    private void sink(int start, int slot, long time) {
        int place = start;
        while (2 * place + 1 < size) {
            int child = 2 * place + 1;
            if (child + 1 < size && reached[child + 1] < reached[child]) {
                child++;
            }
            if (reached[child] >= time) {
                break;
            }
            put(place, slots[child], reached[child]);
            place = child;
        }
        put(place, slot, time);
    }

    private void put(int place, int slot, long time) {
        slots[place] = slot;
        reached[place] = time;
        placeOf[slot] = place;
    }
}
