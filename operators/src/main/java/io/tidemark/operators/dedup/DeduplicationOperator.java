package io.tidemark.operators.dedup;

import io.tidemark.operators.late.LedgerAccount;
import io.tidemark.operators.late.LedgerCounters;
import io.tidemark.operators.late.LedgerEntry;
import java.util.Arrays;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.InternalTimer;
import org.apache.flink.streaming.api.operators.InternalTimerService;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.Triggerable;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;

/**
 * Remembers the event times admitted for the current key, the identifier, until no event that
 * counts can be a repeat of them.
 */
final class DeduplicationOperator<T> extends AbstractStreamOperator<T>
        implements OneInputStreamOperator<T, T>, Triggerable<String, VoidNamespace> {

    private static final long serialVersionUID = 1L;

    private final long horizonMillis;
    private final long slackMillis;
    private final OutputTag<LedgerEntry> ledgerTag;

    private transient ValueState<long[]> admittedTimes;
    private transient InternalTimerService<VoidNamespace> timers;
    private transient LedgerCounters ledger;

    @SuppressWarnings("NullAway.Init") // Flink opens the state before the first event.
    DeduplicationOperator(long horizonMillis, long slackMillis, OutputTag<LedgerEntry> ledgerTag) {
        this.horizonMillis = horizonMillis;
        this.slackMillis = slackMillis;
        this.ledgerTag = ledgerTag;
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        admittedTimes = context.getKeyedStateStore().getState(DeduplicationState.ADMITTED_TIMES);
        ledger =
                LedgerCounters.open(
                        context.getOperatorStateStore(),
                        getMetricGroup(),
                        LedgerAccount.ADMITTED,
                        LedgerAccount.DUPLICATE);
    }

    @Override
    public void open() throws Exception {
        super.open();
        timers = getInternalTimerService("forget", VoidNamespaceSerializer.INSTANCE, this);
    }

    @Override
    public void processElement(StreamRecord<T> element) throws Exception {
        long eventTime = element.getTimestamp();
        long[] times = admittedTimes.value();
        if (times != null && isRepeat(times, eventTime)) {
            ledger.add(LedgerAccount.DUPLICATE);
            return;
        }
        ledger.add(LedgerAccount.ADMITTED);
        admittedTimes.update(times == null ? new long[] {eventTime} : append(times, eventTime));
        timers.registerEventTimeTimer(VoidNamespace.INSTANCE, forgottenAt(eventTime));
        output.collect(element);
    }

    @Override
    public void onEventTime(InternalTimer<String, VoidNamespace> timer) throws Exception {
        long[] times = admittedTimes.value();
        if (times == null) {
            return;
        }
        long[] kept =
                Arrays.stream(times)
                        .filter(time -> forgottenAt(time) > timer.getTimestamp())
                        .toArray();
        if (kept.length == 0) {
            admittedTimes.clear();
        } else {
            admittedTimes.update(kept);
        }
    }

    @Override
    public void onProcessingTime(InternalTimer<String, VoidNamespace> timer) {
        throw new IllegalStateException("no timer of processing time is ever set here");
    }

    @Override
    public void prepareSnapshotPreBarrier(long checkpointId) {
        emitLedger();
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        ledger.snapshot();
    }

    @Override
    public void finish() throws Exception {
        emitLedger();
        super.finish();
    }

    private void emitLedger() {
        ledger.emit(entry -> output.collect(ledgerTag, new StreamRecord<>(entry)));
    }

    private boolean isRepeat(long[] times, long eventTime) {
        for (long time : times) {
            if (Math.abs(time - eventTime) <= horizonMillis) {
                return true;
            }
        }
        return false;
    }

    private long forgottenAt(long eventTime) {
        long at = eventTime + horizonMillis + slackMillis;
        // Near the end of time the sum wraps: then the end of input, the watermark Long.MAX_VALUE,
        // forgets it.
        return at < eventTime ? Long.MAX_VALUE : at;
    }

    private static long[] append(long[] times, long time) {
        long[] longer = Arrays.copyOf(times, times.length + 1);
        longer[times.length] = time;
        return longer;
    }
}
