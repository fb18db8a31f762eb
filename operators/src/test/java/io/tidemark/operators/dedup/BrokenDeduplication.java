package io.tidemark.operators.dedup;

import io.tidemark.operators.dedup.Deduplication.DeduplicatedStream;
import io.tidemark.operators.late.LedgerAccount;
import io.tidemark.operators.late.LedgerCounters;
import io.tidemark.operators.late.LedgerEntry;
import java.util.HashSet;
import java.util.Set;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.InternalTimer;
import org.apache.flink.streaming.api.operators.InternalTimerService;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.Triggerable;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;

/** A deduplication written a second time, with one fault; without one it is sound. */
final class BrokenDeduplication extends AbstractStreamOperator<Purchase>
        implements OneInputStreamOperator<Purchase, Purchase>, Triggerable<String, VoidNamespace> {

    enum Fault {
        /** The control: must pass where the others must not. */
        NONE,
        /** Forgets one millisecond before the last possible repeat. */
        FORGETS_TOO_EARLY,
        /** Does not wait for purchases behind the watermark. */
        FORGETS_WITHOUT_SLACK,
        /** Never forgets. */
        NEVER_FORGETS,
        /** Forgets everything about an identifier with its first timer. */
        FORGETS_ALL_AT_ONCE,
        /** Takes a repeat at the very horizon for a new purchase. */
        HORIZON_EXCLUSIVE,
        /** Looks back in event time only. */
        LOOKS_BACK_ONLY,
        /** A repeat prolongs the memory of what it repeats. */
        REPEATS_COUNT_AS_ADMITTED,
        /** Remembers in a plain field: gone after a restore. */
        REMEMBERS_IN_A_FIELD,
        /** Does not count repeats. */
        COUNTS_NO_DUPLICATES
    }

    private static final long serialVersionUID = 1L;
    private static final OutputTag<LedgerEntry> LEDGER =
            new OutputTag<>("ledger", TypeInformation.of(LedgerEntry.class));

    private final Fault fault;
    private final long horizon;
    private final long slack;

    private transient MapState<Long, Boolean> times;
    private transient Set<Purchase> field;
    private transient InternalTimerService<VoidNamespace> timers;
    private transient LedgerCounters ledger;

    @SuppressWarnings("NullAway.Init") // Flink opens the state before the first event.
    private BrokenDeduplication(Fault fault, DedupCase dedup) {
        this.fault = fault;
        this.horizon = dedup.horizonMillis();
        this.slack = dedup.slackMillis();
    }

    static DedupCheck.Builder with(Fault fault) {
        return (dedup, purchases) -> {
            SingleOutputStreamOperator<Purchase> admitted =
                    purchases
                            .keyBy(Purchase::id)
                            .transform(
                                    "broken", Purchase.TYPE, new BrokenDeduplication(fault, dedup));
            return new DeduplicatedStream<>(admitted, admitted.getSideOutput(LEDGER));
        };
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        times =
                context.getKeyedStateStore()
                        .getMapState(new MapStateDescriptor<>("times", Types.LONG, Types.BOOLEAN));
        field = new HashSet<>();
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
    public void processElement(StreamRecord<Purchase> element) throws Exception {
        Purchase purchase = element.getValue();
        if (isRepeat(purchase)) {
            if (fault != Fault.COUNTS_NO_DUPLICATES) {
                ledger.add(LedgerAccount.DUPLICATE);
            }
            if (fault == Fault.REPEATS_COUNT_AS_ADMITTED) {
                remember(purchase);
            }
            return;
        }
        ledger.add(LedgerAccount.ADMITTED);
        remember(purchase);
        output.collect(element);
    }

    private void remember(Purchase purchase) throws Exception {
        if (fault == Fault.REMEMBERS_IN_A_FIELD) {
            field.add(purchase);
            return;
        }
        times.put(purchase.time(), true);
        if (fault != Fault.NEVER_FORGETS) {
            timers.registerEventTimeTimer(
                    VoidNamespace.INSTANCE, purchase.time() + rememberedFor());
        }
    }

    private long rememberedFor() {
        return switch (fault) {
            case FORGETS_TOO_EARLY -> horizon + slack - 1;
            case FORGETS_WITHOUT_SLACK -> horizon;
            default -> horizon + slack;
        };
    }

    private boolean isRepeat(Purchase purchase) throws Exception {
        for (Purchase one : field) {
            if (one.id().equals(purchase.id()) && isRepeat(one.time(), purchase.time())) {
                return true;
            }
        }
        for (Long time : times.keys()) {
            if (isRepeat(time, purchase.time())) {
                return true;
            }
        }
        return false;
    }

    private boolean isRepeat(long before, long time) {
        if (fault == Fault.LOOKS_BACK_ONLY && time < before) {
            return false;
        }
        long distance = Math.abs(time - before);
        return fault == Fault.HORIZON_EXCLUSIVE ? distance < horizon : distance <= horizon;
    }

    @Override
    public void onEventTime(InternalTimer<String, VoidNamespace> timer) throws Exception {
        if (fault == Fault.FORGETS_ALL_AT_ONCE) {
            times.clear();
        } else {
            times.remove(timer.getTimestamp() - rememberedFor());
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
        ledger.emit(entry -> output.collect(LEDGER, new StreamRecord<>(entry)));
    }
}
