package io.tidemark.operators.window;

import io.tidemark.operators.window.BrokenEngine.Fault;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;

/** The operator around windows with one fault, its own or its engine's. */
final class BrokenWindows<K, T, O, H extends HotKey<K>> extends WindowsOperator<K, T, O, H> {

    private static final long serialVersionUID = 1L;

    private final Fault fault;

    private boolean inCheckpoint;

    private BrokenWindows(
            Fault fault,
            WindowEngine<K, T, O, H> engine,
            KeySelector<T, K> keyOf,
            WindowOutputs<T, ?> outputs,
            WindowPlan plan) {
        super(engine, keyOf, outputs, plan, "broken");
        this.fault = fault;
    }

    /** Builds what {@link WindowAggregation} builds, with a fault in it. */
    static AlignedCase.Builder with(Fault fault) {
        return new AlignedCase.Builder() {
            @Override
            public <A, R> WindowedResults<WindowResult<String, R>, Sale> build(
                    AlignedCase<A, R> windows, DataStream<Sale> input) {
                return BrokenWindows.build(fault, windows, input);
            }
        };
    }

    private static <A, R> WindowedResults<WindowResult<String, R>, Sale> build(
            Fault fault, AlignedCase<A, R> windows, DataStream<Sale> input) {
        KeyedStream<Sale, String> keyed = input.keyBy(Sale::shop, Types.STRING);
        TestAggregate<A, R> aggregate = windows.aggregate();
        AggregateTypes<A, R> types =
                AggregateTypes.of(aggregate.function(), Sale.TYPE, aggregate.types());
        WindowOutputs<Sale, Sale> outputs =
                WindowOutputs.of(
                        Sale.TYPE,
                        windows.reportsPartlyLate() && fault != Fault.REPORTS_NO_PARTLY_LATE);
        AlignedEngine<String, Sale, A, R> sound =
                new AlignedEngine<>(
                        windows.kinds().stream().map(NaiveWindows::windows).toList(),
                        windows.plan(),
                        new Accumulators<>(
                                aggregate.function(),
                                types.accumulator()
                                        .createSerializer(
                                                input.getExecutionConfig().getSerializerConfig())));
        return WindowedResults.of(
                keyed.transform(
                        "broken",
                        WindowResult.type(Types.STRING, types.result()),
                        new BrokenWindows<>(
                                fault,
                                new BrokenEngine<>(fault, sound),
                                keyed.getKeySelector(),
                                outputs,
                                Plans.keepingInMemory(windows.partsInMemory(), windows.plan()))),
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
