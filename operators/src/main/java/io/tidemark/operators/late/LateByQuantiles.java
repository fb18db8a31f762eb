package io.tidemark.operators.late;

import io.tidemark.operators.aggregate.Histogram;
import io.tidemark.operators.aggregate.Quantiles;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;

/**
 * How late the late events of one subtask were since it started, as two gauges: {@code
 * lateByP50Millis} and {@code lateByP99Millis}, −1 before the first.
 *
 * <p>Reporters read while the task writes, so both take the lock; only late events pay for it.
 */
final class LateByQuantiles {

    private static final int MEDIAN = 0;
    private static final int P99 = 1;

    private final Quantiles<Long> quantiles = Quantiles.of(Long::doubleValue, 0.5, 0.99);
    private final Histogram lateBy = quantiles.createAccumulator();

    private LateByQuantiles() {}

    static LateByQuantiles shownIn(MetricGroup metrics) {
        LateByQuantiles shown = new LateByQuantiles();
        Gauge<Long> median = () -> shown.millis(MEDIAN);
        Gauge<Long> p99 = () -> shown.millis(P99);
        metrics.gauge("lateByP50Millis", median);
        metrics.gauge("lateByP99Millis", p99);
        return shown;
    }

    synchronized void add(long lateByMillis) {
        quantiles.add(lateByMillis, lateBy);
    }

    private synchronized long millis(int quantile) {
        double millis = quantiles.getResult(lateBy).get(quantile);
        return Double.isNaN(millis) ? -1 : Math.round(millis);
    }
}
