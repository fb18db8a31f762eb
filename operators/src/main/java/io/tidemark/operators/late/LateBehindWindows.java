package io.tidemark.operators.late;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;

/**
 * The windows' own late output, counted and in the same form as the gate's: what a window operator
 * refuses after the gate let it pass.
 *
 * <p>That happens only to events of a partition that had been declared idle, or was added, while
 * others ran ahead.
 *
 * @param late the late events
 * @param ledger their entries in the ledger
 * @param <T> the type of the events
 */
public record LateBehindWindows<T>(
        SingleOutputStreamOperator<Late<T>> late, DataStream<LedgerEntry> ledger) {

    /**
     * Takes the side output of a window operator.
     *
     * @param refused what the windows refused, with its event time as Flink timestamp
     * @param uid the operator's stable uid, also its name
     */
    public static <T> LateBehindWindows<T> of(
            DataStream<T> refused, WindowEnds windows, TypeInformation<T> type, String uid) {
        OutputTag<LedgerEntry> ledger =
                new OutputTag<>("ledger", TypeInformation.of(LedgerEntry.class));
        SingleOutputStreamOperator<Late<T>> late =
                refused.transform(uid, Late.type(type), new Operator<>(windows, ledger))
                        // Beside the windows, subtask by subtask, to meet the watermark they met.
                        .setParallelism(refused.getParallelism())
                        .uid(uid);
        return new LateBehindWindows<>(late, late.getSideOutput(ledger));
    }

    private static final class Operator<T> extends AccountingOperator<T, Late<T>> {

        private static final long serialVersionUID = 1L;

        private final WindowEnds windows;

        private transient long watermark;

        Operator(WindowEnds windows, OutputTag<LedgerEntry> ledgerTag) {
            super(ledgerTag, LedgerAccount.LATE_AT_WINDOW);
            this.windows = windows;
        }

        @Override
        public void initializeState(StateInitializationContext context) throws Exception {
            super.initializeState(context);
            watermark = Long.MIN_VALUE;
        }

        @Override
        public void processElement(StreamRecord<T> element) {
            count(LedgerAccount.LATE_AT_WINDOW);
            long eventTime = element.getTimestamp();
            output.collect(
                    new StreamRecord<>(
                            new Late<>(
                                    element.getValue(),
                                    eventTime,
                                    watermark,
                                    windows.lastEnd(eventTime)),
                            eventTime));
        }

        @Override
        public void processWatermark(Watermark mark) throws Exception {
            watermark = mark.getTimestamp();
            super.processWatermark(mark);
        }
    }
}
