package io.tidemark.operators.disorder;

import io.tidemark.operators.late.ClocklessGenerators;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.core.io.IOReadableWritable;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * One strategy run against one partition: what its watermark left behind, what windows would have
 * lost, and how far it trailed.
 */
final class StrategyTrial {

    private final WatermarkGenerator<Arrival> generator;
    private final long[] windowMillis;
    private final Heard heard = new Heard();
    private final DelaySeries series = new DelaySeries();
    private final long[] lost;
    private long events;
    private long behind;
    private long marked;
    private double waitSum;

    StrategyTrial(ClocklessGenerators<Arrival> generators, long[] windowMillis) {
        this.generator = generators.next();
        this.windowMillis = windowMillis;
        this.lost = new long[windowMillis.length];
    }

    /**
     * Judges one event, then lets the generator see it.
     *
     * @param progress the highest credible event time with this event, {@code Long.MIN_VALUE} if
     *     there is none
     * @param firstProgress what that was when it first was anything
     */
    void add(Arrival event, long progress, long firstProgress) {
        long time = event.eventTime();
        events++;
        if (time <= heard.watermark) {
            behind++;
            for (int window = 0; window < lost.length; window++) {
                long size = windowMillis[window];
                if (time - Math.floorMod(time, size) + size - 1 <= heard.watermark) {
                    lost[window]++;
                }
            }
        }
        generator.onEvent(event, time, heard);
        if (heard.watermark == Long.MIN_VALUE) {
            // All that came is waiting: it trails as far as the events reach.
            waitSum += progress - firstProgress;
            return;
        }
        marked++;
        if (progress != Long.MIN_VALUE) {
            // One that is capped may be ahead of all events: then it trails none.
            long wait = Math.max(0, progress - 1 - heard.watermark);
            waitSum += wait;
            series.add(progress, wait);
        }
    }

    TrialFindings findings() {
        return new TrialFindings(
                events, behind, lost.clone(), marked, waitSum, series.times(), series.delays());
    }

    void write(DataOutput out) throws IOException {
        out.writeLong(events);
        out.writeLong(behind);
        out.writeLong(marked);
        out.writeDouble(waitSum);
        for (long lostToWindow : lost) {
            out.writeLong(lostToWindow);
        }
        out.writeLong(heard.watermark);
        series.write(out);
        DataOutputSerializer state = new DataOutputSerializer(256);
        ((IOReadableWritable) generator).write(state);
        out.writeInt(state.length());
        out.write(state.getSharedBuffer(), 0, state.length());
    }

    void read(DataInput in) throws IOException {
        events = in.readLong();
        behind = in.readLong();
        marked = in.readLong();
        waitSum = in.readDouble();
        for (int window = 0; window < lost.length; window++) {
            lost[window] = in.readLong();
        }
        heard.watermark = in.readLong();
        series.read(in);
        byte[] state = new byte[in.readInt()];
        in.readFully(state);
        ((IOReadableWritable) generator).read(new DataInputDeserializer(state));
    }

    private static final class Heard implements WatermarkOutput {

        private long watermark = Long.MIN_VALUE;

        @Override
        public void emitWatermark(Watermark mark) {
            watermark = Math.max(watermark, mark.getTimestamp());
        }

        @Override
        public void markIdle() {
            // No clock runs in a study.
        }

        @Override
        public void markActive() {}
    }
}
