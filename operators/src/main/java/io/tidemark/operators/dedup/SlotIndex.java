package io.tidemark.operators.dedup;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which slots hold anything in which stretch: spares the look-ups that would find nothing, of which
 * there would be two an event.
 *
 * <p>At most 512 bytes a stretch that is alive. The stretches asked for last, three in a row for
 * each event, are found without the map.
 */
final class SlotIndex {

    private static final int NEAR = 4;

    private final Map<Long, BitSet> slotsOfStretch = new HashMap<>();

    /**
     * A direct-mapped cache of the map: place {@code stretch mod 4} holds the slots of one stretch,
     * or null if it has none.
     */
    private final long[] nearStretches = new long[NEAR];

    private final @Nullable BitSet[] nearSlots = new BitSet[NEAR];

    SlotIndex() {
        // The cache begins with what an empty map would answer, for stretches that fit their
        // places.
        Arrays.setAll(nearStretches, place -> place);
    }

    boolean contains(long stretch, int slot) {
        int place = (int) (stretch & (NEAR - 1));
        if (nearStretches[place] != stretch) {
            nearStretches[place] = stretch;
            nearSlots[place] = slotsOfStretch.get(stretch);
        }
        BitSet slots = nearSlots[place];
        return slots != null && slots.get(slot);
    }

    /** Adds a slot; tells whether it was new. */
    boolean add(long stretch, int slot) {
        if (contains(stretch, slot)) {
            return false;
        }
        BitSet slots =
                slotsOfStretch.computeIfAbsent(
                        stretch, unseen -> new BitSet(DeduplicationState.SLOTS));
        slots.set(slot);
        nearSlots[(int) (stretch & (NEAR - 1))] = slots;
        return true;
    }

    void remove(long stretch, int slot) {
        if (contains(stretch, slot)) {
            BitSet slots = slotsOfStretch.get(stretch);
            if (slots != null) {
                slots.clear(slot);
                if (slots.isEmpty()) {
                    slotsOfStretch.remove(stretch);
                    nearSlots[(int) (stretch & (NEAR - 1))] = null;
                }
            }
        }
    }
}
