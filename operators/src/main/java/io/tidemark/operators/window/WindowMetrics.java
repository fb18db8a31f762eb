package io.tidemark.operators.window;

import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;

/**
 * What windows tell about themselves while they work; starts again at zero after a restart.
 *
 * <p>How many bytes they have in the backend they do not tell, for only the backend knows: Flink
 * tells it of RocksDB with {@code state.backend.rocksdb.metrics.estimate-live-data-size}, for each
 * state of the operator, and of all backends the size of each checkpoint.
 */
final class WindowMetrics {

    private final Counter partlyLate;
    private final Counter updates;
    private final Counter outOfRange;

    private long lastFiredEnd = Long.MIN_VALUE;

    private WindowMetrics(MetricGroup group) {
        partlyLate = group.counter("partlyLate");
        updates = group.counter("updates");
        outOfRange = group.counter("outOfRange");
    }

    static WindowMetrics register(
            MetricGroup group,
            HotKeys<?, ?> hot,
            SlicedFiring firing,
            ProcessingTimeService clock) {
        WindowMetrics metrics = new WindowMetrics(group);
        group.gauge("keysInMemory", hot::size);
        group.gauge("partsInMemory", hot::weight);
        group.gauge("openPanes", () -> openPanes(hot));
        group.gauge("watermarkLagMillis", firing::lagMillis);
        group.gauge("lastFiredLagMillis", () -> metrics.lastFiredLag(clock));
        return metrics;
    }

    void partlyLate() {
        partlyLate.inc();
    }

    void update() {
        updates.inc();
    }

    void outOfRange() {
        outOfRange.inc();
    }

    void fired(long windowEnd) {
        lastFiredEnd = Math.max(lastFiredEnd, windowEnd);
    }

    /**
     * What is held in memory of windows that are open: slices, sessions, events that wait, rows
     * that may be taken back or added to, and totals of windows whose aggregate is not invertible.
     */
    private static long openPanes(HotKeys<?, ?> hot) {
        return hot.weight() - (long) HotKey.OWN_WEIGHT * hot.size();
    }

    /** How long ago, by the machine's clock, the last window that was sent ended; 0 if none was. */
    private long lastFiredLag(ProcessingTimeService clock) {
        return lastFiredEnd == Long.MIN_VALUE ? 0 : clock.getCurrentProcessingTime() - lastFiredEnd;
    }
}
