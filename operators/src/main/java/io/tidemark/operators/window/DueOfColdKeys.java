package io.tidemark.operators.window;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.array.LongPrimitiveArraySerializer;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.jspecify.annotations.Nullable;

/**
 * When the keys that left the memory are due: a calendar of slots, about a second each, and in each
 * slot pages of {@value #PAGE} keys of one key group. A key costs a part of one write, one read and
 * one delete, where a timer of Flink's costs all three alone.
 *
 * <p>The pages of a key group are kept under one of its keys, so that they move with it in a
 * rescale. In memory are the pages that are not full, {@value #MOST_OPEN} keys at most, and the
 * numbers of the others.
 *
 * <p>A key that comes back to memory stays on its page: whoever polls it finds it in memory, or
 * with nothing due, and lets it be.
 *
 * @param <K> the type of the keys
 */
final class DueOfColdKeys<K> {

    private static final String PAGES = "pages-of-due-keys";
    private static final String DIRECTORY = "directory-of-due-keys";

    /** A slot is 2^10 ms long. */
    private static final int SLOT_SHIFT = 10;

    private static final int PAGE = 256;
    private static final int MOST_OPEN = 1 << 16;

    private final Consumer<K> select;
    private final int keyGroups;
    private final MapState<Long, DuePage<K>> pages;

    /** Of each page: its slot, its number. */
    private final ValueState<long[]> directory;

    private final Map<Integer, KeyGroup<K>> groups = new HashMap<>();
    private final TreeMap<Long, Slot<K>> slots = new TreeMap<>();

    /** How many keys lie in pages that are not full. */
    private int open;

    /** What is left of the slot that is being read, and of its page. */
    private final Deque<Pile<K>> reading = new ArrayDeque<>();

    private DuePage<K> page = new DuePage<>();
    private int next;

    /** The keys that were polled from the pile that is being read: more than once is in vain. */
    private final Set<K> polled = new HashSet<>();

    private DueOfColdKeys(
            Consumer<K> select,
            int keyGroups,
            MapState<Long, DuePage<K>> pages,
            ValueState<long[]> directory) {
        this.select = select;
        this.keyGroups = keyGroups;
        this.pages = pages;
        this.directory = directory;
    }

    /**
     * Opens the calendar and reads what the checkpoint had.
     *
     * @param select makes a key the current one of the backend
     */
    static <K> DueOfColdKeys<K> open(
            KeyedStateBackend<K> backend, int keyGroups, Consumer<K> select) throws Exception {
        DueOfColdKeys<K> due =
                new DueOfColdKeys<>(
                        select,
                        keyGroups,
                        backend.getPartitionedState(
                                VoidNamespace.INSTANCE,
                                VoidNamespaceSerializer.INSTANCE,
                                new MapStateDescriptor<>(
                                        PAGES,
                                        LongSerializer.INSTANCE,
                                        new DuePage.Serializer<>(backend.getKeySerializer()))),
                        backend.getPartitionedState(
                                VoidNamespace.INSTANCE,
                                VoidNamespaceSerializer.INSTANCE,
                                new ValueStateDescriptor<>(
                                        DIRECTORY, LongPrimitiveArraySerializer.INSTANCE)));
        List<K> carriers;
        try (var keys = backend.getKeys(DIRECTORY, VoidNamespace.INSTANCE)) {
            carriers = keys.toList();
        }
        for (K carrier : carriers) {
            due.restore(carrier);
        }
        return due;
    }

    private void restore(K carrier) throws Exception {
        KeyGroup<K> group = groupOf(carrier);
        select.accept(carrier);
        long[] listed = directory.value();
        for (int i = 0; i < listed.length; i += 2) {
            Slot<K> slot = slot(listed[i]);
            slot.earliest = listed[i] << SLOT_SHIFT;
            slot.pile(group).pages.add(listed[i + 1]);
            group.nextPage = Math.max(group.nextPage, listed[i + 1] + 1);
        }
    }

    /** Notes that a key has to be looked at once the watermark has reached the given time. */
    void put(K key, long due) throws Exception {
        Slot<K> slot = slot(due >> SLOT_SHIFT);
        slot.earliest = Math.min(slot.earliest, due);
        Pile<K> pile = slot.pile(groupOf(key));
        pile.open.add(key, due);
        open++;
        if (pile.open.size() == PAGE) {
            write(pile);
        } else if (open > MOST_OPEN) {
            writeAll();
        }
    }

    /** A key that is due at the given watermark, taken out; null if none is. */
    @Nullable K poll(long watermark) throws Exception {
        while (true) {
            while (next < page.size()) {
                K key = page.key(next);
                long time = page.time(next++);
                if (time > watermark) {
                    put(key, time);
                } else if (isFirst(key)) {
                    return key;
                }
            }
            if (!turnPage(watermark)) {
                return null;
            }
        }
    }

    /** Whether a key was not polled from this pile yet, as far as that is remembered. */
    private boolean isFirst(K key) {
        if (polled.size() == MOST_OPEN) {
            polled.clear(); // To look at a key once more does no harm.
        }
        return polled.add(key);
    }

