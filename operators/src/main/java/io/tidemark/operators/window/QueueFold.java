package io.tidemark.operators.window;

import org.jspecify.annotations.Nullable;

/**
 * The total of a queue of parts, of which the newest enters and the oldest leaves.
 *
 * @param <A> the type of the accumulators
 */
abstract sealed class QueueFold<A> permits QueueFold.Running, QueueOfStacks {

    /** A fold for the given aggregate: a running total if it can be, else two stacks. */
    static <A> QueueFold<A> of(Accumulators<?, A, ?> aggregate) {
        return aggregate.invertible() ? new Running<>(aggregate) : new QueueOfStacks<>(aggregate);
    }

    /** A part enters; it must not change while it is in the queue. */
    abstract void push(A part);

    /** The oldest part leaves. */
    abstract void pop(A oldest);

    /** The total of all that is in the queue. It will change: whoever keeps it copies it. */
    abstract A total();

    /** Empties the queue. */
    abstract void clear();

    /** How many accumulators it keeps for itself. */
    abstract int weight();

    /**
     * One total, out of which the oldest part is retracted: two operations a part. Nothing else is
     * known of the queue, so parts may enter it at any place, and a total that was stored is as
     * good as the parts.
     */
    static final class Running<A> extends QueueFold<A> {

        private final Accumulators<?, A, ?> aggregate;
        private @Nullable A total;

        private Running(Accumulators<?, A, ?> aggregate) {
            this.aggregate = aggregate;
        }

        @Override
        void push(A part) {
            keep(aggregate.merge(total(), part));
        }

        @Override
        void pop(A oldest) {
            keep(aggregate.retract(total(), oldest));
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
        void clear() {
            total = null;
        }

        @Override
        int weight() {
            return 1;
        }
    }
}
