package io.tidemark.operators.window;

import io.tidemark.operators.window.Panes.Refinement;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * When sessions send which rows.
 *
 * @param <K> the type of the keys
 * @param <A> the type of the accumulators
 * @param <R> the type of the results
 */
final class SessionFiring<K, A, R> {

    private final WindowPlan plan;
    private final Accumulators<?, A, R> aggregate;
    private final PaneWriter<K, A, R> rows;
    private final BooleanSupplier timeIsUp;

    SessionFiring(
            WindowPlan plan,
            Accumulators<?, A, R> aggregate,
            PaneWriter<K, A, R> rows,
            BooleanSupplier timeIsUp) {
        this.timeIsUp = timeIsUp;
        this.plan = plan;
        this.aggregate = aggregate;
        this.rows = rows;
    }

    void fire(SessionKey<K, A> key, long watermark) {
        long fired = EventTimes.back(watermark, plan.delayMillis());
        long closed = EventTimes.back(watermark, plan.latenessMillis());
        int open = key.firstOpen();
        if (key.hasLate) {
            changedRows(key, 0, open, PaneTiming.LATE, closed);
            key.hasLate = false;
        }
        boolean more = isComplete(key, open, fired);
        while (more) {
            row(key, key.get(open), PaneTiming.ON_TIME, key.get(open).end - 1 <= closed);
            open++;
            more = isComplete(key, open, fired);
            if (more && timeIsUp.getAsBoolean()) {
                key.through = key.get(open).end - 2;
                key.dropThrough(Math.min(closed, key.through));
                key.due = nextDue(key);
                return;
            }
        }
        key.through = Math.max(key.through, fired);
        if (open == key.size()) {
            key.hasEarly = false;
            key.earlyDue = HotKey.NEVER;
        } else if (watermark >= key.earlyDue) {
            early(key);
        }
        key.dropThrough(closed);
        key.due = nextDue(key);
    }

    private boolean isComplete(SessionKey<K, A> key, int session, long fired) {
        return session < key.size() && key.get(session).end - 1 <= fired;
    }

    /** The end of the first open session; the closing of the last one if none is open. */
    private long nextDue(SessionKey<K, A> key) {
        if (key.size() == 0) {
            return HotKey.NEVER;
        }
        int open = key.firstOpen();
        return open < key.size()
                ? Math.min(key.get(open).end - 1 + plan.delayMillis(), key.earlyDue)
                : key.get(open - 1).end - 1 + plan.latenessMillis();
    }

    /** One row for each session that is open and has changed since its last row. */
    void early(SessionKey<K, A> key) {
        changedRows(key, key.firstOpen(), key.size(), PaneTiming.EARLY, Long.MIN_VALUE);
        key.hasEarly = false;
        key.earlyDue = HotKey.NEVER;
    }

    private void changedRows(
            SessionKey<K, A> key, int from, int to, PaneTiming timing, long closed) {
        for (int i = from; i < to; i++) {
            Session<A> session = key.get(i);
            if (session.changed) {
                row(key, session, timing, session.end - 1 <= closed);
            }
        }
    }

    private void row(SessionKey<K, A> key, Session<A> session, PaneTiming timing, boolean last) {
        Pane<A> pane = plan.keepsPanes() ? pane(key, session, timing) : null;
        A content = session.content;
        rows.write(
                key.key,
                0,
                session.start,
                session.end,
                content == null ? aggregate.create() : content,
                timing,
                last,
                pane);
        session.changed = false;
        if (plan.panes().refinement() == Refinement.DISCARDING) {
            session.content = null;
        }
    }

    /** The pane of the session's bounds; what was sent of other bounds is taken back. */
    private Pane<A> pane(SessionKey<K, A> key, Session<A> session, PaneTiming timing) {
        Session.@Nullable Sent<A> own = null;
        for (Session.Sent<A> row = session.sent; row != null; row = row.before) {
            if (row.start == session.start && row.end == session.end) {
                own = row;
            } else {
                rows.takeBack(key.key, row.start, row.end, timing, row.pane);
            }
            key.rows--;
        }
        if (own == null) {
            own = new Session.Sent<>(session.start, session.end, new Pane<>(), null);
        }
        own.before = null;
        session.sent = own;
        key.rows++;
        return own.pane;
    }
}
