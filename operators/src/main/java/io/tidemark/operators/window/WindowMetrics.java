package io.tidemark.operators.window;

import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;

/** What windows tell about themselves while they work; starts again at zero after a restart. */
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

    /** How long ago, by the machine's clock, the last window that was sent ended; 0 if none was. */
    private long lastFiredLag(ProcessingTimeService clock) {
        return lastFiredEnd == Long.MIN_VALUE ? 0 : clock.getCurrentProcessingTime() - lastFiredEnd;
    }
}
