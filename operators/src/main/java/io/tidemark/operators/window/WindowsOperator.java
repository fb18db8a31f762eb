package io.tidemark.operators.window;

import io.tidemark.operators.late.AccountingOperator;
import io.tidemark.operators.late.LedgerAccount;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;

/**
 * The operator around every kind of windows: keys in memory in front of the backend.
 *
 * <pre>
 *  event ──▶ key in memory? ──no──▶ load it, or make it; over budget: store another one, note when it is due
 *               │ yes
 *               ▼
 *            something due? fire it first ──▶ take the event, or judge it late
 *
 *  watermark ─▶ keys that are due, in memory or not: fire, a slice of time each,
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
        implements SlicedFiring.Work, KeyFiring<H>, EngineContext.Operator<K> {

    private static final long serialVersionUID = 1L;

    private final WindowEngine<K, T, O, H> engine;
    private final KeySelector<T, K> keyOf;
    private final WindowOutputs<T, ?> outputs;
    private final WindowPlan plan;
    private final String uid;

    private transient EngineContext<K, T, O> context;
    private transient KeysInMemory<K, H> keys;
    private transient SlicedFiring firing;
    private transient boolean restored;
    private transient WatermarkState watermarkState;
    private transient KeyGroupWatermarks<K> keyGroupWatermarks;
    private transient WindowMetrics metrics;
    private transient WindowOutputs.Sender<T> lateEvents;

    /** The newest that came: it judges events, whatever was fired by then. */
    private transient long watermark;

    /** The one at which windows are fired: the newest, or one that came before it. */
    private transient long round;

    @SuppressWarnings("NullAway.Init") // Flink opens the rest before the first event.
    WindowsOperator(
            WindowEngine<K, T, O, H> engine,
            KeySelector<T, K> keyOf,
            WindowOutputs<T, ?> outputs,
            WindowPlan plan,
            String uid) {
        super(outputs.ledger(), LedgerAccount.LATE_AT_WINDOW, LedgerAccount.OUT_OF_RANGE);
        this.engine = engine;
        this.keyOf = keyOf;
        this.outputs = outputs;
        this.plan = plan;
        this.uid = uid;
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        restored = context.isRestored();
        Settings.of(engine, plan).replace(context.getOperatorStateStore(), uid);
        watermarkState = WatermarkState.open(context.getOperatorStateStore());
        watermark = Long.MIN_VALUE;
        round = Long.MIN_VALUE;
    }

    @Override
    public void open() throws Exception {
        super.open();
        ProcessingTimeService clock = getProcessingTimeService();
        HotKeys<K, H> hot = new HotKeys<>(plan.partsInMemory());
        TimeSlice slice = new TimeSlice(clock);
        firing = new SlicedFiring(this, slice);
        metrics = WindowMetrics.register(getMetricGroup(), hot, firing, clock);
        lateEvents = outputs.to(output);
        KeyedStateBackend<K> backend = getKeyedStateBackend();
        context = new EngineContext<>(this, backend, output, lateEvents, metrics, slice);
        engine.open(context);
        int keyGroups = getRuntimeContext().getTaskInfo().getMaxNumberOfParallelSubtasks();
        keyGroupWatermarks =
                KeyGroupWatermarks.open(
                        backend, keyGroups, watermarkState.restored(), context::currentKey);
        DueOfColdKeys<K> dueOfColdKeys =
                DueOfColdKeys.open(backend, keyGroups, context::currentKey);
        if (restored) {
            OldTimers.takeOver(this::getInternalTimerService, context, dueOfColdKeys);
        }
        keys =
                new KeysInMemory<>(
                        engine,
                        context,
                        hot,
                        DueOfHotKeys.open(backend, keyGroups),
                        dueOfColdKeys,
                        this);
        keys.restore();
        long period = plan.panes().earlyProcessingMillis();
        if (period > 0) {
            new EarlyRows(keys, hot, slice, clock, period).start();
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
            count(LedgerAccount.OUT_OF_RANGE);
            lateEvents.outOfRange(event, time);
            metrics.outOfRange();
            return;
        }
        K key = keyOf.getKey(event);
        long judging = judgeBy(watermark, key);
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
            fireDue(windows, judging);
        }
        windows.grown = true;
        engine.add(windows, event, time);
        windows.dirty = true;
        keys.changed(windows);
    }

    // ---- watermark ------------------------------------------------------------------------

    @Override
    public void processWatermarkStatus(WatermarkStatus status) throws Exception {
        firing.add(status);
    }

    @Override
    public void processWatermark(Watermark mark) throws Exception {
        watermark = mark.getTimestamp();
        firing.add(mark);
    }

    @Override
    public void begin(long newRound) {
        round = newRound;
        keys.advance(round);
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
    public void allFired(Watermark mark) throws Exception {
        if (mark.getTimestamp() == Long.MAX_VALUE) {
            storeAll();
        }
        output.emitWatermark(mark);
    }

    @Override
    public void forward(WatermarkStatus status) {
        output.emitWatermarkStatus(status);
    }

    @Override
    public void fire(H due) throws Exception {
        H windows = due.unread ? keys.read(due) : due;
        fireDue(windows, judgeBy(round, windows.key));
        windows.dirty = true;
        keys.fired(windows);
    }

    /** A window that the newest watermark has passed has its row to come, and no early one. */
    @Override
    public void show(H windows) throws Exception {
        if (!windows.isDue(judgeBy(watermark, windows.key))) {
            engine.tick(windows);
        }
    }

    /**
     * Has a key judged by a watermark, or after a restore by that of the checkpoint, if it was
     * higher.
     */
    private long judgeBy(long mark, K key) {
        long judging =
                mark >= keyGroupWatermarks.highest()
                        ? mark
                        : Math.max(mark, keyGroupWatermarks.restoredFor(key));
        context.judgeBy(judging);
        return judging;
    }

    /** An engine that leaves a key due would be asked again and again, and no watermark passed. */
    private void fireDue(H windows, long judging) throws Exception {
        engine.fire(windows, judging);
        if (windows.isDue(judging) && !context.isTimeUp()) {
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

    // ---- checkpoints ----------------------------------------------------------------------

    /** Writes what the backend does not have yet; a checkpoint without it loses events. */
    void storeAll() throws Exception {
        keys.storeAll();
        keyGroupWatermarks.store(watermark, context::currentKey);
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

    /** Whoever sets it, the context has to know. */
    @Override
    @SuppressWarnings("unchecked") // Only keys are.
    public void setCurrentKey(Object key) {
        super.setCurrentKey(key);
        context.isCurrent((K) key);
    }

    @Override
    public void countLate() {
        count(LedgerAccount.LATE_AT_WINDOW);
    }
}
