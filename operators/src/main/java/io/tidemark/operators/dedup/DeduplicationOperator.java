package io.tidemark.operators.dedup;

import io.tidemark.operators.late.AccountingOperator;
import io.tidemark.operators.late.LedgerAccount;
import io.tidemark.operators.late.LedgerEntry;
import java.util.Map;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.runtime.state.internal.InternalMapState;
import org.apache.flink.streaming.api.operators.InternalTimer;
import org.apache.flink.streaming.api.operators.InternalTimerService;
import org.apache.flink.streaming.api.operators.Triggerable;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;

/**
 * Remembers, for each identifier of the current slot, the event times admitted, until no event that
 * counts can be a repeat of them.
 *
 * <p>The state's namespace is the stretch of event time, {@code floor(time / horizon)}: an event
 * within the horizon of another lies in the same stretch or in one beside it.
 */
final class DeduplicationOperator<T> extends AccountingOperator<T, T>
        implements Triggerable<Integer, Long> {

    private static final long serialVersionUID = 1L;

    private final KeySelector<T, String> identifier;
    private final long horizonMillis;
    private final long slackMillis;
    private final long stretchMillis;

    private transient InternalMapState<Integer, Long, String, Long> admittedTimes;
    private transient InternalTimerService<Long> timers;

    /** The maps that are there; not state, for each has a timer, and the timers tell. */
    private transient SlotIndex index;

    @SuppressWarnings("NullAway.Init") // Flink opens the state before the first event.
    DeduplicationOperator(
            KeySelector<T, String> identifier,
            long horizonMillis,
            long slackMillis,
            OutputTag<LedgerEntry> ledgerTag) {
        super(ledgerTag, LedgerAccount.ADMITTED, LedgerAccount.DUPLICATE);
        this.identifier = identifier;
        this.horizonMillis = horizonMillis;
        this.slackMillis = slackMillis;
        this.stretchMillis = Math.max(1, horizonMillis);
    }

    @Override
    @SuppressWarnings("unchecked") // Every backend makes its map states so.
    public void open() throws Exception {
        super.open();
        admittedTimes =
                (InternalMapState<Integer, Long, String, Long>)
                        this.<Long, MapState<String, Long>, Map<String, Long>>getOrCreateKeyedState(
                                LongSerializer.INSTANCE, DeduplicationState.ADMITTED_TIMES);
        timers =
                getInternalTimerService(
                        DeduplicationState.FORGET_TIMERS, LongSerializer.INSTANCE, this);
        index = new SlotIndex();
        timers.forEachEventTimeTimer((stretch, at) -> index.add(stretch, currentSlot()));
    }

    @Override
    public void processElement(StreamRecord<T> element) throws Exception {
        String id = identifier.getKey(element.getValue());
        long eventTime = element.getTimestamp();
        long stretch = Math.floorDiv(eventTime, stretchMillis);
        int slot = currentSlot();
        if (isRepeat(id, eventTime, stretch, slot)
                || isRepeat(id, eventTime, stretch - 1, slot)
                || isRepeat(id, eventTime, stretch + 1, slot)) {
            count(LedgerAccount.DUPLICATE);
            return;
        }
        count(LedgerAccount.ADMITTED);
        admittedTimes.setCurrentNamespace(stretch);
        admittedTimes.put(id, eventTime);
        if (index.add(stretch, slot)) {
            timers.registerEventTimeTimer(stretch, forgottenAt(stretch));
        }
        output.collect(element);
    }

    private boolean isRepeat(String id, long eventTime, long stretch, int slot) throws Exception {
        if (!index.contains(stretch, slot)) {
            return false;
        }
        admittedTimes.setCurrentNamespace(stretch);
        Long admitted = admittedTimes.get(id);
        return admitted != null && Math.abs(admitted - eventTime) <= horizonMillis;
    }

    private int currentSlot() {
        return (Integer) getCurrentKey();
    }

    /**
     * When the watermark has reached this, no event that counts lies within the horizon of any time
     * in the stretch.
     */
    private long forgottenAt(long stretch) {
        try {
            long lastTime =
                    Math.addExact(Math.multiplyExact(stretch, stretchMillis), stretchMillis - 1);
            return Math.addExact(lastTime, Math.addExact(horizonMillis, slackMillis));
        } catch (ArithmeticException beyondTheEndOfTime) {
            // Then the end of input, the watermark Long.MAX_VALUE, forgets it.
            return Long.MAX_VALUE;
        }
    }

    @Override
    public void onEventTime(InternalTimer<Integer, Long> timer) {
        admittedTimes.setCurrentNamespace(timer.getNamespace());
        admittedTimes.clear();
        index.remove(timer.getNamespace(), timer.getKey());
    }

    @Override
    public void onProcessingTime(InternalTimer<Integer, Long> timer) {
        throw new IllegalStateException("no timer of processing time is ever set here");
    }
}
