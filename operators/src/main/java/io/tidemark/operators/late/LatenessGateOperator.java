package io.tidemark.operators.late;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ScheduledFuture;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.state.BroadcastState;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.util.OutputTag;
import org.jspecify.annotations.Nullable;

/**
 * Judges each event by the progress of its partition, the current key.
 *
 * <p>Partitions are few and are judged in memory; a checkpoint takes over those that had events.
 */
final class LatenessGateOperator<T> extends AccountingOperator<T, T> {

    private static final long serialVersionUID = 1L;

    private static final String WATERMARK = "watermark";

    private final LatenessGate.Settings<T> settings;
    private final OutputTag<Late<T>> lateTag;

    private transient ValueState<PartitionProgress> progressOfPartition;
    private transient ValueState<Long> closedForPartition;
    private transient BroadcastState<String, Long> closedForNewPartitions;
    private transient Map<Integer, JudgedPartition<T>> partitions;
    private transient LateByQuantiles lateBy;
    private transient @Nullable HeldWatermark held;
    private transient @Nullable ScheduledFuture<?> ticks;

    /** Whether the input fell idle while a watermark was held. */
    private transient boolean idleIsDue;

    /** What {@link #closedForNewPartitions} held at the start. */
    private transient long closedBefore;

    /** The watermark that left here since the start. */
    private transient long watermarkOfAll;

    @SuppressWarnings("NullAway.Init") // Flink opens the state before the first event.
    LatenessGateOperator(
            LatenessGate.Settings<T> settings,
            OutputTag<Late<T>> lateTag,
            OutputTag<LedgerEntry> ledgerTag) {
        super(ledgerTag, LedgerAccount.LATE_AT_GATE, LedgerAccount.AHEAD);
        this.settings = settings;
        this.lateTag = lateTag;
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        progressOfPartition = context.getKeyedStateStore().getState(PartitionProgress.STATE);
        closedForPartition = context.getKeyedStateStore().getState(PartitionProgress.CLOSED);
        closedForNewPartitions =
                context.getOperatorStateStore()
                        .getBroadcastState(PartitionProgress.CLOSED_FOR_NEW_PARTITIONS);
        Long restored = closedForNewPartitions.get(WATERMARK);
        closedBefore = restored == null ? Long.MIN_VALUE : restored;
        watermarkOfAll = Long.MIN_VALUE;
        partitions = new HashMap<>();
    }

    @Override
    public void open() throws Exception {
        super.open();
        lateBy = LateByQuantiles.shownIn(getMetricGroup());
        if (settings.holdsWatermarks()) {
            HeldWatermark holding = new HeldWatermark();
            held = holding;
            ticks =
                    getProcessingTimeService()
                            .scheduleWithFixedDelay(
                                    time -> releaseSilent(holding),
                                    settings.releasedAfterMillis(),
                                    settings.releasedAfterMillis());
        }
    }

    @Override
    public void processElement(StreamRecord<T> element) throws Exception {
        T event = element.getValue();
        long eventTime = element.getTimestamp();
        JudgedPartition<T> partition = currentPartition();

        // The watermark of all trails that of each partition, unless this one had been idle: then
        // the others may have closed its windows.
        long closed = Math.max(partition.closedBefore(), watermarkOfAll);
        long watermark = Math.max(partition.watermark(), closed);

        // The event is judged by the events before it: it cannot make itself late.
        long own = partition.watermark();
        partition.onEvent(event, eventTime);
        if (settings.isAhead(event)) {
            count(LedgerAccount.AHEAD);
        }
        long windowEnd = settings.windows().lastEnd(eventTime);
        if (windowEnd - 1 + settings.allowedLatenessMillis() <= watermark) {
            count(LedgerAccount.LATE_AT_GATE);
            Late<T> late =
                    new Late<>(event, eventTime, watermark, windowEnd, (Integer) getCurrentKey());
            lateBy.add(late.lateByMillis());
            output.collect(lateTag, new StreamRecord<>(late, eventTime));
        } else if (eventTime <= watermark) {
            output.collect(element.replace(settings.marked(event, watermark)));
        } else {
            output.collect(element);
        }
        if (held != null) {
            held.woken(partition);
            if (partition.watermark() != own && held.arrived() > watermarkOfAll) {
                emit(held.mayLeave(partitions.values()));
            }
        }
    }

    private JudgedPartition<T> currentPartition() throws IOException {
        Integer key = (Integer) getCurrentKey();
        JudgedPartition<T> known = partitions.get(key);
        if (known != null) {
            return known;
        }
        JudgedPartition<T> partition = loaded(progressOfPartition.value());
        partitions.put(key, partition);
        return partition;
    }

    private JudgedPartition<T> loaded(@Nullable PartitionProgress progress) throws IOException {
        WatermarkGenerator<T> generator = settings.generators().next();
        Long closed = closedForPartition.value();
        return progress == null
                ? JudgedPartition.fresh(generator, closedBefore)
                : JudgedPartition.restored(
                        generator, progress, closed == null ? Long.MIN_VALUE : closed);
    }

    @Override
    public void processWatermark(Watermark mark) throws Exception {
        emit(held == null ? mark.getTimestamp() : held.arrived(mark, partitions.values()));
    }

    /**
     * While a watermark is held the output is not called idle: Flink would drop the watermark that
     * is let go, and windows would not have what verdicts are made by.
     */
    @Override
    public void processWatermarkStatus(WatermarkStatus status) throws Exception {
        idleIsDue = status.isIdle();
        if (!idleIsDue || held == null || !held.holds(partitions.values())) {
            idleIsDue = false;
            super.processWatermarkStatus(status);
        }
    }

    private void releaseSilent(HeldWatermark holding) throws Exception {
        emit(holding.releaseSilent(partitions.values()));
        if (idleIsDue && !holding.holds(partitions.values())) {
            idleIsDue = false;
            super.processWatermarkStatus(WatermarkStatus.IDLE);
        }
    }

    private void emit(long watermark) throws Exception {
        if (watermark > watermarkOfAll) {
            watermarkOfAll = watermark;
            super.processWatermark(new Watermark(watermark));
        }
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        closedForNewPartitions.put(WATERMARK, Math.max(closedBefore, watermarkOfAll));
        for (Map.Entry<Integer, JudgedPartition<T>> entry : partitions.entrySet()) {
            JudgedPartition<T> partition = entry.getValue();
            if (partition.takeChanged()) {
                setCurrentKey(entry.getKey());
                progressOfPartition.update(partition.toState());
                closedForPartition.update(Math.max(partition.closedBefore(), watermarkOfAll));
            }
        }
        closeForSilentPartitions(watermarkOfAll);
    }

    private void closeForSilentPartitions(long watermark) throws Exception {
        getKeyedStateBackend()
                .applyToAllKeys(
                        VoidNamespace.INSTANCE,
                        VoidNamespaceSerializer.INSTANCE,
                        PartitionProgress.CLOSED,
                        (key, closed) -> {
                            Long known = closed.value();
                            if (known != null && known < watermark) {
                                closed.update(watermark);
                            }
                        });
    }

    @Override
    public void finish() throws Exception {
        stopTicks();
        super.finish();
    }

    @Override
    public void close() throws Exception {
        stopTicks();
        super.close();
    }

    private void stopTicks() {
        if (ticks != null) {
            ticks.cancel(false);
            ticks = null;
        }
    }
}
