package io.tidemark.operators.late;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.junit.jupiter.api.Test;

class WindowEndsTest {

    @Test
    void anEndBelongsToTheNextWindow() {
        WindowEnds minutes = WindowEnds.tumbling(Duration.ofMinutes(1));
        assertThat(minutes.lastEnd(59_999)).isEqualTo(60_000);
        assertThat(minutes.lastEnd(60_000)).isEqualTo(120_000);
        assertThat(minutes.lastEnd(0)).isEqualTo(60_000);
        assertThat(minutes.lastEnd(-1)).isEqualTo(0);
        assertThat(minutes.lastEnd(-60_000)).isEqualTo(0);
        assertThat(minutes.lastEnd(-60_001)).isEqualTo(-60_000);
    }

    @Test
    void agreesWithFlinksWindows() {
        for (int size = 1; size < 20; size++) {
            WindowEnds ends = WindowEnds.tumbling(Duration.ofMillis(size));
            for (long time = -100; time < 100; time++) {
                assertThat(ends.lastEnd(time))
                        .isEqualTo(TimeWindow.getWindowStartWithOffset(time, 0, size) + size);
            }
        }
    }

    @Test
    void refusesASizeBelowAMillisecond() {
        assertThatThrownBy(() -> WindowEnds.tumbling(Duration.ofNanos(999_999)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("size=PT0.000999999S is below 1 ms");
    }
}
