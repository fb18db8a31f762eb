package io.tidemark.operators.late;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.junit.jupiter.api.Test;

class LateByQuantilesTest {

    private final Map<String, Gauge<?>> gauges = new HashMap<>();
    private final LateByQuantiles lateBy =
            LateByQuantiles.shownIn(
                    new UnregisteredMetricsGroup() {
                        @Override
                        public <T, G extends Gauge<T>> G gauge(String name, G gauge) {
                            gauges.put(name, gauge);
                            return gauge;
                        }
                    });

    @Test
    void showsMedianAndP99WithinTheirBound() {
        for (long millis = 1; millis <= 10_000; millis++) {
            lateBy.add(millis);
        }

        assertThat(shown("lateByP50Millis")).isBetween(5_000L - 40, 5_000L + 40);
        assertThat(shown("lateByP99Millis")).isBetween(9_900L - 78, 9_900L + 78);
    }

    @Test
    void showsThatNothingWasLate() {
        assertThat(shown("lateByP50Millis")).isEqualTo(-1);
        assertThat(shown("lateByP99Millis")).isEqualTo(-1);

        lateBy.add(0);

        assertThat(shown("lateByP50Millis")).isZero();
        assertThat(shown("lateByP99Millis")).isZero();
    }

    private long shown(String name) {
        return (Long) requireNonNull(gauges.get(name), name).getValue();
    }
}
