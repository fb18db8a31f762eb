package io.tidemark.jobs.watermarklab;

import io.tidemark.operators.disorder.ProgressRule;
import io.tidemark.operators.late.ClocklessGenerators;
import io.tidemark.watermarks.BoundedWatermarks;
import io.tidemark.watermarks.EventTimes;
import io.tidemark.watermarks.FutureGuard;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.time.Duration;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.core.io.IOReadableWritable;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * Believes what a bounded strategy believes that knows no log time: its generator, without delay,
 * is asked itself, so that the lab's counts are what a job with that strategy would have.
 */
final class NeighbourGuard implements ProgressRule {

    private static final long serialVersionUID = 1L;

    private final ClocklessGenerators<Long> generators;

    NeighbourGuard(Duration ahead) {
        this.generators =
                ClocklessGenerators.of(
                        BoundedWatermarks.waiting(
                                Duration.ZERO,
                                EventTimes.of((Long time) -> time)
                                        .guardedBy(FutureGuard.byNeighbours(ahead))));
    }

    @Override
    public Belief begin() {
        return new Neighbours(generators.next());
    }

    private static final class Neighbours implements Belief, WatermarkOutput {

        private final WatermarkGenerator<Long> generator;
        private long progress = Long.MIN_VALUE;

        Neighbours(WatermarkGenerator<Long> generator) {
            this.generator = generator;
        }

        @Override
        public long progressAfter(long before, long eventTime, long arrival) {
            generator.onEvent(eventTime, eventTime, this);
            return progress;
        }

        @Override
        public void emitWatermark(Watermark mark) {
            // Without delay and in steps of 1 ms the watermark is the progress less one.
            progress = mark.getTimestamp() + 1;
        }

        @Override
        public void markIdle() {
            // No clock runs in a study.
        }

        @Override
        public void markActive() {}

        @Override
        public void write(DataOutput out) throws IOException {
            DataOutputSerializer state = new DataOutputSerializer(128);
            ((IOReadableWritable) generator).write(state);
            out.writeLong(progress);
            out.writeInt(state.length());
            out.write(state.getSharedBuffer(), 0, state.length());
        }

        @Override
        public void read(DataInput in) throws IOException {
            progress = in.readLong();
            byte[] state = new byte[in.readInt()];
            in.readFully(state);
            ((IOReadableWritable) generator).read(new DataInputDeserializer(state));
        }
    }
}
