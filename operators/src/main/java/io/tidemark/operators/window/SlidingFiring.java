package io.tidemark.operators.window;

import org.jspecify.annotations.Nullable;

/**
 * When a sliding aggregation sends which rows.
 *
 * @param <K> the type of the keys
 * @param <T> the type of the events
 * @param <A> the type of the accumulators
 * @param <R> the type of the results
 */
final class SlidingFiring<K, T, A, R> {

    private final SlidingRange range;
    private final WindowPlan plan;
    private final Accumulators<T, A, R> aggregate;
    private final WindowContext<K, T, SlidingResult<T, R>> context;
    private final @Nullable SlidingUpdates<K, T, A, R> updates;

    SlidingFiring(
            SlidingRange range,
            WindowPlan plan,
            Accumulators<T, A, R> aggregate,
            WindowContext<K, T, SlidingResult<T, R>> context) {
        this.range = range;
        this.plan = plan;
        this.aggregate = aggregate;
        this.context = context;
        this.updates =
                plan.hasUpdates() ? new SlidingUpdates<>(range, plan, aggregate, context) : null;
    }

    void fire(SlidingKey<K, T, A> key, long watermark) throws Exception {
        long fired = EventTimes.back(watermark, plan.delayMillis());
        long closed = EventTimes.back(watermark, plan.latenessMillis());
        PendingEvents<T> pending = key.pending;
        pending.sort();
        if (updates != null && key.sent != null) {
            updates.fire(key, key.sent, closed);
        }
        if (isComplete(pending, fired)) {
            onTime(key, fired, closed);
        }
        // Rows of one time may have been sent in part: then it is not through.
        long through = isComplete(pending, fired) ? pending.firstTime() - 1 : fired;
        key.through = Math.max(key.through, through);
        forget(key, Math.min(closed, through));
        key.due = pending.isEmpty() ? HotKey.NEVER : pending.firstTime() + plan.delayMillis();
        if (!key.window.isEmpty()) {
            key.dueAt(lastNeeded(key) + plan.latenessMillis());
        }
    }

    private void onTime(SlidingKey<K, T, A> key, long fired, long closed) throws Exception {
        PendingEvents<T> pending = key.pending;
        key.fold();
        long time;
        do {
            time = pending.firstTime();
            int count = range.counts() ? 1 : pending.countOfFirstTime();
            A part = aggregate.create();
            for (int i = 0; i < count; i++) {
                part = aggregate.add(pending.get(i), part);
            }
            key.window.append(time, part);
            key.count++;
            key.fold.push(part);
            key.leave(range);
            A total = key.fold.total();
            boolean last = time <= closed;
            for (int i = 0; i < count; i++) {
                T event = pending.get(i);
                context.emit(
                        new SlidingResult<>(
                                event,
                                time,
                                aggregate.result(total),
                                PaneTiming.ON_TIME,
                                last,
                                false),
                        time);
                if (updates != null && key.sent != null && !last) {
                    updates.sent(key.sent, event, time, total);
                }
            }
            pending.removeFirst(count);
        } while (isComplete(pending, fired) && !context.isTimeUp());
        context.firedThrough(time + 1);
    }

    private boolean isComplete(PendingEvents<T> pending, long fired) {
        return !pending.isEmpty() && pending.firstTime() <= fired;
    }

    /** The last time whose row the window's newest part is in. */
    private long lastNeeded(SlidingKey<K, T, A> key) {
        return key.window.last() + range.millis() - 1;
    }

    private void forget(SlidingKey<K, T, A> key, long closed) throws Exception {
        if (!key.window.isEmpty() && lastNeeded(key) <= closed) {
            key.forgetRows();
        } else if (key.sent != null) {
            key.sent.forget(closed, range, key.count);
        }
    }
}
