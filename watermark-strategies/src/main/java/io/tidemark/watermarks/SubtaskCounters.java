package io.tidemark.watermarks;

import java.util.HashMap;
import java.util.Map;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;

/**
 * The counters of one subtask by name: Flink asks for a generator a partition, and takes a name
 * once.
 */
final class SubtaskCounters {

    private final MetricGroup group;
    private final Map<String, Counter> byName = new HashMap<>();

    SubtaskCounters(MetricGroup group) {
        this.group = group;
    }

    boolean belongTo(MetricGroup other) {
        return group == other;
    }

    Counter of(String name) {
        return byName.computeIfAbsent(name, group::counter);
    }
}
