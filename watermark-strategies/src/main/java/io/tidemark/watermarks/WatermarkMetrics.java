package io.tidemark.watermarks;

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
    private final RelativeClock clock;
    private final Counter behind;
    private final Counter ahead;
    private final List<LongSupplier> delays = new CopyOnWriteArrayList<>();
    private final Recent lag = new Recent();
    private final Recent disorder = new Recent();

    private long events;
    private long eventsAtTick;
    private volatile long idleSince;
    private volatile boolean idle;

    private WatermarkMetrics(WatermarkGeneratorSupplier.Context context) {
        this.group = context.getMetricGroup();
        this.clock = context.getInputActivityClock();
        this.behind = group.counter("eventsBehindWatermark");
        this.ahead = group.counter("eventsAhead");
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

    /** Adds a partition; its delay is below 0 as long as it has none. */
    void watch(LongSupplier delayMillis) {
        delays.add(delayMillis);
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

    /** Once an interval of the periodic tick. */
    void tick() {
        boolean silent = events == eventsAtTick;
        eventsAtTick = events;
        if (silent && !idle) {
            idleSince = clock.relativeTimeMillis();
        }
        idle = silent;
    }

    private long idleMillis() {
        return idle ? clock.relativeTimeMillis() - idleSince : 0;
    }

    private long longestDelay() {
        long longest = 0;
        for (LongSupplier delay : delays) {
            longest = Math.max(longest, delay.getAsLong());
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
