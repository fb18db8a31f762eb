package io.tidemark.operators.window;

import io.tidemark.operators.window.Panes.Refinement;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.jspecify.annotations.Nullable;

/**
 * Session windows: an event joins the sessions that it overlaps or touches, or opens one.
 *
 * <p>Sessions that are closed are dropped when the key is looked at next, for an event or because
 * something is due, so that a session costs one firing.
 *
 * @param <K> the type of the keys
 * @param <T> the type of the events
 * @param <A> the type of the accumulators
 * @param <R> the type of the results
 */
final class SessionEngine<K, T, A, R>
        implements WindowEngine<K, T, WindowResult<K, R>, SessionKey<K, A>> {

    private static final long serialVersionUID = 1L;

    private final SessionWindows<T> windows;
    private final WindowPlan plan;
    private final Accumulators<T, A, R> aggregate;

    private transient WindowContext<K, T, WindowResult<K, R>> context;
    private transient ValueState<StoredSessions<A>> keys;
    private transient SessionFiring<K, A, R> firing;

    @SuppressWarnings("NullAway.Init") // Opened before the first event.
    SessionEngine(SessionWindows<T> windows, WindowPlan plan, Accumulators<T, A, R> aggregate) {
        this.windows = windows;
        this.plan = plan;
        this.aggregate = aggregate;
    }

    @Override
    public void open(WindowContext<K, T, WindowResult<K, R>> opened) {
        context = opened;
        keys =
                opened.states()
                        .getState(
                                new ValueStateDescriptor<>(
                                        "session-windows",
                                        new StoredSessions.Serializer<>(aggregate.serializer())));
        firing =
                new SessionFiring<>(
                        plan,
                        aggregate,
                        new PaneWriter<>(opened, aggregate, plan.panes().refinement()),
                        opened::isTimeUp);
    }

    // ---- an event -------------------------------------------------------------------------

    @Override
    public void add(SessionKey<K, A> key, T event, long time) {
        long watermark = context.watermark();
        long closed = EventTimes.back(watermark, plan.latenessMillis());
        key.dropThrough(closed);
        long end = time + windows.gapOf(event);
        int at = key.firstEndingFrom(time);
        Session<A> session;
        if (at < key.size() && key.get(at).start <= end) {
            session = joined(key, at, time, end);
        } else if (end - 1 > closed) {
            session = key.open(at, time, end);
        } else {
            context.late(event, time, end);
            return;
        }
        A content = session.content;
        session.content = aggregate.add(event, content == null ? aggregate.create() : content);
        noteChange(key, session, watermark);
    }

    /**
     * The one session that becomes of all that [time, end) touches, of which one is at an index.
     */
    private Session<A> joined(SessionKey<K, A> key, int at, long time, long end) {
        Session<A> session = key.get(at);
        int next = at + 1;
        while (next < key.size() && key.get(next).start <= end) {
            absorb(key, session, key.get(next));
            next++;
        }
        key.remove(at + 1, next - at - 1);
        session.start = Math.min(session.start, time);
        session.end = Math.max(session.end, end);
        return session;
    }

    private void absorb(SessionKey<K, A> key, Session<A> session, Session<A> absorbed) {
        session.end = absorbed.end;
        if (session.content == null) {
            session.content = absorbed.content;
        } else if (absorbed.content != null) {
            session.content = aggregate.merge(session.content, absorbed.content);
        }
        if (plan.panes().refinement() == Refinement.RETRACTING) {
            session.inherit(absorbed);
        } else {
            key.rows -= absorbed.rows();
        }
    }

    /** Notes what has to be done because a session changed, and when. */
    private void noteChange(SessionKey<K, A> key, Session<A> session, long watermark) {
        long fired = EventTimes.back(watermark, plan.delayMillis());
        key.through = Math.max(key.through, fired); // Nothing is due: all up to here was fired.
        if (session.end - 1 <= fired) {
            session.changed = true;
            key.hasLate = true;
            key.dueAt(watermark + 1);
            return;
        }
        // Where the session only grew, the key is due too early, and is looked at once more.
        key.dueAt(session.end - 1 + plan.delayMillis());
        if (plan.panes().hasEarly()) {
            session.changed = true;
            key.hasEarly = true;
            if (plan.panes().earlyMillis() > 0 && key.earlyDue == HotKey.NEVER) {
                key.earlyDue = EventTimes.nextTick(watermark, plan.panes().earlyMillis());
                key.dueAt(key.earlyDue);
            }
        }
    }

    // ---- time -----------------------------------------------------------------------------

    @Override
    public void fire(SessionKey<K, A> key, long watermark) {
        firing.fire(key, watermark);
    }

    @Override
    public void tick(SessionKey<K, A> key) {
        if (plan.panes().earlyProcessingMillis() > 0 && key.hasEarly) {
            firing.early(key);
            key.dirty = true;
        }
    }

    // ---- memory and backend ---------------------------------------------------------------

    @Override
    public String windows() {
        return windows.toString();
    }

    @Override
    public SessionKey<K, A> create(K key) {
        return new SessionKey<>(key);
    }

    @Override
    public @Nullable SessionKey<K, A> load(K key) throws Exception {
        StoredSessions<A> stored = keys.value();
        if (stored == null) {
            return null;
        }
        SessionKey<K, A> loaded = create(key);
        loaded.restore(stored, aggregate);
        if (!plan.panes().hasEarly()) {
            loaded.forgetEarly();
        }
        return loaded;
    }

    @Override
    public void store(SessionKey<K, A> key) throws Exception {
        keys.update(key.toStore(aggregate));
    }

    @Override
    public void clear(SessionKey<K, A> key) {
        keys.clear();
    }

    @Override
    public boolean isEmpty(SessionKey<K, A> key) {
        return key.size() == 0;
    }

    @Override
    public int weightOf(SessionKey<K, A> key) {
        return HotKey.OWN_WEIGHT + key.size() + key.rows;
    }

    /** A key is stored whole, and is in memory whole. */
    @Override
    public void slim(SessionKey<K, A> key) {}
}
