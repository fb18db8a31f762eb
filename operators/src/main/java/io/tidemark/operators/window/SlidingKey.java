package io.tidemark.operators.window;

import org.jspecify.annotations.Nullable;

/**
 * A key with a sliding aggregation in memory.
 *
 * @param <K> the type of the keys
 * @param <T> the type of the events
 * @param <A> the type of the accumulators
 */
final class SlidingKey<K, T, A> extends HotKey<K> {

    /** Events that wait for the watermark. */
    final PendingEvents<T> pending = new PendingEvents<>();

    /** What the range of the newest row holds: one part a time, or one an event. */
    final Slices<K, A> window;

    /** How many parts are in the window. */
    int count;

    /** The total of the window. */
    final QueueFold<A> fold;

    /** Whether the fold holds the window; if not, it is empty. */
    boolean folded = true;

    /** All rows of times up to here were sent. */
    long through = Long.MIN_VALUE;

    /** What is kept of rows that may be sent again; null if none may. */
    final @Nullable SentRows<K, T, A> sent;

    SlidingKey(K key, Slices<K, A> window, QueueFold<A> fold, @Nullable SentRows<K, T, A> sent) {
        super(key);
        this.window = window;
        this.fold = fold;
        this.sent = sent;
    }

    boolean isEmpty() {
        return window.isEmpty() && pending.isEmpty();
    }

    int weight() {
        return OWN_WEIGHT
                + window.weight()
                + fold.weight()
                + pending.capacity()
                + (sent == null ? 0 : sent.weight());
    }

    /** A part was put into the window, not at its end, or was added to one that is there. */
    void entered(A part, boolean isNew, boolean invertible) {
        count += isNew ? 1 : 0;
        if (invertible) {
            fold.push(part);
        } else {
            fold.clear();
            folded = false;
        }
    }

    /** What the newest part's row does not hold leaves the window. */
    void leave(SlidingRange range) throws Exception {
        long tooOld = range.tooOldFor(window.last());
        for (long first = window.first();
                first <= tooOld || count > range.events();
                first = window.first()) {
            A part = window.removeFirst();
            count--;
            if (folded) {
                fold.pop(part);
            }
            if (sent != null) {
                sent.left(first, part);
            }
        }
    }

    /** Makes sure that the fold holds the window. */
    void fold() throws Exception {
        if (!folded) {
            window.visit(Long.MIN_VALUE, Long.MAX_VALUE, (time, part) -> fold.push(part));
            folded = true;
        }
    }

    /** Forgets all rows and what was in their ranges. */
    void forgetRows() throws Exception {
        window.clear();
        count = 0;
        fold.clear();
        folded = true;
        if (sent != null) {
            sent.clear();
        }
    }
}
