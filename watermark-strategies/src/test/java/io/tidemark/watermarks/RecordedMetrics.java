package io.tidemark.watermarks;

import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;

/** A metric group that can be read, and that like Flink takes each name once. */
final class RecordedMetrics extends UnregisteredMetricsGroup {

    private final String prefix;
    private final Map<String, Object> metrics;

    RecordedMetrics() {
        this("", new TreeMap<>());
    }

    private RecordedMetrics(String prefix, Map<String, Object> metrics) {
        this.prefix = prefix;
        this.metrics = metrics;
    }

    @Override
    public Counter counter(String name) {
        return register(name, super.counter(name));
    }

    @Override
    public <T, G extends Gauge<T>> G gauge(String name, G gauge) {
        return register(name, gauge);
    }

    @Override
    public MetricGroup addGroup(String name) {
        return new RecordedMetrics(prefix + name + ".", metrics);
    }

    private <M> M register(String name, M metric) {
        if (metrics.put(prefix + name, metric) != null) {
            throw new IllegalStateException(prefix + name + " is registered twice");
        }
        return metric;
    }

    Iterable<String> names() {
        return metrics.keySet();
    }

    double value(String name) {
        Object metric = metrics.get(name);
        if (metric instanceof Counter counter) {
            return counter.getCount();
        }
        if (metric instanceof Gauge<?> gauge && gauge.getValue() instanceof Number number) {
            return number.doubleValue();
        }
        throw new IllegalArgumentException(name + " is none of " + metrics.keySet());
    }
}
