package io.tidemark.operators.window;

import java.io.IOException;
import java.util.Arrays;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * The events of one key that wait for the watermark, and come out in the order of their times, of
 * equal times in that of their arrival.
 *
 * <p>An event is laid behind the others as it comes. They are put in order when they are wanted: a
 * merge sort of what came since, and one merge with those that wait still, over as far as the two
 * overlap.
 *
 * @param <T> the type of the events
 */
final class PendingEvents<T> {

    private static final int FIRST_CAPACITY = 2;

    /** An emptied list with more room than this gives it back. */
    private static final int SPARE_CAPACITY = 16;

    /** So many are put in order by inserting one after the other. */
    private static final int FEW = 12;

    private static final long[] NO_TIMES = new long[0];
    private static final Object[] NO_EVENTS = new Object[0];

    private long[] times = NO_TIMES;
    private Object[] events = NO_EVENTS;
    private int from;
    private int size;

    /** Up to here, exclusive, they are in order. */
    private int sorted;

    /** How many there is room for. */
    int capacity() {
        return times.length;
    }

    boolean isEmpty() {
        return size == from;
    }

    void add(T event, long time) {
        if (size == times.length) {
            makeRoom();
        }
        if (sorted == size && (size == from || times[size - 1] <= time)) {
            sorted++;
        }
        times[size] = time;
        events[size] = event;
        size++;
    }

    private void makeRoom() {
        int count = size - from;
        // Half of the room is free, or there will be twice as much.
        int capacity =
                count > times.length / 2 || count == 0
                        ? Math.max(FIRST_CAPACITY, times.length * 2)
                        : times.length;
        long[] roomierTimes = capacity == times.length ? times : new long[capacity];
        Object[] roomier = capacity == times.length ? events : new Object[capacity];
        System.arraycopy(times, from, roomierTimes, 0, count);
        System.arraycopy(events, from, roomier, 0, count);
        if (roomier == events) {
            Arrays.fill(events, count, size, null);
        }
        times = roomierTimes;
        events = roomier;
        sorted -= from;
        size = count;
        from = 0;
    }

    /** Puts them in order. All that asks for the first ones wants that. */
    void sort() {
        if (sorted < size) {
            sort(sorted, size);
            merge(from, sorted, size);
            sorted = size;
        }
    }

    /** The time of the first; there must be one. */
    long firstTime() {
        return times[from];
    }

    /** How many events have the time of the first. */
    int countOfFirstTime() {
        int end = from + 1;
        while (end < size && times[end] == times[from]) {
            end++;
        }
        return end - from;
    }

    /** The event that so many others stand in front of. */
    T get(int index) {
        return cast(events[from + index]);
    }

    /** Takes out the first so many. */
    void removeFirst(int count) {
        Arrays.fill(events, from, from + count, null);
        from += count;
        if (from == size) {
            from = 0;
            size = 0;
            sorted = 0;
            if (times.length > SPARE_CAPACITY) {
                times = NO_TIMES;
                events = NO_EVENTS;
            }
        }
    }

    private void sort(int low, int high) {
        if (high - low <= FEW) {
            for (int i = low + 1; i < high; i++) {
                insert(low, i);
            }
            return;
        }
        int middle = (low + high) >>> 1;
        sort(low, middle);
        sort(middle, high);
        merge(low, middle, high);
    }

    /** Moves one to its place among those in front of it, which are in order. */
    private void insert(int low, int index) {
        long time = times[index];
        Object event = events[index];
        int at = index;
        while (at > low && times[at - 1] > time) {
            times[at] = times[at - 1];
            events[at] = events[at - 1];
            at--;
        }
        times[at] = time;
        events[at] = event;
    }

    /** Makes one order of two that follow each other. */
    private void merge(int low, int middle, int high) {
        if (low == middle || times[middle - 1] <= times[middle]) {
            return;
        }
        int out = firstBehind(low, middle, times[middle]);
        long[] leftTimes = Arrays.copyOfRange(times, out, middle);
        Object[] left = Arrays.copyOfRange(events, out, middle);
        int i = 0;
        int j = middle;
        while (i < left.length) {
            if (j < high && times[j] < leftTimes[i]) {
                times[out] = times[j];
                events[out++] = events[j++];
            } else {
                times[out] = leftTimes[i];
                events[out++] = left[i++];
            }
        }
    }

    /** The first of some in order that is later than the given time. */
    private int firstBehind(int low, int high, long time) {
        int lowest = low;
        int highest = high;
        while (lowest < highest) {
            int middle = (lowest + highest) >>> 1;
            if (times[middle] <= time) {
                lowest = middle + 1;
            } else {
                highest = middle;
            }
        }
        return lowest;
    }

    /** As the backend keeps them. */
    Stored<T> toStore() {
        sort();
        return new Stored<>(
                Arrays.copyOfRange(times, from, size), Arrays.copyOfRange(events, from, size));
    }

    void restore(Stored<T> stored) {
        if (stored.times.length > 0) {
            times = stored.times.clone();
            events = stored.events.clone();
            size = times.length;
            sorted = size;
        }
    }

    @SuppressWarnings("unchecked") // Only events are put in.
    private static <T> T cast(Object event) {
        return (T) event;
    }

    /**
     * Events as the backend keeps them. Nobody changes them any more.
     *
     * @param <T> the type of the events
     */
    static final class Stored<T> {

        private final long[] times;
        private final Object[] events;

        private Stored(long[] times, Object[] events) {
            this.times = times;
            this.events = events;
        }

        static <T> Stored<T> none() {
            return new Stored<>(new long[0], new Object[0]);
        }

        void write(DataOutputView target, TypeSerializer<T> serializer) throws IOException {
            Numbers.writeSorted(times, target);
            for (Object event : events) {
                serializer.serialize(cast(event), target);
            }
        }

        static <T> Stored<T> read(DataInputView source, TypeSerializer<T> serializer)
                throws IOException {
            long[] times = Numbers.read(source);
            Object[] events = new Object[times.length];
            for (int i = 0; i < events.length; i++) {
                events[i] = serializer.deserialize(source);
            }
            return new Stored<>(times, events);
        }
    }
}
