package io.tidemark.operators.window;

import java.util.Arrays;

/**
 * A key with sessions in memory: those that may still change, in order. No two of them overlap or
 * touch, so their ends are in order too.
 *
 * <p>Those with end − 1 up to {@link #through} come first: they were fired, or were made behind the
 * watermark. The others are still open.
 *
 * @param <K> the type of the keys
 * @param <A> the type of the accumulators
 */
final class SessionKey<K, A> extends HotKey<K> {

    private Session<A>[] sessions = array(1);
    private int size;

    /** All sessions with end − 1 up to here were fired. */
    long through = Long.MIN_VALUE;

    /** The watermark at which early rows are due. */
    long earlyDue = NEVER;

    /** Whether a session that was fired may have changed since. */
    boolean hasLate;

    /** Whether an open session may have changed since its last early row. */
    boolean hasEarly;

    /** How many rows are remembered. */
    int rows;

    SessionKey(K key) {
        super(key);
    }

    int size() {
        return size;
    }

    Session<A> get(int index) {
        return sessions[index];
    }

    /** The index of the first session that ends at the given time or later. */
    int firstEndingFrom(long time) {
        return firstBeyond(time - 2);
    }

    /** The index of the first session that is still open. */
    int firstOpen() {
        return firstBeyond(through);
    }

    /** The index of the first session with end − 1 after the given time. */
    private int firstBeyond(long time) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sessions[middle].end - 1 <= time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Opens a session in its place. */
    Session<A> open(int at, long start, long end) {
        if (size == sessions.length) {
            sessions = Arrays.copyOf(sessions, size * 2);
        }
        System.arraycopy(sessions, at, sessions, at + 1, size - at);
        Session<A> session = new Session<>(start, end);
        sessions[at] = session;
        size++;
        return session;
    }

    /** Takes out so many sessions. */
    void remove(int from, int count) {
        if (count > 0) {
            System.arraycopy(sessions, from + count, sessions, from, size - from - count);
            Arrays.fill(sessions, size - count, size, null);
            size -= count;
        }
    }

    /** Forgets sessions with end − 1 up to the given time. */
    void dropThrough(long closed) {
        int count = 0;
        while (count < size && sessions[count].end - 1 <= closed) {
            rows -= sessions[count].rows();
            count++;
        }
        remove(0, count);
    }

    StoredSessions<A> toStore(Accumulators<?, A, ?> aggregate) {
        Session<A>[] copies = array(size);
        for (int i = 0; i < size; i++) {
            copies[i] = sessions[i].copy(aggregate);
        }
        return new StoredSessions<>(new long[] {due, noted, through, earlyDue}, copies);
    }

    void restore(StoredSessions<A> stored, Accumulators<?, A, ?> aggregate) {
        due = stored.times()[0];
        noted = stored.times()[1];
        through = stored.times()[2];
        earlyDue = stored.times()[3];
        size = stored.sessions().length;
        sessions = array(Math.max(1, size));
        for (int i = 0; i < size; i++) {
            Session<A> session = stored.sessions()[i].copy(aggregate);
            sessions[i] = session;
            rows += session.rows();
            if (session.changed) {
                hasLate |= session.end - 1 <= through;
                hasEarly |= session.end - 1 > through;
            }
        }
    }

    /** Forgets early rows that nobody asks for any more. */
    void forgetEarly() {
        earlyDue = NEVER;
        hasEarly = false;
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // Java has no arrays of generic types.
    static <A> Session<A>[] array(int length) {
        return new Session[length];
    }
}
