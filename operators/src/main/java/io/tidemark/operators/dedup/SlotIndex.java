package io.tidemark.operators.dedup;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which slots hold anything in which stretch: spares the look-ups that would find nothing, of which
 * there would be two an event.
 *
 * <p>At most 512 bytes a stretch that is alive, of which there are three or four.
 */
final class SlotIndex {

    private final Map<Long, BitSet> slotsOfStretch = new HashMap<>();

    boolean contains(long stretch, int slot) {
        BitSet slots = slotsOfStretch.get(stretch);
        return slots != null && slots.get(slot);
    }

    /** Adds a slot; tells whether it was new. */
    boolean add(long stretch, int slot) {
        BitSet slots =
                slotsOfStretch.computeIfAbsent(
                        stretch, unseen -> new BitSet(DeduplicationState.SLOTS));
        if (slots.get(slot)) {
            return false;
        }
        slots.set(slot);
        return true;
    }

    void remove(long stretch, int slot) {
        @Nullable BitSet slots = slotsOfStretch.get(stretch);
        if (slots != null) {
            slots.clear(slot);
            if (slots.isEmpty()) {
                slotsOfStretch.remove(stretch);
            }
        }
    }
}
