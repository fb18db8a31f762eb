package io.tidemark.operators.late;

import java.util.function.Consumer;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;

/**
 * The ledger of one subtask: a few accounts whose totals are checkpointed and whose increments
 * leave the operator in front of each barrier.
 *
 * <p>An operator owns one, calls {@link #open} in {@code initializeState}, {@link #add} per event,
 * {@link #emit} in {@code prepareSnapshotPreBarrier} and in {@code finish}, and {@link #snapshot}
 * in {@code snapshotState}. Increments are zero whenever a snapshot is cut, so only totals are
 * state. After a rescale the rows are dealt out anew and summed: the sum over subtasks is what is
 * right.
 *
 * <p>Each total is also a gauge, {@code tidemark_ledger_<account>}, which goes on from the
 * checkpoint after a crash.
 */
@SuppressWarnings("EnumOrdinal") // Counts an event with one array access; never leaves the process.
public final class LedgerCounters {

    /** Prefix of the metric names; the account's label follows. */
    public static final String METRIC_PREFIX = "tidemark_ledger_";

    private final LedgerAccount[] accounts;
    private final long[] totals = new long[LedgerAccount.values().length];
    private final long[] emitted = new long[LedgerAccount.values().length];
    private final ListState<LedgerEntry> state;

    private LedgerCounters(LedgerAccount[] accounts, ListState<LedgerEntry> state) {
        this.accounts = accounts;
        this.state = state;
    }

    /**
     * Opens the ledger for the given accounts, with the totals of the checkpoint if there is one.
     */
    public static LedgerCounters open(
            OperatorStateStore store, MetricGroup metrics, LedgerAccount... accounts)
            throws Exception {
        ListState<LedgerEntry> state =
                store.getListState(
                        new ListStateDescriptor<>(
                                "ledger-totals", TypeInformation.of(LedgerEntry.class)));
        LedgerCounters counters = new LedgerCounters(accounts, state);
        Iterable<LedgerEntry> restored = state.get();
        for (LedgerEntry row : restored) {
            counters.totals[row.account().ordinal()] += row.increment();
            counters.emitted[row.account().ordinal()] += row.increment();
        }
        for (LedgerAccount account : accounts) {
            Gauge<Long> total = () -> counters.totals[account.ordinal()];
            metrics.gauge(METRIC_PREFIX + account.label(), total);
        }
        return counters;
    }

    /** Counts one event. */
    public void add(LedgerAccount account) {
        totals[account.ordinal()]++;
    }

    /** Hands out what was counted since the last call, one entry for each account that moved. */
    public void emit(Consumer<LedgerEntry> out) {
        for (LedgerAccount account : accounts) {
            int i = account.ordinal();
            if (totals[i] != emitted[i]) {
                out.accept(new LedgerEntry(account, totals[i] - emitted[i]));
                emitted[i] = totals[i];
            }
        }
    }

    /** Writes the totals into the operator state of the checkpoint being cut. */
    public void snapshot() throws Exception {
        state.clear();
        for (LedgerAccount account : accounts) {
            if (totals[account.ordinal()] != 0) {
                state.add(new LedgerEntry(account, totals[account.ordinal()]));
            }
        }
    }
}
