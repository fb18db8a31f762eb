package io.tidemark.operators.window;

import io.tidemark.operators.late.AccountingOperator;
import io.tidemark.operators.late.LedgerAccount;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.api.common.state.KeyedStateStore;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.streaming.api.datastream.KeyedStream;
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
        implements SlicedFiring.Work, WindowContext<K, T, O> {

    private static final long serialVersionUID = 1L;

    private final WindowEngine<K, T, O, H> engine;
    private final KeySelector<T, K> keyOf;
    private final WindowOutputs<T, ?> outputs;
    private final WindowPlan plan;

    private transient HotKeys<K, H> hot;
    private transient KeysInMemory<K, H> keys;
    private transient SlicedFiring firing;
    private transient boolean restored;
    private transient WatermarkState watermarkState;
    private transient KeyGroupWatermarks<K> keyGroupWatermarks;
    private transient WindowMetrics metrics;
    private transient StreamRecord<O> result;
    private transient WindowOutputs.Sender<T> lateEvents;

    private transient @Nullable K currentKey;
    private transient long watermark;

    /** The watermark by which the key at hand is judged. */
    private transient long judging;

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
        restored = context.isRestored();
        watermarkState = WatermarkState.open(context.getOperatorStateStore());
        watermark = Long.MIN_VALUE;
        hot = new HotKeys<>(plan.partsInMemory());
        result = new StreamRecord<>(null);
        lateEvents = outputs.to(output);
        metrics = WindowMetrics.register(getMetricGroup(), hot, getProcessingTimeService());
    }

    @Override
    public void open() throws Exception {
        super.open();
        engine.open(this);
        int keyGroups = getRuntimeContext().getTaskInfo().getMaxNumberOfParallelSubtasks();
        KeyedStateBackend<K> backend = getKeyedStateBackend();
        keyGroupWatermarks =
                KeyGroupWatermarks.open(
                        backend, keyGroups, watermarkState.restored(), this::currentKey);
        DueOfColdKeys<K> dueOfColdKeys = DueOfColdKeys.open(backend, keyGroups, this::currentKey);
        if (restored) {
            OldTimers.takeOver(this::getInternalTimerService, this, dueOfColdKeys);
        }
        keys =
                new KeysInMemory<>(
                        engine,
                        this,
                        hot,
                        DueOfHotKeys.open(backend, keyGroups),
                        dueOfColdKeys,
                        this::fire);
        keys.restore();
        firing = new SlicedFiring(this, getProcessingTimeService());
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
        judging = watermarkFor(key);
        H windows = keys.get(key);
        if (windows == null) {
            keyGroupWatermarks.saw(key);
            windows = keys.enter(key, time);
        }
        if (windows.unread && (windows.isDue(judging) || !engine.takesUnread(windows, time))) {
            windows = keys.read(windows);
        }
        if (windows.isDue(judging)) {
            keys.takeOut(windows);
            fireAllDue(windows);
        }
        windows.grown = true;
        engine.add(windows, event, time);
        windows.dirty = true;
        keys.changed(windows);
    }

    // ---- watermark ------------------------------------------------------------------------

    /** What is known of idleness may not overtake results. */
    @Override
    public void processWatermarkStatus(WatermarkStatus status) throws Exception {
        firing.finish();
        super.processWatermarkStatus(status);
    }

    @Override
    public void processWatermark(Watermark mark) throws Exception {
        watermark = mark.getTimestamp();
        keys.advance(watermark);
        firing.begin();
    }

    @Override
    public boolean fireNext() throws Exception {
        return keys.fireNext();
    }

    @Override
    public boolean nothingReady() {
        return keys.nothingReady();
    }

    @Override
    public void allFired() throws Exception {
        if (watermark == Long.MAX_VALUE) {
            storeAll();
        }
        output.emitWatermark(new Watermark(watermark));
    }

    private void fire(H due) throws Exception {
        H windows = due.unread ? keys.read(due) : due;
        fireAllDue(windows);
        windows.dirty = true;
        keys.fired(windows);
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

    private void announceTick() {
        ProcessingTimeService clock = getProcessingTimeService();
        clock.registerTimer(
                clock.getCurrentProcessingTime() + plan.panes().earlyProcessingMillis(),
                now -> {
                    for (H windows : keys.all()) {
                        engine.tick(windows);
                    }
                    announceTick();
                });
    }

    // ---- checkpoints ----------------------------------------------------------------------

    /** Writes what the backend does not have yet; a checkpoint without it loses events. */
    void storeAll() throws Exception {
        keys.storeAll();
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
        firing.finish();
        storeAll();
        super.finish();
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
    public K currentKey() {
        return this.<K>getKeyedStateBackend().getCurrentKey();
    }

    @Override
    public List<K> keysOf(String state) {
        KeyedStateBackend<K> backend = getKeyedStateBackend();
        try (Stream<K> keys = backend.getKeys(state, VoidNamespace.INSTANCE)) {
            return keys.toList();
        }
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // The same object saves the write; equal ones may not.
    public void currentKey(K key) {
        if (currentKey != key) {
            setCurrentKey(key);
        }
    }

    /** Whoever sets it, {@link #currentKey} has to know. */
    @Override
    @SuppressWarnings("unchecked") // Only keys are.
    public void setCurrentKey(Object key) {
        super.setCurrentKey(key);
        currentKey = (K) key;
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
