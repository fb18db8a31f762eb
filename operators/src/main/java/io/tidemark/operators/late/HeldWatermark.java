package io.tidemark.operators.late;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.apache.flink.streaming.api.watermark.Watermark;

/**
 * The watermark of the source, held behind those of the partitions that are judged here.
 *
 * <p>A generator that learns its delay starts again from nothing in a restored source, while that
 * of the gate goes on; for a while the one may be ahead of the other, and windows would close that
 * the gate still lets events into. A partition that is silent holds nothing back.
 */
final class HeldWatermark {

    private final Set<JudgedPartition<?>> silent = new HashSet<>();
    private long arrived = Long.MIN_VALUE;

    /** The watermark that may leave after one arrived. */
    long arrived(Watermark mark, Collection<? extends JudgedPartition<?>> partitions) {
        arrived = mark.getTimestamp();
        return mayLeave(partitions);
    }

    /** The watermark that arrived last. */
    long arrived() {
        return arrived;
    }

    /** Notes that the partition gave an event. */
    void woken(JudgedPartition<?> partition) {
        if (!silent.isEmpty()) {
            silent.remove(partition);
        }
    }

    /**
     * The watermark that may leave when those that gave no event since the last call are let go.
     */
    long releaseSilent(Collection<? extends JudgedPartition<?>> partitions) {
        for (JudgedPartition<?> partition : partitions) {
            if (!partition.seenSinceLastAsked()) {
                silent.add(partition);
            }
        }
        return mayLeave(partitions);
    }

    /** Whether the watermark that arrived may not leave yet. */
    boolean holds(Collection<? extends JudgedPartition<?>> partitions) {
        return mayLeave(partitions) < arrived;
    }

    /** The watermark that may leave now. */
    long mayLeave(Collection<? extends JudgedPartition<?>> partitions) {
        long watermark = arrived;
        if (watermark == Watermark.MAX_WATERMARK.getTimestamp()) {
            // The end of the input: nobody has anything more to wait for.
            return watermark;
        }
        for (JudgedPartition<?> partition : partitions) {
            if (!silent.contains(partition)) {
                watermark = Math.min(watermark, partition.watermark());
            }
        }
        return watermark;
    }
}
