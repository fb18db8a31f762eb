package io.tidemark.operators.window;

import io.tidemark.operators.late.AccountingOperator;
import io.tidemark.operators.late.LedgerAccount;
import org.apache.flink.api.common.state.KeyedStateStore;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.operators.InternalTimer;
import org.apache.flink.streaming.api.operators.InternalTimerService;
import org.apache.flink.streaming.api.operators.Triggerable;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.jspecify.annotations.Nullable;

/**
 * The operator around every kind of windows: keys in memory in front of the backend.
 *
 * <pre>
 *  event ──▶ key in memory? ──no──▶ load it, or make it; over budget: store another one, set its timer
 *               │ yes
 *               ▼
 *            something due? fire it first ──▶ take the event, or judge it late
 *
 *  watermark ─▶ timers of cold keys, keys in memory that are due: fire, a slice of time each,
 *               barriers and events in between ──▶ send the watermark on
 *
 *  barrier ──▶ store every key that changed, and when each key in memory is due
 * </pre>
 *
 * @param <K> the type of the keys
 * @param <T> the type of the events
 * @param <O> the type of the results
 * @param <H> what is kept in memory of a key
 */
class WindowsOperator<K, T, O, H extends HotKey<K>> extends AccountingOperator<T, O>
        implements Triggerable<K, VoidNamespace>, WindowContext<K, T, O> {

    private static final long serialVersionUID = 1L;

    /** How long windows are fired before barriers and events get their turn. */
    private static final long SLICE_MILLIS = 50;

    /** How long they get it. */
    private static final long PAUSE_MILLIS = 10;

    /** A key up to this weight has nothing to let go of while it is hot. */
    private static final int SLIM_WEIGHT = 4 * SliceBlock.SIZE;

    /** The clock is asked once in so many keys. */
    private static final int KEYS_BETWEEN_LOOKS = 64;

    private final WindowEngine<K, T, O, H> engine;
    private final KeySelector<T, K> keyOf;
    private final WindowOutputs<T, ?> outputs;
    private final WindowPlan plan;

    private transient HotKeys<K, H> hot;
    private transient DueQueue<K> queue;
    private transient DueOfHotKeys<K> dueOfHotKeys;
    private transient WatermarkState watermarkState;
    private transient KeyGroupWatermarks<K> keyGroupWatermarks;
    private transient WindowMetrics metrics;
    private transient InternalTimerService<VoidNamespace> timers;
    private transient StreamRecord<O> result;
    private transient WindowOutputs.Sender<T> lateEvents;

    private transient @Nullable K currentKey;
    private transient long watermark;

    /** The watermark by which the key at hand is judged. */
    private transient long judging;

    private transient long forwarded;
    private transient boolean timersBehind;
    private transient boolean sliceAnnounced;
    private transient int keysUntilLook;
    private transient long sliceEnds;

    /** Puts windows into a keyed stream of events. */
    static <K, T, O, H extends HotKey<K>> WindowedResults<O, T> applyTo(
            KeyedStream<T, K> events,
            WindowEngine<K, T, O, H> engine,
            TypeInformation<O> type,
            WindowPlan plan,
            String uid) {
        return applyTo(
                events,
                engine,
                WindowOutputs.of(events.getType(), plan.reportsPartlyLate()),
                type,
                plan,
                uid);
    }

    /** Puts windows into a keyed stream of what stands for events. */
    static <K, I, T, O, H extends HotKey<K>> WindowedResults<O, T> applyTo(
            KeyedStream<I, K> read,
            WindowEngine<K, I, O, H> engine,
            WindowOutputs<I, T> outputs,
            TypeInformation<O> type,
            WindowPlan plan,
            String uid) {
        return WindowedResults.of(
                read.transform(
                                uid,
                                type,
                                new WindowsOperator<>(engine, read.getKeySelector(), outputs, plan))
                        .uid(uid),
                outputs);
    }

    @SuppressWarnings("NullAway.Init") // Flink opens the rest before the first event.
    WindowsOperator(
            WindowEngine<K, T, O, H> engine,
            KeySelector<T, K> keyOf,
            WindowOutputs<T, ?> outputs,
            WindowPlan plan) {
        super(outputs.ledger(), LedgerAccount.LATE_AT_WINDOW);
        this.engine = engine;
        this.keyOf = keyOf;
        this.outputs = outputs;
        this.plan = plan;
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        watermarkState = WatermarkState.open(context.getOperatorStateStore());
        watermark = Long.MIN_VALUE;
        forwarded = Long.MIN_VALUE;
        hot = new HotKeys<>(plan.partsInMemory());
        queue = new DueQueue<>();
        result = new StreamRecord<>(null);
        lateEvents = outputs.to(output);
        metrics = WindowMetrics.register(getMetricGroup(), hot, getProcessingTimeService());
    }

    @Override
    public void open() throws Exception {
        super.open();
        timers = getInternalTimerService("due", VoidNamespaceSerializer.INSTANCE, this);
        engine.open(this);
        int keyGroups = getRuntimeContext().getTaskInfo().getMaxNumberOfParallelSubtasks();
        KeyedStateBackend<K> backend = getKeyedStateBackend();
        keyGroupWatermarks = KeyGroupWatermarks.open(backend, keyGroups, watermarkState.restored());
        dueOfHotKeys = DueOfHotKeys.open(backend, keyGroups);
        dueOfHotKeys.restore(
                (key, due) -> {
                    currentKey(key);
                    timers.registerEventTimeTimer(VoidNamespace.INSTANCE, due);
                });
        if (plan.panes().earlyProcessingMillis() > 0) {
            announceTick();
        }
    }

    /** The backend learns of a key only where it is asked about one: see {@link #currentKey}. */
    @Override
    @SuppressWarnings("rawtypes") // As Flink has it.
    public void setKeyContextElement1(StreamRecord record) {}

    @Override
    public void processElement(StreamRecord<T> element) throws Exception {
        T event = element.getValue();
        long time = EventTimes.of(element);
        if (EventTimes.outOfRange(time)) {
            lateEvents.outOfRange(event, time);
            metrics.outOfRange();
            return;
        }
        K key = keyOf.getKey(event);
        H windows = hot.get(key);
        if (windows == null) {
            windows = enter(key);
        }
        judging = watermarkFor(key);
        if (windows.isDue(judging)) {
            queue.remove(windows);
            fireAllDue(windows);
        }
        windows.grown = true;
        engine.add(windows, event, time);
        windows.dirty = true;
        if (windows.grown || windows.bucket == DueQueue.NOWHERE) {
            settle(windows);
        }
    }

    /** Finds a key its place in memory and in time after an event may have changed both. */
    private void settle(H windows) throws Exception {
        hot.reweigh(windows, engine.weightOf(windows));
        if (windows.due == HotKey.NEVER && engine.isEmpty(windows)) {
            letGo(windows);
        } else {
            queue.place(windows);
        }
        while (hot.overBudget()) {
            makeRoom(windows);
        }
    }

    private H enter(K key) throws Exception {
        currentKey(key);
        keyGroupWatermarks.saw(key);
        H windows = engine.load(key);
        if (windows == null) {
            windows = engine.create(key);
        } else {
            windows.stored = true;
        }
        hot.add(windows);
        return windows;
    }

    // ---- watermark ------------------------------------------------------------------------

    /** What is known of idleness may not overtake results. */
    @Override
    public void processWatermarkStatus(WatermarkStatus status) throws Exception {
        finishFiring();
        super.processWatermarkStatus(status);
    }

    @Override
    public void processWatermark(Watermark mark) throws Exception {
        forwarded = mark.getTimestamp();
        if (forwarded > watermark) {
            watermark = forwarded;
        }
        timersBehind = true;
        queue.advance(forwarded);
        fireSlice(false);
    }

    /** Fires what is due, until nothing is or the slice of time is over. */
    private void fireSlice(boolean toTheEnd) throws Exception {
        sliceEnds =
                toTheEnd
                        ? Long.MAX_VALUE
                        : getProcessingTimeService().getCurrentProcessingTime() + SLICE_MILLIS;
        keysUntilLook = KEYS_BETWEEN_LOOKS;
        if (timersBehind) {
            timersBehind =
                    !getTimeServiceManager()
                            .orElseThrow()
                            .tryAdvanceWatermark(new Watermark(forwarded), this::sliceOver);
        }
        boolean over = timersBehind;
        for (H next = over ? null : polled(); next != null; next = over ? null : polled()) {
            fire(next);
            over = sliceOver();
        }
        if (timersBehind || !queue.nothingReady()) {
            announceSlice();
        } else {
            if (forwarded == Long.MAX_VALUE) {
                storeAll();
            }
            output.emitWatermark(new Watermark(forwarded));
        }
    }

    private boolean sliceOver() {
        if (--keysUntilLook > 0) {
            return false;
        }
        keysUntilLook = KEYS_BETWEEN_LOOKS;
        return getProcessingTimeService().getCurrentProcessingTime() >= sliceEnds;
    }

    private void announceSlice() {
        if (sliceAnnounced) {
            return;
        }
        sliceAnnounced = true;
        ProcessingTimeService clock = getProcessingTimeService();
        clock.registerTimer(
                clock.getCurrentProcessingTime() + PAUSE_MILLIS,
                now -> {
                    sliceAnnounced = false;
                    if (timersBehind || !queue.nothingReady()) {
                        fireSlice(false);
                    }
                });
    }

    @SuppressWarnings("unchecked") // Only keys of this operator's cache lie in its queue.
    private @Nullable H polled() {
        return (H) queue.poll();
    }

    private void fire(H windows) throws Exception {
        fireAllDue(windows);
        windows.dirty = true;
        if (engine.isEmpty(windows)) {
            letGo(windows);
        } else {
            hot.reweigh(windows, engine.weightOf(windows));
            queue.place(windows);
        }
    }

    /** The watermark that counts for a key: after a restore, at first that of the checkpoint. */
    private long watermarkFor(K key) {
        return watermark >= keyGroupWatermarks.highest()
                ? watermark
                : Math.max(watermark, keyGroupWatermarks.restoredFor(key));
    }

    /** An engine that leaves a key due would be asked again and again, and no watermark passed. */
    private void fireAllDue(H windows) throws Exception {
        judging = watermarkFor(windows.key);
        engine.fire(windows, judging);
        if (windows.isDue(judging)) {
            throw new IllegalStateException(
                    engine.getClass().getSimpleName()
                            + " fired key "
                            + windows.key
                            + " at watermark "
                            + judging
                            + " and left it due at "
                            + windows.due
                            + ": an engine must do all that is due; this is a fault of the"
                            + " operator, not of the data");
        }
    }

    /**
     * Forgets a key with nothing in it; one that the backend knows stays until the next checkpoint,
     * for most come back before, and what was never written need not be deleted.
     */
    private void letGo(H windows) {
        windows.due = HotKey.NEVER;
        queue.remove(windows);
        if (windows.stored) {
            hot.reweigh(windows, HotKey.OWN_WEIGHT);
        } else {
            hot.remove(windows);
        }
    }

    /** The timer of a key: it matters if the key is cold. */
    @Override
    public void onEventTime(InternalTimer<K, VoidNamespace> timer) throws Exception {
        currentKey = timer.getKey();
        H windows = hot.get(timer.getKey());
        if (windows == null) {
            windows = engine.load(timer.getKey());
            if (windows == null) {
                return;
            }
            windows.stored = true;
            hot.add(windows);
            queue.place(windows);
        }
        if (windows.timer == timer.getTimestamp()) {
            windows.timer = HotKey.NEVER;
            windows.dirty = true;
        }
        if (windows.isDue(forwarded)) {
            queue.remove(windows);
            fire(windows);
        }
        while (hot.overBudget()) {
            makeRoom(windows);
        }
    }

    @Override
    public void onProcessingTime(InternalTimer<K, VoidNamespace> timer) {
        throw new IllegalStateException("no timer of processing time was ever set: " + timer);
    }

    private void announceTick() {
        ProcessingTimeService clock = getProcessingTimeService();
        clock.registerTimer(
                clock.getCurrentProcessingTime() + plan.panes().earlyProcessingMillis(),
                now -> {
                    for (H windows : hot.all()) {
                        engine.tick(windows);
                    }
                    announceTick();
                });
    }

    // ---- memory and backend ---------------------------------------------------------------

    private void makeRoom(H notThis) throws Exception {
        if (slimmed(notThis)) {
            return;
        }
        H victim = hot.victim(notThis);
        if (victim.isDue(forwarded)) {
            // A cold key's timer would fire at the next watermark only, behind this one.
            queue.remove(victim);
            fire(victim);
            return;
        }
        if (slimmed(victim)) {
            return;
        }
        engine.tick(victim);
        currentKey(victim.key);
        if (engine.isEmpty(victim)) {
            clear(victim);
        } else {
            setTimer(victim);
            if (victim.dirty || !victim.stored) {
                engine.store(victim);
            }
        }
        queue.remove(victim);
        hot.remove(victim);
    }

    /** Whether a key became lighter without leaving the memory. */
    private boolean slimmed(H windows) throws Exception {
        int before = windows.weight;
        if (before > SLIM_WEIGHT) {
            currentKey(windows.key);
            engine.slim(windows);
            hot.reweigh(windows, engine.weightOf(windows));
        }
        return windows.weight < before;
    }

    /** A cold key needs a timer; one that fires too early only looks and sets the next. */
    private void setTimer(H windows) {
        if (windows.due < windows.timer) {
            deleteTimer(windows);
            timers.registerEventTimeTimer(VoidNamespace.INSTANCE, windows.due);
            windows.timer = windows.due;
            windows.dirty = true;
        }
    }

    private void deleteTimer(H windows) {
        if (windows.timer != HotKey.NEVER && windows.timer > forwarded) {
            timers.deleteEventTimeTimer(VoidNamespace.INSTANCE, windows.timer);
        }
        windows.timer = HotKey.NEVER;
    }

    private void clear(H windows) throws Exception {
        if (windows.stored) {
            deleteTimer(windows);
            engine.clear(windows);
            windows.stored = false;
        }
    }

    /** Writes what the backend does not have yet; a checkpoint without it loses events. */
    void storeAll() throws Exception {
        for (int i = hot.size() - 1; i >= 0; i--) {
            H windows = hot.all().get(i);
            if (engine.isEmpty(windows)) {
                currentKey(windows.key);
                clear(windows);
                hot.remove(windows);
            } else if (windows.dirty) {
                currentKey(windows.key);
                engine.store(windows);
                windows.stored = true;
                windows.dirty = false;
                slimmed(windows);
            }
        }
        dueOfHotKeys.store(hot.all(), this::currentKey);
        keyGroupWatermarks.store(watermark, this::currentKey);
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        storeAll();
        watermarkState.store(Math.max(watermark, watermarkState.restored()));
    }

    /** The end of the input: nothing more can come in between. */
    @Override
    public void finish() throws Exception {
        finishFiring();
        storeAll();
        super.finish();
    }

    private void finishFiring() throws Exception {
        if (timersBehind || !queue.nothingReady()) {
            fireSlice(true);
        }
    }

    // ---- what the engine asks for ---------------------------------------------------------

    @Override
    public KeyedStateStore states() {
        KeyedStateStore store = getKeyedStateStore();
        if (store == null) {
            throw new IllegalStateException("windows need a keyed stream");
        }
        return store;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // The same object saves the write; equal ones may not.
    public void currentKey(K key) {
        if (currentKey != key) {
            setCurrentKey(key);
            currentKey = key;
        }
    }

    @Override
    public long watermark() {
        return judging;
    }

    @Override
    public void emit(O value, long timestamp) {
        output.collect(result.replace(value, timestamp));
    }

    @Override
    public void late(T event, long time, long missedWindowEnd) {
        count(LedgerAccount.LATE_AT_WINDOW);
        lateEvents.late(event, time, judging, missedWindowEnd);
    }

    @Override
    public void countLate(long events) {
        for (long i = 0; i < events; i++) {
            count(LedgerAccount.LATE_AT_WINDOW);
        }
    }

    @Override
    public void partlyLate(T event, long time, MissedWindows missed) {
        metrics.partlyLate();
        lateEvents.partlyLate(event, time, judging, missed);
    }

    @Override
    public void countUpdate() {
        metrics.update();
    }

    @Override
    public void firedThrough(long windowEnd) {
        metrics.fired(windowEnd);
    }
}
