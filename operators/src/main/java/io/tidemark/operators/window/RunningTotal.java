package io.tidemark.operators.window;

import org.jspecify.annotations.Nullable;

/**
 * The fold of invertible aggregates: one total, into which slices are merged as they enter and out
 * of which they are retracted as they leave. Two operations a slice, whatever the window's size.
 *
 * @param <K> the type of the keys
 * @param <A> the type of the accumulators
 */
final class RunningTotal<K, A> extends WindowFold<K, A> {

    private final Accumulators<?, A, ?> aggregate;

    private @Nullable A total;

    RunningTotal(Accumulators<?, A, ?> aggregate) {
        this.aggregate = aggregate;
    }

    @Override
    void forget() {
        super.forget();
        total = null;
    }

    @Override
    <T> void added(T event, boolean isNew, Accumulators<T, A, ?> events) {
        keep(events.add(event, total()));
        count += isNew ? 1 : 0;
    }

    @Override
    void merged(A part, boolean isNew) {
        keep(aggregate.merge(total(), part));
        count += isNew ? 1 : 0;
    }

    @Override
    void enter(Slices<K, A> slices, long from, long to) throws Exception {
        slices.visit(from, to, this::merge);
    }

    @Override
    void exit(Slices<K, A> slices, long from, long before) throws Exception {
        slices.visit(from, before, this::retract);
    }

    private void merge(long sliceStart, A part) {
        keep(aggregate.merge(total(), part));
        count++;
    }

    private void retract(long sliceStart, A part) {
        keep(aggregate.retract(total(), part));
        count--;
    }

    /** To write what is there costs a write barrier of the garbage collector. */
    @SuppressWarnings("ReferenceEquality")
    private void keep(A after) {
        if (after != total) {
            total = after;
        }
    }

    @Override
    A total() {
        if (total == null) {
            total = aggregate.create();
        }
        return total;
    }

    @Override
    int weight() {
        return 0;
    }

    /** Goes on from a total that was stored. */
    void restore(long from, long to, int slices, A stored) {
        start = from;
        end = to;
        count = slices;
        total = stored;
    }
}
