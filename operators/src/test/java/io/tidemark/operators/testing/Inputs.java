package io.tidemark.operators.testing;

import org.apache.flink.runtime.event.WatermarkEvent;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.io.PushingAsyncDataInput.DataOutput;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributes;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.StatusWatermarkValve;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;

/** The watermarks of several inputs made into one, by Flink's own rules. */
final class Inputs {

    private final StatusWatermarkValve valve;
    private final DataOutput<Object> out;

    /** Takes a watermark that is further than all before. */
    @FunctionalInterface
    interface Marks {

        void take(long time) throws Exception;
    }

    Inputs(int count, Marks marks) {
        this.valve = new StatusWatermarkValve(count);
        this.out =
                new DataOutput<>() {
                    @Override
                    public void emitWatermark(Watermark mark) throws Exception {
                        marks.take(mark.getTimestamp());
                    }

                    @Override
                    public void emitRecord(StreamRecord<Object> record) {}

                    @Override
                    public void emitWatermarkStatus(WatermarkStatus status) {}

                    @Override
                    public void emitLatencyMarker(LatencyMarker marker) {}

                    @Override
                    public void emitRecordAttributes(RecordAttributes attributes) {}

                    @Override
                    public void emitWatermark(WatermarkEvent event) {}
                };
    }

    void mark(int input, long time) throws Exception {
        valve.inputWatermark(new Watermark(time), input, out);
    }

    void status(int input, WatermarkStatus status) throws Exception {
        valve.inputWatermarkStatus(status, input, out);
    }
}
