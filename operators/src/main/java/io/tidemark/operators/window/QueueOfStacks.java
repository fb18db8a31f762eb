package io.tidemark.operators.window;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The queue of aggregates that cannot be inverted: the totals of all that is left of the older
 * parts, one for each that may leave next, and one total of the newer parts. When the older ones
 * are used up, the newer ones become the older ones.
 *
 * <p>Three merges a part over its life; a turn costs the whole queue at once. From: Tangwongsan,
 * Hirzel, Schneider, Wu, General incremental sliding-window aggregation (VLDB 2015), and the
 * two-stacks queue of the functional folklore.
 *
 * @param <A> the type of the accumulators
 */
final class QueueOfStacks<A> extends QueueFold<A> {

    private final Accumulators<?, A, ?> aggregate;

    /** Totals of the parts from one on to the last older one, the shortest first. */
    private List<A> older = new ArrayList<>();

    private List<A> newer = new ArrayList<>();
    private @Nullable A newerTotal;

    QueueOfStacks(Accumulators<?, A, ?> aggregate) {
        this.aggregate = aggregate;
    }

    @Override
    void push(A part) {
        newer.add(part);
        newerTotal = newerTotal == null ? aggregate.copy(part) : aggregate.merge(newerTotal, part);
    }

    @Override
    void pop(A oldest) {
        if (older.isEmpty()) {
            turn();
        }
        older.remove(older.size() - 1);
    }

    /** The newer parts become the older ones. */
    private void turn() {
        A total = null;
        for (int i = newer.size() - 1; i >= 0; i--) {
            A part = aggregate.copy(newer.get(i));
            total = total == null ? part : aggregate.merge(part, total);
            older.add(total);
        }
        newer.clear();
        newerTotal = null;
    }

    @Override
    A total() {
        if (older.isEmpty()) {
            return newerTotal == null ? aggregate.create() : newerTotal;
        }
        A total = aggregate.copy(older.get(older.size() - 1));
        return newerTotal == null ? total : aggregate.merge(total, newerTotal);
    }

    @Override
    void clear() {
        older = new ArrayList<>(); // Not cleared: that would keep the room.
        newer = new ArrayList<>();
        newerTotal = null;
    }

    @Override
    int weight() {
        return older.size() + 1;
    }
}
