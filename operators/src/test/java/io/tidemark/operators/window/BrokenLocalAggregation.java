package io.tidemark.operators.window;

import java.util.List;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;

/** A local aggregation with one fault; without one it is sound. */
final class BrokenLocalAggregation<K, T, A> extends LocalAggregation<K, T, A> {

    enum Fault {
        /** The control: must pass where the others must not. */
        NONE,
        /** An event that may be late is folded too. */
        FOLDS_WHAT_MAY_BE_LATE,
        /** An event is folded one millisecond longer than it is sure to be in time. */
        FOLDS_ONE_TOO_LATE,
        /** What a watermark completes leaves behind it. */
        FLUSHES_BEHIND_THE_WATERMARK,
        /** What was folded is still there when the barrier passes. */
        FLUSHES_NOTHING_AT_BARRIERS,
        /** After a restore, the watermark starts again. */
        FORGETS_THE_WATERMARK,
        /** An input that was idle is trusted again. */
        FOLDS_AFTER_IDLENESS,
        /** After a restore, an input that was idle is trusted again. */
        FORGETS_IDLENESS,
        /** What early rows should show waits until a window is complete. */
        FLUSHES_NOTHING_FOR_EARLY_ROWS
    }

    private static final long serialVersionUID = 1L;

    private final Fault fault;

    private transient boolean holdsBack;

    /** The highest watermark since the start or restore. */
    private transient long marked;

    /** The watermark that is being worked on. */
    private transient long reached;

    BrokenLocalAggregation(
            Fault fault,
            List<AlignedWindows> windows,
            Accumulators<T, A, ?> aggregate,
            KeySelector<T, K> keyOf,
            WindowPlan plan) {
        super(windows, aggregate, keyOf, plan);
        this.fault = fault;
    }

    @Override
    public void open() throws Exception {
        super.open();
        marked = Long.MIN_VALUE;
        reached = Long.MAX_VALUE;
    }

    @Override
    long surelyReached() {
        return fault == Fault.FORGETS_IDLENESS
                ? Math.min(super.surelyReached(), marked)
                : super.surelyReached();
    }

    @Override
    boolean mayFold(long firstEnd) {
        return switch (fault) {
            case FOLDS_WHAT_MAY_BE_LATE -> true;
            case FOLDS_ONE_TOO_LATE -> super.mayFold(firstEnd + 1);
            default -> super.mayFold(firstEnd);
        };
    }

    @Override
    void flush(long completed) {
        if (!holdsBack) {
            super.flush(
                    fault == Fault.FLUSHES_NOTHING_FOR_EARLY_ROWS
                            ? Math.min(completed, reached)
                            : completed);
        }
    }

    @Override
    public void processWatermark(Watermark mark) throws Exception {
        marked = Math.max(marked, mark.getTimestamp());
        reached = mark.getTimestamp();
        holdsBack = fault == Fault.FLUSHES_BEHIND_THE_WATERMARK;
        super.processWatermark(mark);
        holdsBack = false;
        reached = Long.MAX_VALUE;
        flush(mark.getTimestamp());
    }

    @Override
    public void processWatermarkStatus(WatermarkStatus status) throws Exception {
        if (fault == Fault.FOLDS_AFTER_IDLENESS) {
            flush(Long.MAX_VALUE);
            output.emitWatermarkStatus(status);
        } else {
            super.processWatermarkStatus(status);
        }
    }

    @Override
    public void prepareSnapshotPreBarrier(long checkpointId) throws Exception {
        holdsBack = fault == Fault.FLUSHES_NOTHING_AT_BARRIERS;
        super.prepareSnapshotPreBarrier(checkpointId);
        holdsBack = false;
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        if (fault != Fault.FORGETS_THE_WATERMARK) {
            super.snapshotState(context);
        }
    }
}
