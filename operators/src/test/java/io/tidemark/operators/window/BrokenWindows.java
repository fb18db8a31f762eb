package io.tidemark.operators.window;

import io.tidemark.operators.window.BrokenEngine.Fault;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;

/** The operator around windows with one fault, its own or its engine's. */
final class BrokenWindows<O, H extends HotKey<String>> extends WindowsOperator<String, Sale, O, H> {

    private static final long serialVersionUID = 1L;

    private final Fault fault;

    private boolean inCheckpoint;

    private BrokenWindows(
            BrokenEngine<O, H> engine,
            KeySelector<Sale, String> keyOf,
            WindowOutputs<Sale, ?> outputs,
            WindowPlan plan) {
        super(engine, keyOf, outputs, plan, "broken");
        this.fault = engine.fault;
    }

    /** Puts windows into a stream that have the fault of their engine. */
    static <O, H extends HotKey<String>> WindowedResults<O, Sale> around(
            BrokenEngine<O, H> engine,
            WindowPlan plan,
            TypeInformation<O> type,
            DataStream<Sale> input) {
        KeyedStream<Sale, String> keyed = input.keyBy(Sale::shop, Types.STRING);
        boolean reports = plan.reportsPartlyLate() && engine.fault != Fault.REPORTS_NO_PARTLY_LATE;
        WindowOutputs<Sale, Sale> outputs = WindowOutputs.of(Sale.TYPE, reports);
        return WindowedResults.of(
                keyed.transform(
                        "broken",
                        type,
                        new BrokenWindows<>(engine, keyed.getKeySelector(), outputs, plan)),
                outputs);
    }

    @Override
    public void countLate() {
        if (fault != Fault.COUNTS_NO_LATE) {
            super.countLate();
        }
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        inCheckpoint = true;
        super.snapshotState(context);
        inCheckpoint = false;
    }

    @Override
    void storeAll() throws Exception {
        if (!inCheckpoint || fault != Fault.STORES_NOTHING_AT_CHECKPOINTS) {
            super.storeAll();
        }
    }
}
