package io.tidemark.operators.late;

import java.io.IOException;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkGeneratorSupplier;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.core.io.IOReadableWritable;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** A constant delay behind the highest credible event time, in steps: the rule the jobs use. */
record SteppedDelay(long delay, long step, long maxAhead) implements WatermarkStrategy<Row> {

    /** The progress of a partition that has not seen a credible row. */
    static final long NONE = Long.MIN_VALUE;

    long advance(long progress, Row row) {
        return isAhead(row) ? progress : Math.max(progress, row.time());
    }

    long watermark(long progress) {
        return progress == NONE ? Long.MIN_VALUE : Math.floorDiv(progress - delay, step) * step - 1;
    }

    boolean isAhead(Row row) {
        return row.time() - row.logTime() > maxAhead;
    }

    @Override
    public WatermarkGenerator<Row> createWatermarkGenerator(
            WatermarkGeneratorSupplier.Context context) {
        return new Generator(this);
    }

    private static final class Generator implements WatermarkGenerator<Row>, IOReadableWritable {

        private final SteppedDelay rule;
        private long progress = NONE;

        Generator(SteppedDelay rule) {
            this.rule = rule;
        }

        @Override
        public void onEvent(Row row, long eventTime, WatermarkOutput output) {
            progress = rule.advance(progress, row);
            output.emitWatermark(new Watermark(rule.watermark(progress)));
        }

        @Override
        public void onPeriodicEmit(WatermarkOutput output) {
            output.emitWatermark(new Watermark(rule.watermark(progress)));
        }

        @Override
        public void write(DataOutputView out) throws IOException {
            out.writeLong(progress);
        }

        @Override
        public void read(DataInputView in) throws IOException {
            progress = in.readLong();
        }
    }
}
