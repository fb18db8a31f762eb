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
    private long firedAt;

    private WindowMetrics(MetricGroup group) {
        partlyLate = group.counter("partlyLate");
        updates = group.counter("updates");
        outOfRange = group.counter("outOfRange");
    }

    static WindowMetrics register(MetricGroup group, HotKeys<?, ?> hot) {
        WindowMetrics metrics = new WindowMetrics(group);
        group.gauge("keysInMemory", hot::size);
        group.gauge("partsInMemory", hot::weight);
        group.gauge("lastFiredLagMillis", metrics::lastFiredLag);
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

    void fired(long windowEnd, ProcessingTimeService clock) {
        if (windowEnd > lastFiredEnd) {
            lastFiredEnd = windowEnd;
            firedAt = clock.getCurrentProcessingTime();
        }
    }

    private long lastFiredLag() {
        return lastFiredEnd == Long.MIN_VALUE ? 0 : firedAt - lastFiredEnd;
    }
}
