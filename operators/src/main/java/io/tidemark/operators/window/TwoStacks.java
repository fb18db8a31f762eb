package io.tidemark.operators.window;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fold of aggregates that cannot be inverted: the totals of all that is left of the older
 * slices, one total for each slice that may leave next, and one total of the newer slices. When the
 * older ones are used up, the newer ones become the older ones.
 *
 * <p>Three merges a slice over its life, one or two of them copying; a turn costs the whole window
 * at once. From: Tangwongsan, Hirzel, Schneider, Wu, General incremental sliding-window aggregation
 * (VLDB 2015), and the two-stacks queue of the functional folklore.
 *
 * <p>An event that goes into a slice of the range after it was folded makes the next total cost the
 * whole window.
 *
 * @param <K> the type of the keys
 * @param <A> the type of the accumulators
 */
final class TwoStacks<K, A> extends WindowFold<K, A> {

    private final Accumulators<?, A, ?> aggregate;

    /** Totals of the slices from one on to the last older one, the shortest first. */
    private final List<A> older = new ArrayList<>();

    private final List<Long> olderStarts = new ArrayList<>();

    private @Nullable A newer;
    private int newerCount;
    private long turnedAt = Long.MIN_VALUE;

    TwoStacks(Accumulators<?, A, ?> aggregate) {
        this.aggregate = aggregate;
    }

    @Override
    void forget() {
        super.forget();
        older.clear();
        olderStarts.clear();
        newer = null;
        newerCount = 0;
        turnedAt = Long.MIN_VALUE;
    }

    @Override
    <T> void added(T event, boolean isNew, Accumulators<T, A, ?> events) {
        forget();
    }

    @Override
    void merged(A part, boolean isNew) {
        forget();
    }

    @Override
    void enter(Slices<K, A> slices, long from, long to) throws Exception {
        slices.visit(from, to, this::append);
        count = older.size() + newerCount;
    }

    private void append(long sliceStart, A part) {
        newer = newer == null ? aggregate.copy(part) : aggregate.merge(newer, part);
        newerCount++;
    }

    @Override
    void exit(Slices<K, A> slices, long from, long before) throws Exception {
        while (!older.isEmpty() && olderStarts.get(older.size() - 1) < before) {
            older.remove(older.size() - 1);
            olderStarts.remove(olderStarts.size() - 1);
        }
        if (older.isEmpty() && slices.firstFrom(Math.max(turnedAt, start)) < before) {
            turn(slices, before);
        }
        count = older.size() + newerCount;
    }

    /** What is left of the newer slices becomes the older ones. */
    private void turn(Slices<K, A> slices, long from) throws Exception {
        List<A> parts = new ArrayList<>();
        List<Long> starts = new ArrayList<>();
        slices.visit(
                from,
                end,
                (sliceStart, part) -> {
                    starts.add(sliceStart);
                    parts.add(part);
                });
        for (int i = parts.size() - 1; i >= 0; i--) {
            A total = aggregate.copy(parts.get(i));
            older.add(
                    older.isEmpty() ? total : aggregate.merge(total, older.get(older.size() - 1)));
            olderStarts.add(starts.get(i));
        }
        newer = null;
        newerCount = 0;
        turnedAt = end;
    }

    @Override
    A total() {
        if (older.isEmpty()) {
            return newer == null ? aggregate.create() : newer;
        }
        A total = aggregate.copy(older.get(older.size() - 1));
        return newer == null ? total : aggregate.merge(total, newer);
    }

    @Override
    int weight() {
        return older.size();
    }
}
