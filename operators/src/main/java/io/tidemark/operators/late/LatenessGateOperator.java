package io.tidemark.operators.late;

import org.apache.flink.api.common.state.BroadcastState;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;
import org.jspecify.annotations.Nullable;

/**
 * Judges each event by the progress of its partition, the current key; watermarks pass through
 * untouched.
 */
final class LatenessGateOperator<T> extends AccountingOperator<T, T> {

    private static final long serialVersionUID = 1L;

    private static final String WATERMARK = "watermark";

    private final Progress rule;
    private final WindowEnds windows;
    private final TimeOf<T> logTime;
    private final long allowedLatenessMillis;
    private final LatenessGate.@Nullable Mark<T> mark;
    private final OutputTag<Late<T>> lateTag;

    private transient ValueState<PartitionProgress> progressOfPartition;
    private transient BroadcastState<String, Long> closedForNewPartitions;

    /** What {@link #closedForNewPartitions} held at the start. */
    private transient long closedBefore;

    /** The watermark of all partitions since the start. */
    private transient long watermarkOfAll;

    @SuppressWarnings("NullAway.Init") // Flink opens the state before the first event.
    LatenessGateOperator(
            Progress rule,
            WindowEnds windows,
            TimeOf<T> logTime,
            long allowedLatenessMillis,
            LatenessGate.@Nullable Mark<T> mark,
            OutputTag<Late<T>> lateTag,
            OutputTag<LedgerEntry> ledgerTag) {
        super(ledgerTag, LedgerAccount.LATE_AT_GATE, LedgerAccount.AHEAD);
        this.rule = rule;
        this.windows = windows;
        this.logTime = logTime;
        this.allowedLatenessMillis = allowedLatenessMillis;
        this.mark = mark;
        this.lateTag = lateTag;
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        progressOfPartition = context.getKeyedStateStore().getState(PartitionProgress.STATE);
        closedForNewPartitions =
                context.getOperatorStateStore()
                        .getBroadcastState(PartitionProgress.CLOSED_FOR_NEW_PARTITIONS);
        Long restored = closedForNewPartitions.get(WATERMARK);
        closedBefore = restored == null ? Long.MIN_VALUE : restored;
        watermarkOfAll = Long.MIN_VALUE;
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        closedForNewPartitions.put(WATERMARK, Math.max(closedBefore, watermarkOfAll));
        long closed = watermarkOfAll;
        getKeyedStateBackend()
                .applyToAllKeys(
                        VoidNamespace.INSTANCE,
                        VoidNamespaceSerializer.INSTANCE,
                        PartitionProgress.STATE,
                        (partition, state) -> {
                            PartitionProgress known = state.value();
                            if (known != null && known.closed() < closed) {
                                state.update(known.closedUpTo(closed));
                            }
                        });
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
        PartitionProgress known = progressOfPartition.value();
        PartitionProgress before =
                known == null ? PartitionProgress.NONE.closedUpTo(closedBefore) : known;

        // The watermark of all trails that of each partition, unless this one had been idle: then
        // the others may have closed its windows.
        long closed = Math.max(before.closed(), watermarkOfAll);
        long watermark = Math.max(rule.watermark(before.progress()), closed);

        // The event is judged by the events before it: it cannot make itself late.
        long eventLogTime = logTime.of(event);
        if (rule.isAhead(eventTime, eventLogTime)) {
            count(LedgerAccount.AHEAD);
        }
        long advanced = rule.advance(before.progress(), eventTime, eventLogTime);
        if (advanced != before.progress()) {
            progressOfPartition.update(before.advancedTo(advanced));
        }

        long windowEnd = windows.lastEnd(eventTime);
        if (windowEnd - 1 + allowedLatenessMillis <= watermark) {
            count(LedgerAccount.LATE_AT_GATE);
            output.collect(
                    lateTag,
                    new StreamRecord<>(
                            new Late<>(event, eventTime, watermark, windowEnd), eventTime));
        } else if (mark != null && eventTime <= watermark) {
            output.collect(element.replace(mark.behind(event, watermark)));
        } else {
            output.collect(element);
        }
    }
}
