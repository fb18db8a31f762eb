package io.tidemark.operators.window;

import java.util.ArrayList;
import java.util.List;

/** The engine of sessions with one fault. */
final class BrokenSessions<A, R>
        extends BrokenEngine<WindowResult<String, R>, SessionKey<String, A>> {

    private static final long serialVersionUID = 1L;

    private final SessionWindows<Sale> windows;
    private final WindowPlan plan;

    BrokenSessions(
            Fault fault,
            SessionWindows<Sale> windows,
            WindowPlan plan,
            Accumulators<Sale, A, R> aggregate) {
        super(fault, new SessionEngine<>(windows, plan, aggregate));
        this.windows = windows;
        this.plan = plan;
    }

    @Override
    void forgetRows(SessionKey<String, A> key) {
        for (int i = 0; i < key.size(); i++) {
            forgetRows(key, key.get(i));
        }
    }

    private void forgetRows(SessionKey<String, A> key, Session<A> session) {
        key.rows -= session.rows();
        session.sent = null;
    }

    @Override
    void evict(SessionKey<String, A> key, long watermark) {
        key.dropThrough(EventTimes.back(watermark, plan.latenessMillis()) + 1);
    }

    @Override
    public void add(SessionKey<String, A> key, Sale event, long time) throws Exception {
        if (fault == Fault.TOUCHING_ARE_APART) {
            addApart(key, event, time);
        } else if (fault == Fault.MERGES_LOSE_ROWS) {
            int before = key.size();
            super.add(key, event, time);
            if (key.size() < before) {
                forgetRows(key, key.get(key.firstEndingFrom(time)));
            }
        } else {
            super.add(key, event, time);
        }
    }

    /** Makes sessions that only touch the event's own window look as if they did not. */
    private void addApart(SessionKey<String, A> key, Sale event, long time) throws Exception {
        List<Session<A>> endHere = new ArrayList<>();
        List<Session<A>> startHere = new ArrayList<>();
        for (int i = 0; i < key.size(); i++) {
            Session<A> session = key.get(i);
            if (session.end == time) {
                session.end--;
                endHere.add(session);
            } else if (session.start == time + windows.gapOf(event)) {
                session.start++;
                startHere.add(session);
            }
        }
        super.add(key, event, time);
        endHere.forEach(session -> session.end++);
        startHere.forEach(session -> session.start--);
    }
}
