package io.tidemark.operators.late;

import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/** Summaries with a fault. */
final class BrokenSummary extends LatenessSummaryOperator {

    enum Fault {
        NONE,
        /** Sends as soon as the clock says so, in the middle of what belongs together. */
        SENDS_BY_THE_CLOCK_ALONE,
        /** Sends behind the barrier whose state still has what was sent. */
        SENDS_BEHIND_THE_BARRIER,
        /** Keeps nothing that came since. */
        FORGETS,
        /** Keeps the last summary for itself. */
        SILENT_AT_THE_END
    }

    private static final long serialVersionUID = 1L;

    private final Fault fault;

    BrokenSummary(long everyMillis, Fault fault) {
        super(everyMillis);
        this.fault = fault;
    }

    @Override
    public void processElement(StreamRecord<LatenessFigures> element) {
        super.processElement(element);
        if (fault == Fault.SENDS_BY_THE_CLOCK_ALONE) {
            sendIfDue();
        }
    }

    @Override
    public void prepareSnapshotPreBarrier(long checkpointId) throws Exception {
        if (fault != Fault.SENDS_BEHIND_THE_BARRIER) {
            super.prepareSnapshotPreBarrier(checkpointId);
        }
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        if (fault != Fault.FORGETS) {
            super.snapshotState(context);
        }
        if (fault == Fault.SENDS_BEHIND_THE_BARRIER) {
            sendIfDue();
        }
    }

    @Override
    public void finish() throws Exception {
        if (fault != Fault.SILENT_AT_THE_END) {
            super.finish();
        }
    }

    private void sendIfDue() {
        try {
            super.prepareSnapshotPreBarrier(0);
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }
}
