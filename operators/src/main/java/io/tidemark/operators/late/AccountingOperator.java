package io.tidemark.operators.late;

import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;

/**
 * An operator that keeps accounts of the events it judges: the place where the ledger meets Flink's
 * checkpoints.
 *
 * <p>A subclass calls {@link #count} as it judges. Increments leave by the side output in front of
 * each checkpoint barrier and at the end of input, so that they are committed with the outputs that
 * they count; totals are state.
 *
 * @param <I> the type of the input
 * @param <O> the type of the output
 */
public abstract class AccountingOperator<I, O> extends AbstractStreamOperator<O>
        implements OneInputStreamOperator<I, O> {

    private static final long serialVersionUID = 1L;

    private final OutputTag<LedgerEntry> ledgerTag;
    private final LedgerAccount[] accounts;

    private transient LedgerCounters ledger;

    /**
     * An operator that keeps the given accounts and sends their increments to the given side
     * output.
     */
    @SuppressWarnings("NullAway.Init") // Flink opens the ledger before the first event.
    protected AccountingOperator(OutputTag<LedgerEntry> ledgerTag, LedgerAccount... accounts) {
        this.ledgerTag = ledgerTag;
        this.accounts = accounts;
    }

    /** Counts one event. */
    protected final void count(LedgerAccount account) {
        ledger.add(account);
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        ledger = LedgerCounters.open(context.getOperatorStateStore(), getMetricGroup(), accounts);
    }

    @Override
    public void prepareSnapshotPreBarrier(long checkpointId) throws Exception {
        super.prepareSnapshotPreBarrier(checkpointId);
        emitIncrements();
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        ledger.snapshot();
    }

    @Override
    public void finish() throws Exception {
        emitIncrements();
        super.finish();
    }

    private void emitIncrements() {
        ledger.emit(entry -> output.collect(ledgerTag, new StreamRecord<>(entry)));
    }
}
