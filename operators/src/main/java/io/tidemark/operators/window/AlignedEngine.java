package io.tidemark.operators.window;

import io.tidemark.operators.window.Panes.Refinement;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tumbling, hopping and calendar windows, one or more kinds of them over one set of slices: an
 * event goes into one slice, whatever windows it is in.
 *
 * @param <K> the type of the keys
 * @param <T> the type of the events
 * @param <A> the type of the accumulators
 * @param <R> the type of the results
 */
final class AlignedEngine<K, T, A, R>
        implements WindowEngine<K, T, WindowResult<K, R>, AlignedKey<K, A>> {

    private static final long serialVersionUID = 1L;

    private static final Logger LOG = LoggerFactory.getLogger(AlignedEngine.class);

    /**
     * Events are added unread to windows that end this soon: each time a key leaves, it is noted
     * when it is due, and over a day these notes would be more than what is in the windows.
     */
    private static final long UNREAD_MILLIS = 10 * 60 * 1000;

    private final List<AlignedWindows> windows;
    private final WindowPlan plan;
    private final Accumulators<T, A, R> aggregate;

    // Taken out of the plan, because they are asked for with each event.
    private final long latenessMillis;
    private final long delayMillis;
    private final boolean hasUpdates;
    private final boolean hasEarly;
    private final boolean sendsEmpty;
    private final boolean collects;

    private transient WindowContext<K, T, WindowResult<K, R>> context;
    private transient AlignedStore<K, A> store;
    private transient SliceEdges edges;
    private transient AlignedFiring<K, A, R> firing;

    @SuppressWarnings("NullAway.Init") // Opened before the first event.
    AlignedEngine(List<AlignedWindows> windows, WindowPlan plan, Accumulators<T, A, R> aggregate) {
        this.windows = windows;
        this.plan = plan;
        this.aggregate = aggregate;
        this.latenessMillis = plan.latenessMillis();
        this.delayMillis = plan.delayMillis();
        this.hasUpdates = plan.hasUpdates();
        this.hasEarly = plan.panes().hasEarly();
        this.sendsEmpty = plan.sendsEmpty();
        this.collects = plan.keepsPanes() && plan.panes().refinement() == Refinement.DISCARDING;
    }

    @Override
    public void open(WindowContext<K, T, WindowResult<K, R>> opened) throws Exception {
        context = opened;
        store = AlignedStore.open(windows, opened, aggregate);
        edges = new SliceEdges(windows);
        firing =
                new AlignedFiring<>(
                        windows,
                        plan,
                        aggregate,
                        new PaneWriter<>(opened, aggregate, plan.panes().refinement()),
                        opened::isTimeUp);
    }

    // ---- an event -------------------------------------------------------------------------

    @Override
    public void add(AlignedKey<K, A> key, T event, long time) throws Exception {
        SliceEdges.Slice slice = edges.at(time - key.shift);
        A recent = key.recent;
        if (recent != null && slice.start() == key.recentStart && isPlain(key, slice)) {
            A after = aggregate.add(event, recent);
            if (after != recent) {
                key.recent = after;
                key.recentAhead = true;
            }
            key.grown = false;
            return;
        }
        key.settle();
        if (!admits(key, slice, event, time)) {
            return;
        }
        boolean isNew = key.slices.add(slice.start(), event, aggregate);
        if (!isNew) {
            // The second event of a slice is seldom its last.
            key.recentStart = slice.start();
            key.recent = key.slices.newestAt(slice.start());
        }
        if (slice.start() < key.folded) {
            for (WindowFold<K, A> fold : key.folds) {
                if (fold.holds(slice.start())) {
                    fold.added(event, isNew, aggregate);
                }
            }
            if (key.prefixes != null) {
                key.prefixes.added(slice.start(), event, isNew, aggregate);
            }
        }
        noteChange(key, slice, time - key.shift);
        if (collects) {
            collect(key, slice, event);
        }
    }

    /** Whether one more event in a slice that has some changes nothing but the slice. */
    private boolean isPlain(AlignedKey<K, A> key, SliceEdges.Slice slice) {
        return !hasEarly
                && !sendsEmpty
                && slice.start() >= key.folded
                && slice.firstEnd() - 1
                        > EventTimes.back(context.watermark(), delayMillis + key.shift);
    }

    /** Takes events of one slice that were in time for all of their windows. */
    void merge(AlignedKey<K, A> key, Partial<K, T, A> partial) throws Exception {
        A part = partial.accumulator();
        if (part == null) {
            throw new IllegalStateException("neither an event nor an accumulator: " + partial);
        }
        SliceEdges.Slice slice = edges.at(partial.first() - key.shift);
        if (slice.lastEnd() - 1
                <= EventTimes.back(context.watermark(), latenessMillis + key.shift)) {
            // Only after a rescale from an unaligned checkpoint, where each subtask may have been
            // at a watermark of its own, or where the local aggregation is new to these windows
            // and does not know how far they had come.
            LOG.error(
                    "{} events of key {} from {} to {} came too late, folded into one: they are"
                            + " counted as late but not in the late output; take aligned"
                            + " checkpoints before a rescale, and switch preAggregating() on"
                            + " where little is late",
                    partial.events(),
                    key.key,
                    partial.first(),
                    partial.last());
            context.countLate(partial.events());
            return;
        }
        key.settle();
        boolean isNew = key.slices.merge(slice.start(), part, aggregate);
        if (slice.start() < key.folded) {
            for (WindowFold<K, A> fold : key.folds) {
                if (fold.holds(slice.start())) {
                    fold.merged(part, isNew);
                }
            }
            if (key.prefixes != null) {
                key.prefixes.merged(slice.start(), part, isNew);
            }
        }
        noteChange(key, slice, partial.first() - key.shift);
        noteChange(key, slice, partial.last() - key.shift);
        if (collects) {
            firing.updates()
                    .collect(
                            key,
                            slice,
                            pane ->
                                    pane.kept =
                                            pane.kept == null
                                                    ? aggregate.copy(part)
                                                    : aggregate.merge(pane.kept, part));
        }
    }

    /** Judges an event by each of its windows. */
    private boolean admits(AlignedKey<K, A> key, SliceEdges.Slice slice, T event, long time) {
        long watermark = context.watermark();
        long closed = EventTimes.back(watermark, latenessMillis + key.shift);
        if (slice.firstEnd() - 1 > closed) {
            return true;
        }
        if (slice.lastEnd() - 1 <= closed) {
            context.late(event, time, slice.lastEnd() + key.shift);
            return false;
        }
        context.partlyLate(event, time, () -> edges.missed(slice, closed, key.shift));
        return true;
    }

    /** Notes what has to be done because a slice changed, and when. */
    private void noteChange(AlignedKey<K, A> key, SliceEdges.Slice slice, long time) {
        long watermark = context.watermark();
        long fired = EventTimes.back(watermark, delayMillis + key.shift);
        key.through = Math.max(key.through, fired); // Nothing is due: all up to here was fired.
        if (slice.firstEnd() - 1 > fired) {
            key.dueAt(slice.firstEnd() - 1 + delayMillis + key.shift);
        } else {
            long next = firing.nextEnd(slice, fired);
            if (next != HotKey.NEVER) {
                key.dueAt(next - 1 + delayMillis + key.shift);
            }
            if (hasUpdates) {
                key.late().add(slice.start());
                key.dueAt(watermark + 1);
            }
        }
        if (latenessMillis > 0) {
            key.dueAt(slice.lastEnd() - 1 + latenessMillis + key.shift);
        }
        if (sendsEmpty) {
            key.alive().add(time, time + plan.emptyForMillis());
            if (slice.firstEnd() - 1 <= fired) {
                long next = firing.nextAlive(key, fired);
                if (next != HotKey.NEVER) {
                    key.dueAt(next - 1 + delayMillis + key.shift);
                }
            }
        }
        if (hasEarly && slice.lastEnd() - 1 > fired) {
            key.changed().add(slice.start());
            if (plan.panes().earlyMillis() > 0 && key.earlyDue == HotKey.NEVER) {
                key.earlyDue = EventTimes.nextTick(watermark, plan.panes().earlyMillis());
                key.dueAt(key.earlyDue);
            }
        }
    }

    /** Where rows add up, an event is kept for the windows that have sent a row, or may early. */
    private void collect(AlignedKey<K, A> key, SliceEdges.Slice slice, T event) {
        firing.updates()
                .collect(
                        key,
                        slice,
                        pane ->
                                pane.kept =
                                        aggregate.add(
                                                event,
                                                pane.kept == null
                                                        ? aggregate.create()
                                                        : pane.kept));
    }

    // ---- time -----------------------------------------------------------------------------

    @Override
    public void fire(AlignedKey<K, A> key, long watermark) throws Exception {
        if (hasEarly || key.recentStart <= EventTimes.back(watermark, delayMillis + key.shift)) {
            key.settle(); // Else no window that ends holds the slice that is not up to date.
        }
        firing.fire(key, watermark);
    }

    @Override
    public void tick(AlignedKey<K, A> key) throws Exception {
        if (plan.panes().earlyProcessingMillis() > 0 && key.hasChanged()) {
            key.settle();
            firing.updates().early(key, key.through);
            key.dirty = true;
        }
    }

    // ---- memory and backend ---------------------------------------------------------------

    /**
     * An event of a slice of which no window was fired yet and one is soon, where an event alone
     * sends nothing.
     */
    @Override
    public boolean takesUnread(AlignedKey<K, A> key, long time) {
        SliceEdges.Slice slice = edges.at(time - key.shift);
        return !collects
                && key.slices.fitOneBlock()
                && isPlain(key, slice)
                && slice.firstEnd() - UNREAD_MILLIS
                        <= EventTimes.back(context.watermark(), delayMillis + key.shift);
    }

    @Override
    public void storeUnread(AlignedKey<K, A> unread) throws Exception {
        store.append(unread);
    }

    @Override
    public void join(AlignedKey<K, A> read, AlignedKey<K, A> unread) throws Exception {
        store.join(read, unread);
    }

    @Override
    public String windows() {
        return AlignedWindows.inWords(windows);
    }

    @Override
    public AlignedKey<K, A> create(K key) {
        return store.create(key);
    }

    @Override
    public @Nullable AlignedKey<K, A> load(K key) throws Exception {
        AlignedKey<K, A> loaded = store.load(key);
        if (loaded != null && !hasEarly) {
            loaded.forgetEarly();
        }
        return loaded;
    }

    @Override
    public void store(AlignedKey<K, A> key) throws Exception {
        store.store(key);
    }

    @Override
    public void clear(AlignedKey<K, A> key) throws Exception {
        store.clear(key);
    }

    @Override
    public boolean isEmpty(AlignedKey<K, A> key) {
        return key.slices.isEmpty() && key.due == HotKey.NEVER;
    }

    @Override
    public int weightOf(AlignedKey<K, A> key) {
        int weight = HotKey.OWN_WEIGHT + key.slices.weight();
        if (key.prefixes != null) {
            weight += key.prefixes.weight();
        }
        if (!aggregate.invertible()) {
            for (WindowFold<K, A> fold : key.folds) {
                weight += fold.weight();
            }
        }
        return key.log == null ? weight : weight + key.log.size();
    }

    @Override
    public void slim(AlignedKey<K, A> key) throws Exception {
        if (aggregate.invertible()) {
            key.slices.slim();
        }
    }
}
