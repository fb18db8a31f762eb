package io.tidemark.operators.late;

import io.tidemark.operators.late.LatenessGate.GatedStream;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;

/** A gate written a second time, with one fault; without one it is sound. */
final class BrokenGate extends AbstractStreamOperator<Row>
        implements OneInputStreamOperator<Row, Row> {

    enum Fault {
        /** The control: must pass where the others must not. */
        NONE,
        /** Keeps the progress in a plain field: gone after a restore. */
        PROGRESS_IN_A_FIELD,
        /** One progress for all partitions of a subtask. */
        PROGRESS_SHARED_BY_PARTITIONS,
        /** Judges by Flink's watermark, which a restore does not bring back. */
        JUDGES_BY_THE_STREAMS_WATERMARK,
        /** Takes the last millisecond of a closed window for open. */
        OFF_BY_ONE,
        /** Believes every event time. */
        BELIEVES_CLOCKS_AHEAD,
        /** Never says that a row lies behind the watermark. */
        MARKS_NONE,
        /** Sends its increments behind the barrier: lost with the next restore. */
        COUNTS_BEHIND_THE_BARRIER,
        /** Keeps the last increments for itself when the input ends. */
        SILENT_AT_THE_END
    }

    private static final long serialVersionUID = 1L;
    private static final OutputTag<Late<Row>> LATE = new OutputTag<>("late", Late.type(Row.TYPE));
    private static final OutputTag<LedgerEntry> LEDGER =
            new OutputTag<>("ledger", TypeInformation.of(LedgerEntry.class));

    private final Fault fault;
    private final SteppedDelay rule;
    private final long allowedLateness;
    private final WindowEnds windows;

    private transient ValueState<Long> state;
    private transient Map<Integer, Long> field;
    private transient long shared;
    private transient long streamWatermark;
    private transient LedgerCounters ledger;

    @SuppressWarnings("NullAway.Init") // Flink opens the state before the first event.
    private BrokenGate(Fault fault, GateCase gate) {
        this.fault = fault;
        this.rule =
                new SteppedDelay(
                        gate.delay(),
                        gate.step(),
                        fault == Fault.BELIEVES_CLOCKS_AHEAD ? Long.MAX_VALUE : gate.maxAhead());
        this.allowedLateness = gate.allowedLateness();
        this.windows = WindowEnds.tumbling(Duration.ofMillis(gate.windowSize()));
    }

    static GateCheck.Builder with(Fault fault) {
        return new GateCheck.Builder() {
            @Override
            public GatedStream<Row> build(GateCase gate, DataStream<Row> rows) {
                SingleOutputStreamOperator<Row> passed =
                        rows.keyBy(Row::partition)
                                .transform("broken", Row.TYPE, new BrokenGate(fault, gate));
                return new GatedStream<>(
                        passed, passed.getSideOutput(LATE), passed.getSideOutput(LEDGER));
            }

            @Override
            public int entriesOfPartition() {
                return 1;
            }
        };
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        state =
                context.getKeyedStateStore()
                        .getState(new ValueStateDescriptor<>("progress", Types.LONG));
        field = new HashMap<>();
        shared = SteppedDelay.NONE;
        streamWatermark = Long.MIN_VALUE;
        ledger =
                LedgerCounters.open(
                        context.getOperatorStateStore(),
                        getMetricGroup(),
                        LedgerAccount.LATE_AT_GATE,
                        LedgerAccount.AHEAD);
    }

    @Override
    public void processElement(StreamRecord<Row> element) throws Exception {
        Row row = element.getValue();
        if (rule.isAhead(row)) {
            ledger.add(LedgerAccount.AHEAD);
        }
        Long kept = state.value();
        long before = kept == null ? SteppedDelay.NONE : kept;
        long after = rule.advance(before, row);
        if (after != before) {
            state.update(after);
        }
        long inField = field.getOrDefault(row.partition(), SteppedDelay.NONE);
        field.put(row.partition(), rule.advance(inField, row));
        long inAll = shared;
        shared = rule.advance(shared, row);
        long watermark =
                switch (fault) {
                    case PROGRESS_IN_A_FIELD -> rule.watermark(inField);
                    case PROGRESS_SHARED_BY_PARTITIONS -> rule.watermark(inAll);
                    case JUDGES_BY_THE_STREAMS_WATERMARK -> streamWatermark;
                    default -> rule.watermark(before);
                };
        long end = windows.lastEnd(row.time());
        long lastMoment = fault == Fault.OFF_BY_ONE ? end : end - 1;
        if (lastMoment + allowedLateness <= watermark) {
            ledger.add(LedgerAccount.LATE_AT_GATE);
            output.collect(
                    LATE,
                    new StreamRecord<>(
                            new Late<>(row, row.time(), watermark, end, row.partition()),
                            row.time()));
        } else if (row.time() <= watermark && fault != Fault.MARKS_NONE) {
            output.collect(element.replace(row.behind(watermark)));
        } else {
            output.collect(element);
        }
    }

    @Override
    public void processWatermark(Watermark mark) throws Exception {
        streamWatermark = mark.getTimestamp();
        super.processWatermark(mark);
    }

    @Override
    public void prepareSnapshotPreBarrier(long checkpointId) {
        if (fault != Fault.COUNTS_BEHIND_THE_BARRIER) {
            emitLedger();
        }
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        if (fault == Fault.COUNTS_BEHIND_THE_BARRIER) {
            emitLedger();
        }
        ledger.snapshot();
    }

    @Override
    public void finish() throws Exception {
        if (fault != Fault.SILENT_AT_THE_END) {
            emitLedger();
        }
        super.finish();
    }

    private void emitLedger() {
        ledger.emit(entry -> output.collect(LEDGER, new StreamRecord<>(entry)));
    }
}