    /** Whether no key is due at the given watermark. */
    boolean nothingReady(long watermark) {
        return next == page.size() && reading.isEmpty() && !isReady(watermark);
    }

    private boolean isReady(long watermark) {
        return !slots.isEmpty() && slots.firstEntry().getValue().earliest <= watermark;
    }

    private boolean turnPage(long watermark) throws Exception {
        while (true) {
            if (reading.isEmpty()) {
                if (!isReady(watermark)) {
                    return false;
                }
                reading.addAll(slots.pollFirstEntry().getValue().piles.values());
                reading.forEach(pile -> open -= pile.open.size());
            }
            Pile<K> pile = reading.getFirst();
            next = 0;
            if (pile.open.size() > 0) {
                page = pile.open;
                pile.open = new DuePage<>();
                return true;
            }
            if (!pile.pages.isEmpty()) {
                page = read(pile.group, pile.pages.removeFirst());
                return true;
            }
            page = new DuePage<>();
            polled.clear();
            reading.removeFirst();
        }
    }

    private DuePage<K> read(KeyGroup<K> group, long number) throws Exception {
        select.accept(group.carrier);
        DuePage<K> read = pages.get(number);
        pages.remove(number);
        group.changed = true;
        return read;
    }

    // ---- checkpoints ----------------------------------------------------------------------

    /** Writes what the backend does not have yet. */
    void store() throws Exception {
        putBack();
        writeAll();
        Map<KeyGroup<K>, List<Long>> listed = new HashMap<>();
        for (Slot<K> slot : slots.values()) {
            for (Pile<K> pile : slot.piles.values()) {
                if (pile.group.changed) {
                    List<Long> list =
                            listed.computeIfAbsent(pile.group, group -> new ArrayList<>());
                    for (long number : pile.pages) {
                        list.add(slot.number);
                        list.add(number);
                    }
                }
            }
        }
        for (KeyGroup<K> group : groups.values()) {
            if (group.changed) {
                select.accept(group.carrier);
                List<Long> list = listed.getOrDefault(group, List.of());
                if (list.isEmpty()) {
                    directory.clear();
                } else {
                    directory.update(list.stream().mapToLong(Long::longValue).toArray());
                }
                group.changed = false;
            }
        }
    }

    /** What is left of the slot that is being read, the next look at it begins with. */
    private void putBack() throws Exception {
        putBack(page, next);
        next = page.size();
        polled.clear();
        for (Pile<K> left : reading) {
            putBack(left.open, 0);
            if (!left.pages.isEmpty()) {
                Slot<K> slot = slot(left.slot);
                slot.earliest = left.slot << SLOT_SHIFT;
                slot.pile(left.group).pages.addAll(left.pages);
            }
        }
        reading.clear();
    }

    private void putBack(DuePage<K> left, int from) throws Exception {
        for (int i = from; i < left.size(); i++) {
            put(left.key(i), left.time(i));
        }
    }

    private void writeAll() throws Exception {
        for (Slot<K> slot : slots.values()) {
            for (Pile<K> pile : slot.piles.values()) {
                if (pile.open.size() > 0) {
                    write(pile);
                }
            }
        }
    }

    private void write(Pile<K> pile) throws Exception {
        KeyGroup<K> group = pile.group;
        select.accept(group.carrier);
        long number = group.nextPage++;
        pages.put(number, pile.open);
        pile.pages.add(number);
        group.changed = true;
        open -= pile.open.size();
        pile.open = new DuePage<>();
    }

    private KeyGroup<K> groupOf(K key) {
        return groups.computeIfAbsent(
                KeyGroupRangeAssignment.assignToKeyGroup(key, keyGroups),
                number -> new KeyGroup<>(key));
    }

    private Slot<K> slot(long number) {
        return slots.computeIfAbsent(number, Slot::new);
    }

    /** A key group of which there is a key. */
    private static final class KeyGroup<K> {

        /** The key under which its pages are kept. */
        private final K carrier;

        private long nextPage;

        /** Whether its directory was written otherwise. */
        private boolean changed;

        private KeyGroup(K carrier) {
            this.carrier = carrier;
        }
    }

    /** The keys that are due within the same second or so. */
    private static final class Slot<K> {

        private final long number;
        private final Map<KeyGroup<K>, Pile<K>> piles = new LinkedHashMap<>();

        /** No key is due before. */
        private long earliest = Long.MAX_VALUE;

        private Slot(long number) {
            this.number = number;
        }

        private Pile<K> pile(KeyGroup<K> group) {
            return piles.computeIfAbsent(group, of -> new Pile<>(number, of));
        }
    }

    /** The keys of one key group in a slot. */
    private static final class Pile<K> {

        private final long slot;
        private final KeyGroup<K> group;
        private final Deque<Long> pages = new ArrayDeque<>();
        private DuePage<K> open = new DuePage<>();

        private Pile(long slot, KeyGroup<K> group) {
            this.slot = slot;
            this.group = group;
        }
    }
}
