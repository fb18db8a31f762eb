package io.tidemark.watermarks;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;
import org.apache.flink.api.common.eventtime.WatermarkGeneratorSupplier;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.util.clock.RelativeClock;

/**
 * What the generators of one subtask tell about themselves, all partitions taken together.
 *
 * <p>Lag and disorder are measured on every sixteenth event, over the latest 130,000 to 260,000
 * events; all other numbers count each event. Reporters read from their own threads and may see a
 * number that is an event old.
 */
final class WatermarkMetrics {

    /** Every sixteenth event is measured: a mask over the count of events. */
    private static final int MEASURED = 15;

    private static final int MEASURED_IN_HALF = 8192;

    private final MetricGroup group;
    private final SubtaskCounters counters;
    private final RelativeClock clock;
    private final Counter behind;
    private final Counter ahead;

    /** Weak, for a source drops the generator of a split that it has read, and tells nobody. */
    private final List<WeakReference<DelayGenerator<?>>> generators = new CopyOnWriteArrayList<>();

    private final Recent lag = new Recent();
    private final Recent disorder = new Recent();

    private long events;
    private long eventsAtTick;
    private volatile long activeUntil;

    private WatermarkMetrics(WatermarkGeneratorSupplier.Context context) {
        this.group = context.getMetricGroup();
        this.counters = new SubtaskCounters(group);
        this.clock = context.getInputActivityClock();
        this.behind = counter("eventsBehindWatermark");
        this.ahead = counter("eventsAhead");
    }

    /** The metrics of the subtask that the context belongs to, registered there. */
    static WatermarkMetrics register(WatermarkGeneratorSupplier.Context context) {
        WatermarkMetrics metrics = new WatermarkMetrics(context);
        metrics.gauge("watermarkDelayMillis", metrics::longestDelay);
        metrics.gauge("lagP50Millis", () -> metrics.lag.quantile(0.5));
        metrics.gauge("lagP99Millis", () -> metrics.lag.quantile(0.99));
        metrics.gauge("disorderP50Millis", () -> metrics.disorder.quantile(0.5));
        metrics.gauge("disorderP99Millis", () -> metrics.disorder.quantile(0.99));
        metrics.gauge("disorderP999Millis", () -> metrics.disorder.quantile(0.999));
        metrics.gauge("watermarkIdleMillis", metrics::idleMillis);
        Gauge<Double> share =
                () ->
                        metrics.events == 0
                                ? 0.0
                                : (double) metrics.behind.getCount() / metrics.events;
        metrics.group.gauge("behindWatermarkShare", share);
        return metrics;
    }

    private void gauge(String name, LongSupplier value) {
        Gauge<Long> gauge = value::getAsLong;
        group.gauge(name, gauge);
    }

    boolean belongTo(WatermarkGeneratorSupplier.Context context) {
        return group == context.getMetricGroup();
    }

    /** The counter of that name, one for all partitions of the subtask. */
    Counter counter(String name) {
        return counters.of(name);
    }

    /** Adds a partition; its delay is below 0 as long as it has none. */
    void watch(DelayGenerator<?> generator) {
        generators.removeIf(reference -> reference.get() == null);
        generators.add(new WeakReference<>(generator));
    }

    /** Counts one event, and tells whether it is one of those that are measured. */
    boolean countAndChoose() {
        return (events++ & MEASURED) == 0;
    }

    void measured(long disorderMillis, long lagMillis) {
        disorder.add(disorderMillis);
        if (lagMillis != Long.MIN_VALUE) {
            lag.add(lagMillis);
        }
    }

    void behind() {
        behind.inc();
    }

    void ahead() {
        ahead.inc();
    }

    /** Once an interval of the periodic tick and partition. */
    void tick() {
        if (events != eventsAtTick) {
            eventsAtTick = events;
            activeUntil = clock.relativeTimeMillis();
        }
    }

    /** How long ago the first tick was that followed the latest event; 0 before it. */
    private long idleMillis() {
        return events == 0 || events != eventsAtTick ? 0 : clock.relativeTimeMillis() - activeUntil;
    }

    private long longestDelay() {
        long longest = 0;
        for (WeakReference<DelayGenerator<?>> reference : generators) {
            DelayGenerator<?> generator = reference.get();
            if (generator != null) {
                longest = Math.max(longest, generator.delayMillis());
            }
        }
        return longest;
    }

    /** The latest one or two halves of what was measured. */
    private static final class Recent {

        private DelayHistogram older = new DelayHistogram();
        private DelayHistogram newer = new DelayHistogram();

        synchronized void add(long millis) {
            if (newer.total() == MEASURED_IN_HALF) {
                DelayHistogram forgotten = older;
                older = newer;
                newer = forgotten;
                newer.clear();
            }
            newer.add(millis);
        }

        synchronized long quantile(double share) {
            DelayHistogram both = new DelayHistogram();
            both.add(older);
            both.add(newer);
            return both.quantile(share);
        }
    }
}
