package io.tidemark.operators.late;

import org.apache.flink.api.common.state.BroadcastState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;
import org.apache.flink.util.function.SerializableFunction;
import org.jspecify.annotations.Nullable;

/**
 * Judges each event by the progress of its partition, the current key; the watermarks pass through
 * untouched.
 */
final class LatenessGateOperator<T> extends AccountingOperator<T, T> {

    private static final long serialVersionUID = 1L;

    /**
     * Broadcast, so that every subtask has it after a rescale; all of them see the same watermarks.
     */
    private static final MapStateDescriptor<String, Long> WATERMARK =
            new MapStateDescriptor<>("watermark", Types.STRING, Types.LONG);

    private static final String WATERMARK_KEY = "of-all-partitions";

    private final Progress rule;
    private final WindowEnds windows;
    private final TimeOf<T> logTime;
    private final long allowedLatenessMillis;
    private final @Nullable SerializableFunction<T, T> markUpdate;
    private final OutputTag<Late<T>> lateTag;

    private transient ValueState<Long> progressOfPartition;
    private transient BroadcastState<String, Long> checkpointedWatermark;

    /**
     * How far the windows behind the gate may have come: also before a restore, which Flink
     * forgets.
     */
    private transient long watermarkOfAll;

    @SuppressWarnings("NullAway.Init") // Flink opens the state before the first event.
    LatenessGateOperator(
            Progress rule,
            WindowEnds windows,
            TimeOf<T> logTime,
            long allowedLatenessMillis,
            @Nullable SerializableFunction<T, T> markUpdate,
            OutputTag<Late<T>> lateTag,
            OutputTag<LedgerEntry> ledgerTag) {
        super(ledgerTag, LedgerAccount.LATE_AT_GATE, LedgerAccount.AHEAD);
        this.rule = rule;
        this.windows = windows;
        this.logTime = logTime;
        this.allowedLatenessMillis = allowedLatenessMillis;
        this.markUpdate = markUpdate;
        this.lateTag = lateTag;
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        progressOfPartition =
                context.getKeyedStateStore()
                        .getState(new ValueStateDescriptor<>("progress", Types.LONG));
        checkpointedWatermark = context.getOperatorStateStore().getBroadcastState(WATERMARK);
        Long restored = checkpointedWatermark.get(WATERMARK_KEY);
        watermarkOfAll = restored == null ? Long.MIN_VALUE : restored;
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        checkpointedWatermark.put(WATERMARK_KEY, watermarkOfAll);
    }

    @Override
    public void processWatermark(Watermark mark) throws Exception {
        watermarkOfAll = Math.max(watermarkOfAll, mark.getTimestamp());
        super.processWatermark(mark);
    }

    @Override
    public void processElement(StreamRecord<T> element) throws Exception {
        T event = element.getValue();
        long eventTime = element.getTimestamp();
        Long before = progressOfPartition.value();
        long progress = before == null ? Progress.NONE : before;
        // The watermark of all trails that of each partition, unless this one had been idle: then
        // the others may have closed its windows.
        long watermark = Math.max(rule.watermark(progress), watermarkOfAll);

        // The event is judged by the events before it: it cannot make itself late.
        long eventLogTime = logTime.of(event);
        if (rule.isAhead(eventTime, eventLogTime)) {
            count(LedgerAccount.AHEAD);
        }
        long advanced = rule.advance(progress, eventTime, eventLogTime);
        if (advanced != progress) {
            progressOfPartition.update(advanced);
        }

        long windowEnd = windows.lastEnd(eventTime);
        if (windowEnd - 1 + allowedLatenessMillis <= watermark) {
            count(LedgerAccount.LATE_AT_GATE);
            output.collect(
                    lateTag,
                    new StreamRecord<>(
                            new Late<>(event, eventTime, watermark, windowEnd), eventTime));
        } else if (markUpdate != null && windowEnd - 1 <= watermark) {
            output.collect(element.replace(markUpdate.apply(event)));
        } else {
            output.collect(element);
        }
    }
}
