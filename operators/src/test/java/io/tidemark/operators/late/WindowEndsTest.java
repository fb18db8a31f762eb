package io.tidemark.operators.late;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

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

    static Stream<Arguments> durations() {
        LatenessGate<Row> gate =
                LatenessGate.judging(
                        new SteppedDelay(10_000, 10_000, 60_000),
                        WindowEnds.tumbling(Duration.ofMinutes(1)),
                        Row::partition);
        return Stream.of(
                named("size", WindowEnds::tumbling),
                named("lateness", gate::allowing),
                named("releasedAfter", gate::holdingWatermarks),
                named("period", LatenessSummary.<String>byKey(text -> text)::every));
    }

    private static Arguments named(String option, Consumer<Duration> setting) {
        return Arguments.of(option, setting);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("durations")
    void refusesADurationThatMillisecondsDoNotHold(String option, Consumer<Duration> setting) {
        for (long seconds : new long[] {Long.MAX_VALUE, Long.MIN_VALUE}) {
            Duration duration = Duration.ofSeconds(seconds);

            assertThatThrownBy(() -> setting.accept(duration))
                    .isExactlyInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith(option + "=" + duration);
        }
    }

    @Test
    void refusesASizeBelowAMillisecond() {
        assertThatThrownBy(() -> WindowEnds.tumbling(Duration.ofNanos(999_999)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("size=PT0.000999999S is below 1 ms");
    }
}
