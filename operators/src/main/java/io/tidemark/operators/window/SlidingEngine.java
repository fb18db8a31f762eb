package io.tidemark.operators.window;

import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;

/**
 * A sliding aggregation: an event waits until the watermark has passed its time, then it enters the
 * range, what is too old for it leaves, and its row is sent.
 *
 * @param <K> the type of the keys
 * @param <T> the type of the events
 * @param <A> the type of the accumulators
 * @param <R> the type of the results
 */
final class SlidingEngine<K, T, A, R>
        implements WindowEngine<K, T, SlidingResult<T, R>, SlidingKey<K, T, A>> {

    private static final long serialVersionUID = 1L;

    private final SlidingRange range;
    private final WindowPlan plan;
    private final Accumulators<T, A, R> aggregate;
    private final TypeSerializer<T> events;

    private transient WindowContext<K, T, SlidingResult<T, R>> context;
    private transient SliceStore<K, A> parts;
    private transient SentRows.@Nullable Store<K, T, A> rows;
    private transient ValueState<StoredSliding<T, A>> keys;
    private transient SlidingFiring<K, T, A, R> firing;

    @SuppressWarnings("NullAway.Init") // Opened before the first event.
    SlidingEngine(
            SlidingRange range,
            WindowPlan plan,
            Accumulators<T, A, R> aggregate,
            TypeSerializer<T> events) {
        this.range = range;
        this.plan = plan;
        this.aggregate = aggregate;
        this.events = events;
    }

    @Override
    public void open(WindowContext<K, T, SlidingResult<T, R>> opened) {
        context = opened;
        parts = SliceStore.open(opened, aggregate);
        rows = plan.hasUpdates() ? SentRows.Store.open(opened, aggregate, events) : null;
        keys =
                opened.states()
                        .getState(
                                new ValueStateDescriptor<>(
                                        "sliding",
                                        new StoredSliding.Serializer<>(
                                                events, aggregate.serializer())));
        firing = new SlidingFiring<>(range, plan, aggregate, opened);
    }

    // ---- an event -------------------------------------------------------------------------

    @Override
    public void add(SlidingKey<K, T, A> key, T event, long time) {
        long watermark = context.watermark();
        if (time <= EventTimes.back(watermark, plan.latenessMillis())) {
            context.late(event, time, time + 1);
            return;
        }
        int capacity = key.pending.capacity();
        long due = key.due;
        key.pending.add(event, time);
        key.through = Math.max(key.through, EventTimes.back(watermark, plan.delayMillis()));
        key.dueAt(time <= key.through ? watermark + 1 : time + plan.delayMillis());
        key.grown = key.pending.capacity() != capacity || key.due != due;
    }

    @Override
    public void fire(SlidingKey<K, T, A> key, long watermark) throws Exception {
        firing.fire(key, watermark);
    }

    // ---- memory and backend ---------------------------------------------------------------

    @Override
    public String windows() {
        return range.toString();
    }

    @Override
    public SlidingKey<K, T, A> create(K key) {
        return new SlidingKey<>(
                key,
                new Slices<>(key, parts),
                QueueFold.of(aggregate),
                rows == null ? null : rows.rowsOf(key));
    }

    @Override
    public @Nullable SlidingKey<K, T, A> load(K key) throws Exception {
        StoredSliding<T, A> stored = keys.value();
        if (stored == null) {
            return null;
        }
        SlidingKey<K, T, A> loaded = create(key);
        loaded.due = stored.due();
        loaded.noted = stored.noted();
        loaded.through = stored.through();
        loaded.count = stored.count();
        loaded.pending.restore(stored.pending());
        loaded.window.restore(stored.window(), aggregate);
        A total = stored.total();
        if (total != null && aggregate.invertible()) {
            loaded.fold.push(total);
        } else {
            loaded.folded = loaded.window.isEmpty();
        }
        if (loaded.sent != null && stored.sent() != null) {
            loaded.sent.restore(stored.sent());
        }
        return loaded;
    }

    @Override
    public void store(SlidingKey<K, T, A> key) throws Exception {
        keys.update(
                new StoredSliding<>(
                        key.due,
                        key.noted,
                        key.through,
                        key.count,
                        aggregate.invertible() && !key.window.isEmpty()
                                ? aggregate.copy(key.fold.total())
                                : null,
                        key.pending.toStore(),
                        key.window.store(aggregate),
                        key.sent == null ? null : key.sent.toStore()));
    }

    @Override
    public void clear(SlidingKey<K, T, A> key) throws Exception {
        key.forgetRows();
        keys.clear();
    }

    @Override
    public boolean isEmpty(SlidingKey<K, T, A> key) {
        return key.isEmpty();
    }

    @Override
    public int weightOf(SlidingKey<K, T, A> key) {
        return key.weight();
    }

    /** A running total needs the first and the last of the window, two stacks need it whole. */
    @Override
    public void slim(SlidingKey<K, T, A> key) throws Exception {
        if (aggregate.invertible()) {
            key.window.slim();
        }
        if (key.sent != null) {
            key.sent.slim();
        }
    }
}
