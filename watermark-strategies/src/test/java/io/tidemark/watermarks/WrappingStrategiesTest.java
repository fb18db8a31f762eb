package io.tidemark.watermarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.util.clock.ManualClock;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What each wrapper adds, around ours and around Flink's. */
@ExtendWith(SeededRandom.class)
class WrappingStrategiesTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final RecordedMetrics metrics = new RecordedMetrics();
    private final Homes.Recorded out = new Homes.Recorded();

    private WatermarkGenerator<Event> generator(WatermarkStrategy<Event> strategy) {
        return strategy.createWatermarkGenerator(Homes.context(metrics, new ManualClock()));
    }

    private static WatermarkStrategy<Event> bounded(long delay) {
        return BoundedWatermarks.waiting(Duration.ofMillis(delay), Event.unguarded());
    }

    private static WatermarkStrategy<Event> flink(long delay) {
        return WatermarkStrategy.<Event>forBoundedOutOfOrderness(Duration.ofMillis(delay))
                .withTimestampAssigner((event, recordTimestamp) -> event.time());
    }

    // Marks

    @Test
    void aMarkMovesTheWatermarkRightBeforeItsTime() {
        WatermarkGenerator<Event> generator =
                generator(PunctuatedWatermarks.by(Event::mark, Event.times()));
        Homes.take(generator, Event.at(5_000), out);
        assertThat(out.said).as("an event alone moves nothing").isEmpty();
        Homes.take(generator, Event.mark(1_000), out);
        Homes.take(generator, Event.mark(900), out);
        Homes.take(generator, new Event(1_500, 1_500, 0, 1_400), out);
        Homes.take(generator, Event.at(1_399), out);
        assertThat(out.said).containsExactly("999", "1399");
        assertThat(metrics.value("watermarksByMark")).isEqualTo(2);
        assertThat(metrics.value("eventsBehindByMark")).isEqualTo(1);
        assertThat(metrics.value("disorderP99Millis")).isZero();
    }

    @Test
    void aMarkOverAnotherStrategyIsTheHigherOfBoth() {
        for (WatermarkStrategy<Event> strategy :
                List.of(bounded(100), Ticked.eachEvent(flink(100)))) {
            Homes.Recorded said = new Homes.Recorded();
            WatermarkGenerator<Event> generator =
                    Homes.generator(
                            PunctuatedWatermarks.by(Event::mark, Event.times()).over(strategy));
            Homes.take(generator, Event.at(1_000), said);
            Homes.take(generator, Event.mark(1_000), said);
            Homes.take(generator, Event.at(1_050), said);
            Homes.take(generator, Event.at(1_200), said);
            assertThat(said.said).containsExactly("899", "999", "1099");
        }
    }

    @Test
    void aMarkFarAheadOfTheLogIsNotBelievedAndCounted() {
        WatermarkGenerator<Event> generator =
                generator(PunctuatedWatermarks.by(Event::mark, Event.loggedTimes()));
        Homes.take(generator, new Event(1_000, 1_000, 0, 61_001), out);
        assertThat(out.said).isEmpty();
        Homes.take(generator, new Event(1_000, 1_000, 0, 61_000), out);
        assertThat(out.said).containsExactly("60999");
        assertThat(metrics.value("marksAhead")).isEqualTo(1);
    }

    // The cap

    @Test
    void aPartitionStuckInTimeCostsAtMostTheCap() {
        WatermarkGenerator<Event> generator =
                generator(
                        CappedWatermarks.of(bounded(100), SECOND, Event::logTime)
                                .movingBy(Duration.ofMillis(10)));
        Homes.take(generator, Event.at(1_000, 1_000), out);
        Homes.take(generator, Event.at(1_000, 1_905), out);
        assertThat(out.said)
                .as("899 is 1,006 behind, and the next step has not come")
                .containsExactly("899");
        Homes.take(generator, Event.at(1_000, 1_910), out);
        Homes.take(generator, Event.at(900, 2_117), out);
        Homes.take(generator, Event.at(900, Event.NO_TIME), out);
        assertThat(out.said).containsExactly("899", "909", "1109");
        assertThat(metrics.value("watermarksByCap")).isEqualTo(2);
        assertThat(metrics.value("eventsBehindByCap")).isEqualTo(2);
        Homes.take(generator, Event.at(899, 2_117), out);
        assertThat(metrics.value("eventsBehindByCap")).as("899 is behind anyhow").isEqualTo(2);
        assertThat(metrics.value("eventsBehindWatermark")).isEqualTo(1);
    }

    @RepeatedTest(10)
    void theCapIsTheHigherOfBothExactly(Random random) {
        int cap = random.nextInt(20_000);
        int step = 1 + random.nextInt(500);
        WatermarkStrategy<Event> inner =
                random.nextBoolean() ? bounded(3_000) : Ticked.eachEvent(flink(3_000));
        WatermarkGenerator<Event> alone = Homes.generator(inner);
        WatermarkGenerator<Event> capped =
                generator(
                        CappedWatermarks.of(inner, Duration.ofMillis(cap), Event::logTime)
                                .movingBy(Duration.ofMillis(step)));
        Homes.Recorded innerOut = new Homes.Recorded();
        long newest = Long.MIN_VALUE;
        for (Event event : Histories.wild(random, 2_000)) {
            if (event.time() == Event.NO_TIME) {
                continue;
            }
            Homes.take(alone, event, innerOut);
            Homes.take(capped, event, out);
            newest = Math.max(newest, event.logTime());
            long expected =
                    newest == Long.MIN_VALUE
                            ? innerOut.last
                            : Math.max(innerOut.last, Math.floorDiv(newest - cap, step) * step - 1);
            assertThat(out.last).isEqualTo(expected);
        }
    }

    // The idle advance

    private final ManualClock clock = new ManualClock();
    private static final ManualClock WALL = new ManualClock();

    private WatermarkGenerator<Event> advancing(WatermarkStrategy<Event> strategy) {
        WALL.advanceTime(Duration.ofMillis(-WALL.absoluteTimeMillis()));
        return advancing(strategy, true);
    }

    private WatermarkGenerator<Event> advancing(WatermarkStrategy<Event> strategy, boolean on) {
        return IdleAdvancingWatermarks.of(
                        strategy, Duration.ofSeconds(5), Duration.ofSeconds(20), Event::logTime)
                .liveWithin(MINUTE)
                .readingClock(WALL::absoluteTimeMillis)
                .switchedOn(on)
                .createWatermarkGenerator(Homes.context(metrics, clock));
    }

    private void pass(Duration time) {
        clock.advanceTime(time);
        WALL.advanceTime(time);
    }

    private void tickFor(WatermarkGenerator<Event> generator, int seconds) {
        for (int i = 0; i < seconds; i++) {
            pass(SECOND);
            generator.onPeriodicEmit(out);
        }
    }

    @Test
    void inASilenceTheWatermarkGoesOnWithTheClockUpToItsBound() {
        WatermarkGenerator<Event> generator = advancing(bounded(0));
        Homes.take(generator, Event.at(1_000, 0), out);
        tickFor(generator, 4);
        assertThat(out.last).isEqualTo(999);
        tickFor(generator, 1);
        assertThat(out.last).isEqualTo(5_999);
        tickFor(generator, 1);
        assertThat(out.last).isEqualTo(6_999);
        tickFor(generator, 60);
        assertThat(out.last).isEqualTo(20_999);
        assertThat(out.said).doesNotContain("idle");
        Homes.take(generator, Event.at(15_000, WALL.absoluteTimeMillis()), out);
        assertThat(out.last).as("it never goes back").isEqualTo(20_999);
        assertThat(metrics.value("eventsBehindByIdleAdvance")).isEqualTo(1);
        assertThat(metrics.value("watermarksByIdleAdvance")).isEqualTo(16);
        Homes.take(generator, Event.at(22_000, WALL.absoluteTimeMillis()), out);
        assertThat(out.last).isEqualTo(21_999);
    }

    @Test
    void aroundFlinksOwnItDoesTheSame() {
        WatermarkGenerator<Event> generator = advancing(flink(0));
        Homes.take(generator, Event.at(1_000, 0), out);
        tickFor(generator, 5);
        assertThat(out.last).isEqualTo(5_999);
        assertThat(generator).isNotInstanceOf(RestorableGenerator.class);
    }

    @Test
    void nothingIsAdvancedWhileCatchingUp() {
        WatermarkGenerator<Event> generator = advancing(bounded(0));
        pass(Duration.ofMillis(60_001));
        Homes.take(generator, Event.at(1_000, 0), out);
        tickFor(generator, 10);
        assertThat(out.last).as("read a minute and 1 ms after the log took it").isEqualTo(999);
        Homes.take(generator, Event.at(1_001, WALL.absoluteTimeMillis() - 60_000), out);
        tickFor(generator, 10);
        assertThat(out.last).as("read a minute after the log took it").isEqualTo(11_000);
    }

    @Test
    void anEventWhoseLogTimeIsNotKnownAdvancesNothing() {
        WatermarkGenerator<Event> generator = advancing(bounded(0));
        Homes.take(generator, Event.at(1_000, Event.NO_TIME), out);
        tickFor(generator, 10);
        assertThat(out.last).isEqualTo(999);
    }

    @Test
    void switchedOffItIsTheWrappedStrategy() {
        WatermarkGenerator<Event> generator = advancing(bounded(0), false);
        Homes.take(generator, Event.at(1_000, 0), out);
        tickFor(generator, 10);
        assertThat(out.last).isEqualTo(999);
        assertThat(metrics.names()).doesNotContain("watermarksByIdleAdvance");
    }

    @Test
    void aTrickleOfEventsIsNoSilence() {
        WatermarkGenerator<Event> generator = advancing(bounded(0));
        for (int i = 0; i < 10; i++) {
            Homes.take(generator, Event.at(1_000, WALL.absoluteTimeMillis()), out);
            tickFor(generator, 4);
        }
        assertThat(out.last).isEqualTo(999);
    }

    @RepeatedTest(10)
    void itBeginsWithinOneIntervalAndNeverEarly(Random random) {
        int interval = 50 + random.nextInt(2_000);
        WatermarkGenerator<Event> generator = advancing(bounded(0));
        long nextTick = interval;
        long now = 0;
        int events = 1 + random.nextInt(12);
        for (int i = 0; i < events; i++) {
            long at = now + random.nextInt(4_000);
            for (; nextTick <= at; nextTick += interval) {
                pass(Duration.ofMillis(nextTick - now));
                now = nextTick;
                generator.onPeriodicEmit(out);
            }
            pass(Duration.ofMillis(at - now));
            now = at;
            Homes.take(generator, Event.at(1_000, now), out);
        }
        long last = now;
        while (out.last == 999) {
            pass(Duration.ofMillis(nextTick - now));
            now = nextTick;
            nextTick += interval;
            generator.onPeriodicEmit(out);
        }
        assertThat(now - last).isBetween(5_000L, 5_000L + interval);
    }

    @Test
    void whileTheWrappedStrategyIsIdleNothingIsAdvanced() {
        WatermarkGenerator<Event> generator =
                advancing(flink(0).withIdleness(Duration.ofSeconds(2)));
        Homes.take(generator, Event.at(1_000, 0), out);
        tickFor(generator, 10);
        assertThat(out.said).containsExactly("999", "999", "999", "999", "idle");
        Homes.take(generator, Event.at(2_000, WALL.absoluteTimeMillis()), out);
        tickFor(generator, 1);
        assertThat(out.said).endsWith("1999", "active");
    }

    @Test
    void idlenessAroundItSetsThePartitionAsideAfterwards() {
        WatermarkGenerator<Event> generator =
                IdleAdvancingWatermarks.of(
                                bounded(0),
                                Duration.ofSeconds(5),
                                Duration.ofSeconds(8),
                                Event::logTime)
                        .readingClock(WALL::absoluteTimeMillis)
                        .withIdleness(Duration.ofSeconds(15))
                        .createWatermarkGenerator(Homes.context(metrics, clock));
        WALL.advanceTime(Duration.ofMillis(-WALL.absoluteTimeMillis()));
        Homes.take(generator, Event.at(1_000, 0), out);
        tickFor(generator, 30);
        assertThat(out.last).isEqualTo(8_999);
        assertThat(out.said).endsWith("8999", "idle");
    }

    // Alignment

    @Test
    void alignmentKeepsTheStrategyAndIsKeptByTheOthers() {
        WatermarkStrategy<Event> aligned =
                AlignedWatermarks.of(bounded(7), "shop", Duration.ofSeconds(30), SECOND);
        assertThat(Homes.generator(aligned)).isInstanceOf(RestorableGenerator.class);
        assertThat(
                        aligned.createTimestampAssigner(UnregisteredMetricsGroup::new)
                                .extractTimestamp(Event.at(42), 0))
                .isEqualTo(42);
        WatermarkStrategy<Event> wrapped =
                IdleAdvancingWatermarks.of(
                        PunctuatedWatermarks.by(Event::mark, Event.times())
                                .over(CappedWatermarks.of(aligned, MINUTE, Event::logTime)),
                        SECOND,
                        MINUTE,
                        Event::logTime);
        for (WatermarkStrategy<Event> strategy :
                List.of(aligned, wrapped, wrapped.withIdleness(MINUTE))) {
            var parameters = strategy.getAlignmentParameters();
            assertThat(parameters.getWatermarkGroup()).isEqualTo("shop");
            assertThat(parameters.getMaxAllowedWatermarkDrift()).isEqualTo(30_000);
            assertThat(parameters.getUpdateInterval()).isEqualTo(1_000);
        }
        assertThat(
                        wrapped.createTimestampAssigner(UnregisteredMetricsGroup::new)
                                .extractTimestamp(Event.at(42), 0))
                .isEqualTo(42);
    }

    @Test
    void alignmentThatCannotWorkIsRefused() {
        WatermarkStrategy<Event> strategy = bounded(7);
        assertThatThrownBy(() -> AlignedWatermarks.of(strategy, " ", MINUTE, SECOND))
                .hasMessageContaining("group=\" \"");
        assertThatThrownBy(() -> AlignedWatermarks.of(strategy, "g", Duration.ZERO, SECOND))
                .hasMessageContaining("maxDrift=PT0S");
        assertThatThrownBy(() -> AlignedWatermarks.of(strategy, "g", Duration.ofNanos(9), SECOND))
                .hasMessageContaining("maxDrift=PT0.000000009S");
        assertThatThrownBy(
                        () ->
                                AlignedWatermarks.of(
                                        strategy, "g", Duration.ofSeconds(Long.MAX_VALUE), SECOND))
                .hasMessageContaining("maxDrift=");
        assertThatThrownBy(() -> AlignedWatermarks.of(strategy, "g", MINUTE, Duration.ofNanos(1)))
                .hasMessageContaining("updateInterval=PT0.000000001S");
        WatermarkStrategy<Event> aligned = AlignedWatermarks.of(strategy, "g", MINUTE, SECOND);
        assertThatThrownBy(() -> AlignedWatermarks.of(aligned, "h", MINUTE, SECOND))
                .hasMessageContaining("aligned already, in the group g");
    }

    // All wrappers

    @Test
    void aWrapperIsRestorableIfTheWrappedStrategyIs() {
        for (WatermarkStrategy<Event> strategy : List.of(bounded(1), flink(1))) {
            boolean restorable = strategy instanceof BoundedWatermarks;
            for (WatermarkStrategy<Event> wrapper :
                    List.of(
                            PunctuatedWatermarks.by(Event::mark, Event.times()).over(strategy),
                            CappedWatermarks.of(strategy, MINUTE, Event::logTime),
                            IdleAdvancingWatermarks.of(strategy, SECOND, MINUTE, Event::logTime),
                            AlignedWatermarks.of(strategy, "g", MINUTE, SECOND))) {
                assertThat(Homes.generator(wrapper) instanceof RestorableGenerator)
                        .as(wrapper.toString())
                        .isEqualTo(restorable);
            }
        }
    }

    @Test
    void theStateOfAnotherWrappingIsRefused() {
        WatermarkStrategy<Event> capped = CappedWatermarks.of(bounded(1), MINUTE, Event::logTime);
        WatermarkStrategy<Event> marked =
                PunctuatedWatermarks.by(Event::mark, Event.times()).over(bounded(1));
        assertThatThrownBy(() -> Homes.restored(capped, Homes.generator(marked)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is of Mark and this strategy is Cap");
        assertThatThrownBy(() -> Homes.restored(capped, Homes.generator(bounded(1))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("this strategy is Cap");
        assertThatThrownBy(() -> Homes.restored(bounded(1), Homes.generator(capped)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("format 1001");
    }

    @Test
    void whatCannotWorkIsRefused() {
        WatermarkStrategy<Event> strategy = bounded(1);
        assertThatThrownBy(
                        () -> CappedWatermarks.of(strategy, Duration.ofMillis(-1), Event::logTime))
                .hasMessageContaining("atMost=PT-0.001S");
        assertThatThrownBy(
                        () ->
                                IdleAdvancingWatermarks.of(
                                        strategy, Duration.ZERO, MINUTE, Event::logTime))
                .hasMessageContaining("idleAfter=PT0S");
        assertThatThrownBy(
                        () ->
                                IdleAdvancingWatermarks.of(
                                        strategy, MINUTE, Duration.ZERO, Event::logTime))
                .hasMessageContaining("atMost=PT0S");
        assertThatThrownBy(
                        () ->
                                IdleAdvancingWatermarks.of(strategy, MINUTE, MINUTE, Event::logTime)
                                        .liveWithin(Duration.ZERO))
                .hasMessageContaining("liveWithin=PT0S");
    }
}
