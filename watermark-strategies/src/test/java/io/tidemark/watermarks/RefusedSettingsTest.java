package io.tidemark.watermarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings that no strategy can work with name themselves. */
class RefusedSettingsTest {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final EventTimes<Event> TIMES = EventTimes.of(Event::time);
    private static final BoundedWatermarks<Event> BOUNDED =
            BoundedWatermarks.waiting(SECOND, TIMES);

    static Stream<Arguments> durations() {
        return Stream.of(
                named("delay", wait -> BoundedWatermarks.waiting(wait, TIMES)),
                named("delay", BoundedWatermarks::defaultStep),
                named("step", BOUNDED::movingBy),
                named("delay", wait -> PerKeyWatermarks.of(Event::time, wait, TIMES)),
                named("ttl", PerKeyWatermarks.of(Event::time, SECOND, TIMES)::forgettingAfter),
                named(
                        "idleAfter",
                        wait -> IdleAdvancingWatermarks.of(BOUNDED, wait, SECOND, Event::time)),
                named(
                        "atMost",
                        wait -> IdleAdvancingWatermarks.of(BOUNDED, SECOND, wait, Event::time)),
                named("ahead", FutureGuard::byLogTime),
                named("ahead", FutureGuard::byNeighbours),
                named("atMost", wait -> CappedWatermarks.of(BOUNDED, wait, Event::time)),
                named("step", CappedWatermarks.of(BOUNDED, SECOND, Event::time)::movingBy),
                named("atMost", wait -> QuantileWatermarks.losing(0.01, wait, TIMES)),
                named("atLeast", QuantileWatermarks.losing(0.01, SECOND, TIMES)::waitingAtLeast),
                named("window", wait -> CompletenessWatermarks.keeping(0.99, wait, SECOND, TIMES)));
    }

    private static Arguments named(String option, Consumer<Duration> setting) {
        return Arguments.of(option, setting);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("durations")
    void aDurationThatMillisecondsDoNotHold(String option, Consumer<Duration> setting) {
        Duration longest = Duration.ofSeconds(Long.MAX_VALUE);
        Duration shortest = Duration.ofSeconds(Long.MIN_VALUE);

        for (Duration duration : new Duration[] {longest, shortest}) {
            assertThatThrownBy(() -> setting.accept(duration))
                    .isExactlyInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith(option + "=" + duration);
        }
        assertThatCode(() -> setting.accept(SECOND)).doesNotThrowAnyException();
    }

    @Test
    void aTimeThatMillisecondsDoNotHold() {
        assertThatThrownBy(() -> EventTimeHygiene.strict().between(Instant.EPOCH, Instant.MAX))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("latest=" + Instant.MAX);
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-9, 9.9e-9, Double.MIN_VALUE})
    void aShareThatCannotBeMeasured(double share) {
        assertThatThrownBy(() -> QuantileWatermarks.losing(share, SECOND, TIMES))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("share=" + share, "give 0.00000001 or more");
    }

    @ParameterizedTest
    @ValueSource(doubles = {1 - 1e-9, 0.999999991})
    void aCompletenessThatCannotBeMeasured(double completeness) {
        assertThatThrownBy(
                        () -> CompletenessWatermarks.keeping(completeness, SECOND, SECOND, TIMES))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("completeness=" + completeness, "give 0.99999999 or less");
    }

    @Test
    void theBoundsAreInclusive() {
        assertThatCode(
                        () ->
                                QuantileWatermarks.losing(
                                        QuantileWatermarks.SMALLEST_SHARE, SECOND, TIMES))
                .doesNotThrowAnyException();
        assertThatCode(
                        () ->
                                CompletenessWatermarks.keeping(
                                        CompletenessWatermarks.HIGHEST, SECOND, SECOND, TIMES))
                .doesNotThrowAnyException();
    }

    @Test
    void noTextIsAKeyOfItsOwn() {
        assertThat(KeyOf.hash(null)).isEqualTo(KeyOf.hash(null)).isNotEqualTo(KeyOf.hash(""));
    }
}
