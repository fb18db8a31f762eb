package io.tidemark.operators.late;

import io.tidemark.operators.aggregate.TopItems;
import io.tidemark.operators.late.LedgerSummary.LateKey;
import io.tidemark.operators.late.LedgerSummary.Lateness;
import io.tidemark.operators.late.LedgerSummary.MissedWindow;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Makes summaries, each in front of a barrier: there and nowhere else all parts of one moment have
 * come. The clock tells only in front of which.
 */
class LatenessSummaryOperator extends AbstractStreamOperator<LedgerSummary>
        implements OneInputStreamOperator<LatenessFigures, LedgerSummary> {

    private static final long serialVersionUID = 1L;

    private static final TopItems<String, String> KEYS =
            TopItems.mostFrequent(LatenessSummary.SHOWN, key -> key, Types.STRING);
    private static final TopItems<Long, Long> WINDOWS =
            TopItems.mostFrequent(LatenessSummary.SHOWN, end -> end, Types.LONG);

    private final long everyMillis;

    private transient ListState<SummaryState> state;
    private transient LatenessTally since;
    private transient Map<LedgerAccount, Long> accounts;
    private transient long late;
    private transient long from;
    private transient boolean finished;

    @SuppressWarnings("NullAway.Init") // Flink opens the state before the first element.
    LatenessSummaryOperator(long everyMillis) {
        this.everyMillis = everyMillis;
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        state = context.getOperatorStateStore().getListState(SummaryState.STATE);
        since = new LatenessTally();
        accounts = new EnumMap<>(LedgerAccount.class);
        late = 0;
        from = Long.MAX_VALUE;
        for (SummaryState row : state.get()) {
            from = Math.min(from, row.from());
            since.add(row.since());
            add(row.accounts());
            late += row.late();
        }
        if (from == Long.MAX_VALUE) {
            from = now();
        }
    }

    @Override
    public void processElement(StreamRecord<LatenessFigures> element) {
        since.add(element.getValue());
    }

    @Override
    public void prepareSnapshotPreBarrier(long checkpointId) throws Exception {
        super.prepareSnapshotPreBarrier(checkpointId);
        // The last checkpoints come when nothing can leave any more.
        if (!finished && now() >= (Math.floorDiv(from, everyMillis) + 1) * everyMillis) {
            send(false);
        }
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        state.update(List.of(new SummaryState(from, since.figures(), Map.copyOf(accounts), late)));
    }

    @Override
    public void finish() throws Exception {
        send(true);
        finished = true;
        super.finish();
    }

    private void send(boolean atEnd) {
        LatenessFigures figures = since.figures();
        // Another machine's clock may be behind.
        long to = Math.max(from, now());
        add(figures.accounts());
        late += figures.late();
        output.collect(
                new StreamRecord<>(
                        new LedgerSummary(
                                from,
                                to,
                                atEnd,
                                figures.accounts(),
                                Map.copyOf(accounts),
                                lateness(figures))));
        from = to;
        since.clear();
    }

    private Lateness lateness(LatenessFigures figures) {
        List<LateKey> keys = new ArrayList<>();
        long otherKeys = figures.late();
        for (Tuple2<String, Long> key : KEYS.getResult(figures.keys())) {
            keys.add(new LateKey(key.f0, key.f1));
            otherKeys -= key.f1;
        }
        List<MissedWindow> windows = new ArrayList<>();
        long otherWindows = figures.late();
        for (Tuple2<Long, Long> window : WINDOWS.getResult(figures.windows())) {
            windows.add(new MissedWindow(window.f0, window.f1));
            otherWindows -= window.f1;
        }
        List<Double> lateBy = LatenessFigures.LATE_BY.getResult(figures.lateBy());
        return new Lateness(
                figures.late(),
                late,
                millis(lateBy.get(0), figures),
                millis(lateBy.get(1), figures),
                millis(lateBy.get(2), figures),
                figures.maxLateBy(),
                keys,
                otherKeys,
                figures.keyError(),
                windows,
                otherWindows,
                figures.windowError());
    }

    /** The middle of a bucket may lie beyond the greatest that is in it. */
    private static long millis(double quantile, LatenessFigures figures) {
        return Math.min(Math.round(quantile), figures.maxLateBy());
    }

    private void add(Map<LedgerAccount, Long> increments) {
        increments.forEach((account, more) -> accounts.merge(account, more, Long::sum));
    }

    private long now() {
        return getProcessingTimeService().getCurrentProcessingTime();
    }
}
