package io.tidemark.operators.window;

import io.tidemark.operators.window.Panes.Refinement;
import java.util.ArrayList;
import java.util.List;

/**
 * The rows of events that came behind the watermark, and of those that had been sent and have one
 * of these in their range.
 *
 * @param <K> the type of the keys
 * @param <T> the type of the events
 * @param <A> the type of the accumulators
 * @param <R> the type of the results
 */
final class SlidingUpdates<K, T, A, R> {

    private final SlidingRange range;
    private final Accumulators<T, A, R> aggregate;
    private final WindowContext<K, T, SlidingResult<T, R>> context;
    private final boolean takesBack;

    SlidingUpdates(
            SlidingRange range,
            WindowPlan plan,
            Accumulators<T, A, R> aggregate,
            WindowContext<K, T, SlidingResult<T, R>> context) {
        this.range = range;
        this.aggregate = aggregate;
        this.context = context;
        this.takesBack = plan.panes().refinement() == Refinement.RETRACTING;
    }

    /** A row was sent on time. */
    void sent(SentRows<K, T, A> rows, T event, long time, A content) {
        rows.append(row(event, time, content));
    }

    private SentRow<T, A> row(T event, long time, A content) {
        return new SentRow<>(time, event, true, takesBack ? aggregate.copy(content) : null);
    }

    /**
     * Takes the events behind the watermark, and sends all rows that they change.
     *
     * @param closed rows of times up to here can no longer change
     */
    void fire(SlidingKey<K, T, A> key, SentRows<K, T, A> rows, long closed) throws Exception {
        PendingEvents<T> pending = key.pending;
        if (pending.isEmpty() || pending.firstTime() > key.through) {
            return;
        }
        long first = pending.firstTime();
        long latest = first;
        while (!pending.isEmpty() && pending.firstTime() <= key.through) {
            latest = pending.firstTime();
            insert(key, rows, pending.get(0), latest);
            pending.removeFirst(1);
        }
        new Again(rows, first, latest + range.millis(), closed).send(key);
    }

    private void insert(SlidingKey<K, T, A> key, SentRows<K, T, A> rows, T event, long time)
            throws Exception {
        rows.insert(new SentRow<>(time, event, false, null));
        boolean inWindow =
                key.window.isEmpty()
                        || time > range.tooOldFor(key.window.last())
                                && (key.count < range.events() || time >= key.window.first());
        Slices<K, A> slices = inWindow ? key.window : rows.before;
        A part = aggregate.add(event, aggregate.create());
        boolean isNew = true;
        if (range.counts()) {
            slices.insert(time, part);
        } else {
            isNew = slices.add(time, event, aggregate);
        }
        if (inWindow) {
            key.entered(part, isNew, aggregate.invertible());
            key.leave(range);
        } else if (isNew) {
            rows.countBefore();
        }
    }

    /** One pass over the rows that may have changed, and what is in their ranges. */
    private final class Again implements Slices.Visitor<A> {

        private final SentRows<K, T, A> sent;
        private final long from;
        private final long to;
        private final long closed;

        private final List<SentRow<T, A>> rows = new ArrayList<>();
        private int next;

        private final QueueFold<A> fold = QueueFold.of(aggregate);
        private final List<A> parts = new ArrayList<>();
        private final PartTimes times = new PartTimes();
        private int oldest;
        private int newestLate = -1;

        /**
         * A pass.
         *
         * @param from the time of the first row that may have changed
         * @param to the time behind that of the last one
         */
        private Again(SentRows<K, T, A> sent, long from, long to, long closed) {
            this.sent = sent;
            this.from = from;
            this.to = to;
            this.closed = closed;
        }

        private void send(SlidingKey<K, T, A> key) throws Exception {
            sent.rows.visit(from, to, (time, row) -> rows.add(row));
            if (range.counts()) {
                sent.before.visit(from, range.events() - 1, to, this);
            } else {
                sent.before.visit(range.tooOldFor(from) + 1, to, this);
            }
            key.window.visit(range.tooOldFor(from) + 1, to, this);
            next = 0;
            sent.rows.replace(from, to, (time, row) -> rows.get(next++));
        }

        @Override
        public void visit(long time, A part) {
            parts.add(part);
            times.add(time);
            fold.push(part);
            while (times.get(oldest) <= range.tooOldFor(time)
                    || parts.size() - oldest > range.events()) {
                fold.pop(parts.get(oldest));
                oldest++;
            }
            int end = next;
            while (end < rows.size()
                    && rows.get(end).time() == time
                    && (end == next || !range.counts())) {
                if (!rows.get(end).sent()) {
                    newestLate = parts.size() - 1;
                }
                end++;
            }
            for (; next < end; next++) {
                if (newestLate >= oldest) {
                    send(rows.get(next));
                }
            }
        }

        private void send(SentRow<T, A> row) {
            A kept = row.kept();
            if (kept != null) {
                emit(row, kept, false, true);
            }
            emit(row, fold.total(), row.time() <= closed, false);
            context.countUpdate();
            rows.set(next, row(row.event(), row.time(), fold.total()));
        }

        private void emit(SentRow<T, A> row, A content, boolean last, boolean retraction) {
            context.emit(
                    new SlidingResult<>(
                            row.event(),
                            row.time(),
                            aggregate.result(content),
                            PaneTiming.LATE,
                            last,
                            retraction),
                    row.time());
        }
    }
}
