package io.tidemark.operators.late;

import java.io.IOException;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.core.io.IOReadableWritable;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * One partition as its gate knows it between two checkpoints: the generator, which is asked by
 * events alone, and how far it has come.
 */
final class JudgedPartition<T> {

    private final WatermarkGenerator<T> generator;
    private final Heard heard;

    /** What the windows had closed, by the watermarks of other partitions, before the start. */
    private final long closedBefore;

    private boolean changed;
    private boolean recentlySeen = true;

    private JudgedPartition(WatermarkGenerator<T> generator, long watermark, long closedBefore) {
        this.generator = generator;
        this.heard = new Heard(watermark);
        this.closedBefore = closedBefore;
    }

    /** A partition that no checkpoint knows. */
    static <T> JudgedPartition<T> fresh(WatermarkGenerator<T> generator, long closedBefore) {
        return new JudgedPartition<>(generator, Long.MIN_VALUE, closedBefore);
    }

    /** A partition as the checkpoint has it. */
    static <T> JudgedPartition<T> restored(
            WatermarkGenerator<T> generator, PartitionProgress progress, long closedBefore)
            throws IOException {
        ((IOReadableWritable) generator).read(new DataInputDeserializer(progress.generator()));
        return new JudgedPartition<>(generator, progress.watermark(), closedBefore);
    }

    /** Takes one more event into account, after it has been judged. */
    void onEvent(T event, long eventTime) {
        generator.onEvent(event, eventTime, heard);
        changed = true;
        recentlySeen = true;
    }

    /** The partition's own watermark. */
    long watermark() {
        return heard.watermark;
    }

    long closedBefore() {
        return closedBefore;
    }

    /** Whether an event came since the last call. */
    boolean seenSinceLastAsked() {
        boolean seen = recentlySeen;
        recentlySeen = false;
        return seen;
    }

    /** Whether there was an event that the last checkpoint does not hold. */
    boolean takeChanged() {
        boolean was = changed;
        changed = false;
        return was;
    }

    PartitionProgress toState() throws IOException {
        DataOutputSerializer bytes = new DataOutputSerializer(256);
        ((IOReadableWritable) generator).write(bytes);
        return new PartitionProgress(heard.watermark, bytes.getCopyOfBuffer());
    }

    /** Hears what the generator emits. */
    private static final class Heard implements WatermarkOutput {

        private long watermark;

        Heard(long watermark) {
            this.watermark = watermark;
        }

        @Override
        public void emitWatermark(Watermark mark) {
            watermark = Math.max(watermark, mark.getTimestamp());
        }

        @Override
        public void markIdle() {
            // Idleness is the clock's business, and no clock judges here.
        }

        @Override
        public void markActive() {}
    }
}
