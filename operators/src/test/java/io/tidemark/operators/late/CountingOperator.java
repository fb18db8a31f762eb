package io.tidemark.operators.late;

import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;

/** Counts what it is told to, and says at the end what its gauges show. */
final class CountingOperator extends AbstractStreamOperator<String>
        implements OneInputStreamOperator<LedgerAccount, String> {

    enum Fault {
        NONE,
        /** Sends the increments behind the barrier. */
        COUNTS_BEHIND_THE_BARRIER,
        /** Keeps no totals. */
        FORGETS_TOTALS,
        /** Does not know after a restore what it has sent. */
        SENDS_TOTALS_AGAIN,
        /** Keeps the last increments for itself. */
        SILENT_AT_THE_END
    }

    static final OutputTag<LedgerEntry> LEDGER =
            new OutputTag<>("ledger", TypeInformation.of(LedgerEntry.class));

    private static final long serialVersionUID = 1L;

    private final Fault fault;

    private transient Gauges gauges;
    private transient LedgerCounters ledger;

    @SuppressWarnings("NullAway.Init") // Flink opens the ledger before the first event.
    CountingOperator(Fault fault) {
        this.fault = fault;
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        gauges = new Gauges();
        ledger =
                LedgerCounters.open(
                        context.getOperatorStateStore(),
                        gauges,
                        LedgerAccount.ADMITTED,
                        LedgerAccount.DUPLICATE);
    }

    @Override
    public void open() throws Exception {
        super.open();
        if (fault == Fault.SENDS_TOTALS_AGAIN) {
            gauges.totals.forEach(
                    (account, total) -> {
                        if (total.getValue() > 0) {
                            send(new LedgerEntry(account, total.getValue()));
                        }
                    });
        }
    }

    @Override
    public void processElement(StreamRecord<LedgerAccount> element) {
        ledger.add(element.getValue());
    }

    @Override
    public void prepareSnapshotPreBarrier(long checkpointId) {
        if (fault != Fault.COUNTS_BEHIND_THE_BARRIER) {
            ledger.emit(this::send);
        }
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        if (fault == Fault.COUNTS_BEHIND_THE_BARRIER) {
            ledger.emit(this::send);
        }
        if (fault != Fault.FORGETS_TOTALS) {
            ledger.snapshot();
        }
    }

    @Override
    public void finish() throws Exception {
        if (fault != Fault.SILENT_AT_THE_END) {
            ledger.emit(this::send);
        }
        gauges.totals.forEach(
                (account, total) ->
                        output.collect(
                                new StreamRecord<>(account.label() + "=" + total.getValue())));
        super.finish();
    }

    private void send(LedgerEntry entry) {
        output.collect(LEDGER, new StreamRecord<>(entry));
    }

    /** The gauges as a reporter would see them. */
    private static final class Gauges extends UnregisteredMetricsGroup {

        private final Map<LedgerAccount, Gauge<Long>> totals = new HashMap<>();

        @Override
        @SuppressWarnings("unchecked") // All gauges of a ledger are of longs.
        public <T, G extends Gauge<T>> G gauge(String name, G gauge) {
            for (LedgerAccount account : LedgerAccount.values()) {
                if (name.equals(LedgerCounters.METRIC_PREFIX + account.label())) {
                    totals.put(account, (Gauge<Long>) gauge);
                }
            }
            return gauge;
        }
    }
}
