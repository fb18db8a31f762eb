package io.tidemark.watermarks;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.runtime.event.WatermarkEvent;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.io.PushingAsyncDataInput.DataOutput;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributes;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.StatusWatermarkValve;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;

/**
 * A task behind a shuffle: Flink's own valve over the inputs, what it says, and which records came
 * after their time.
 */
final class Downstream {

    private final StatusWatermarkValve valve;
    private final Said said = new Said();

    Downstream(int inputs) {
        this.valve = new StatusWatermarkValve(inputs);
    }

    /** The watermark of the task. */
    long watermark() {
        return said.watermark;
    }

    /** Times of records that were behind the task's watermark when they came. */
    List<Long> late() {
        return said.late;
    }

    /** Whether any input ever said that it is idle. */
    boolean heardOfIdleness() {
        return said.idleInputs > 0;
    }

    /** What a subtask of the source writes to. */
    DataOutput<Event> input(int index) {
        return new Input(index);
    }

    private final class Input implements DataOutput<Event> {

        private final int index;

        Input(int index) {
            this.index = index;
        }

        @Override
        public void emitRecord(StreamRecord<Event> record) {
            if (record.getTimestamp() <= said.watermark) {
                said.late.add(record.getTimestamp());
            }
        }

        @Override
        public void emitWatermark(Watermark watermark) throws Exception {
            valve.inputWatermark(watermark, index, said);
        }

        @Override
        public void emitWatermarkStatus(WatermarkStatus status) throws Exception {
            said.idleInputs += status.isIdle() ? 1 : 0;
            valve.inputWatermarkStatus(status, index, said);
        }

        @Override
        public void emitLatencyMarker(LatencyMarker latencyMarker) {}

        @Override
        public void emitRecordAttributes(RecordAttributes recordAttributes) {}

        @Override
        public void emitWatermark(WatermarkEvent watermark) {}
    }

    private static final class Said implements DataOutput<Event> {

        private final List<Long> late = new ArrayList<>();
        private long watermark = Long.MIN_VALUE;
        private int idleInputs;

        @Override
        public void emitRecord(StreamRecord<Event> record) {}

        @Override
        public void emitWatermark(Watermark watermark) {
            this.watermark = watermark.getTimestamp();
        }

        @Override
        public void emitWatermarkStatus(WatermarkStatus status) {}

        @Override
        public void emitLatencyMarker(LatencyMarker latencyMarker) {}

        @Override
        public void emitRecordAttributes(RecordAttributes recordAttributes) {}

        @Override
        public void emitWatermark(WatermarkEvent watermark) {}
    }
}
