package io.tidemark.watermarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkGeneratorSupplier;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkOutputMultiplexer;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.util.InstantiationUtil;
import org.apache.flink.util.clock.ManualClock;
import org.apache.flink.util.clock.RelativeClock;
import org.junit.jupiter.api.Test;

class BoundedWatermarksTest {

    private static final long NO_TIME = Long.MIN_VALUE;

    private record Event(long time, long logTime) {

        static Event at(long time) {
            return new Event(time, time);
        }
    }

    private final ManualClock clock = new ManualClock();
    private final Recorded out = new Recorded();

    @Test
    void aWatermarkLeavesWithTheEventThatMovesIt() {
        WatermarkGenerator<Event> generator = generator(strategy());
        take(generator, Event.at(100), out);
        assertThat(out.seen).containsExactly("89");
        // Inside the step, behind the highest, and beyond what is believed: nothing moves.
        take(generator, Event.at(104), out);
        take(generator, Event.at(50), out);
        take(generator, new Event(500, 100), out);
        assertThat(out.seen).containsExactly("89");
        take(generator, Event.at(105), out);
        assertThat(out.seen).containsExactly("89", "94");
        take(generator, Event.at(1_000), out);
        assertThat(out.seen).containsExactly("89", "94", "989");
    }

    @Test
    void theTickRepeatsTheLastWatermarkAndNeverRefinesIt() {
        WatermarkGenerator<Event> generator = generator(strategy());
        generator.onPeriodicEmit(out);
        assertThat(out.seen).as("before any event there is nothing to repeat").isEmpty();
        take(generator, Event.at(100), out);
        take(generator, Event.at(104), out);
        generator.onPeriodicEmit(out);
        generator.onPeriodicEmit(out);
        assertThat(out.seen).containsExactly("89", "89", "89");
    }

    @Test
    void aRecordWithoutEventTimeMovesNothing() {
        WatermarkGenerator<Event> generator = generator(strategy());
        take(generator, new Event(NO_TIME, 0), out);
        generator.onPeriodicEmit(out);
        assertThat(out.seen).isEmpty();
        take(generator, Event.at(100), out);
        take(generator, new Event(NO_TIME, 0), out);
        assertThat(out.seen).containsExactly("89");
    }

    @Test
    void negativeTimesAreTimes() {
        WatermarkGenerator<Event> generator = generator(strategy());
        take(generator, Event.at(-1), out);
        take(generator, Event.at(0), out);
        assertThat(out.seen).containsExactly("-16", "-11");
    }

    @Test
    void theTimestampIsTheEventsTime() {
        assertThat(
                        strategy()
                                .createTimestampAssigner(UnregisteredMetricsGroup::new)
                                .extractTimestamp(new Event(7, 9), 11))
                .isEqualTo(7);
    }

    @Test
    void eachPartitionHasAGeneratorOfItsOwn() {
        WatermarkGenerator<Event> one = generator(strategy());
        WatermarkGenerator<Event> other = generator(strategy());
        take(one, Event.at(1_000), out);
        take(other, Event.at(100), out);
        assertThat(out.seen).containsExactly("989", "89");
    }

    @Test
    void theStrategyCanBeShipped() throws Exception {
        WatermarkGenerator<Event> generator = generator(InstantiationUtil.clone(strategy()));
        take(generator, Event.at(100), out);
        assertThat(out.seen).containsExactly("89");
    }

    @Test
    void aPartitionThatFallsIdleLetsOthersRunAndCountsAgainWhenItWakes() {
        checkIdleness(strategy());
    }

    @Test
    void theIdleCheckCatchesAGeneratorWhoseTickIsSilent() {
        // The broken twin: without the repeat, an event that moves nothing wakes nobody.
        WatermarkStrategy<Event> sound = strategy();
        WatermarkStrategy<Event> silent =
                context -> {
                    WatermarkGenerator<Event> generator = sound.createWatermarkGenerator(context);
                    return new WatermarkGenerator<>() {
                        @Override
                        public void onEvent(Event event, long time, WatermarkOutput output) {
                            generator.onEvent(event, time, output);
                        }

                        @Override
                        public void onPeriodicEmit(WatermarkOutput output) {}
                    };
                };
        assertThatThrownBy(() -> checkIdleness(silent))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("awake: no one runs ahead of it");
    }

    private void checkIdleness(WatermarkStrategy<Event> strategy) {
        WatermarkOutputMultiplexer source = new WatermarkOutputMultiplexer(out);
        source.registerNewOutput("quiet");
        source.registerNewOutput("busy");
        WatermarkOutput quietOut = source.getImmediateOutput("quiet");
        WatermarkOutput busyOut = source.getImmediateOutput("busy");
        WatermarkStrategy<Event> patient = strategy.withIdleness(Duration.ofSeconds(30));
        WatermarkGenerator<Event> quiet = generator(patient);
        WatermarkGenerator<Event> busy = generator(patient);

        take(quiet, Event.at(100), quietOut);
        take(busy, Event.at(1_000), busyOut);
        assertThat(out.seen).as("the quiet one holds the busy one back").containsExactly("89");

        long busyTime = 1_000;
        for (int second = 0; second < 60; second++) {
            clock.advanceTime(Duration.ofSeconds(1));
            take(busy, Event.at(++busyTime), busyOut);
            quiet.onPeriodicEmit(quietOut);
            busy.onPeriodicEmit(busyOut);
        }
        assertThat(out.seen.get(out.seen.size() - 1))
                .as("idle: the busy one alone decides")
                .isEqualTo("1049");

        // It wakes with an event that does not move its own progress: from the next tick on it
        // counts again, and holds the watermark where it is.
        take(quiet, Event.at(100), quietOut);
        quiet.onPeriodicEmit(quietOut);
        out.seen.clear();
        take(busy, Event.at(9_000), busyOut);
        assertThat(out.seen).as("awake: no one runs ahead of it").isEmpty();

        take(quiet, Event.at(5_000), quietOut);
        assertThat(out.seen).containsExactly("4989");
    }

    /** Delay 10 ms, step 5 ms, up to 20 ms ahead. */
    private static WatermarkStrategy<Event> strategy() {
        return BoundedWatermarks.by(
                BoundedDisorder.of(Duration.ofMillis(10))
                        .movingBy(Duration.ofMillis(5))
                        .believingUpTo(Duration.ofMillis(20)),
                Event::time,
                Event::logTime);
    }

    private WatermarkGenerator<Event> generator(WatermarkStrategy<Event> strategy) {
        return strategy.createWatermarkGenerator(
                new WatermarkGeneratorSupplier.Context() {
                    @Override
                    public MetricGroup getMetricGroup() {
                        return new UnregisteredMetricsGroup();
                    }

                    @Override
                    public RelativeClock getInputActivityClock() {
                        return clock;
                    }
                });
    }

    private static void take(
            WatermarkGenerator<Event> generator, Event event, WatermarkOutput out) {
        generator.onEvent(event, event.time(), out);
    }

    /** All that a generator says, in order. */
    private static final class Recorded implements WatermarkOutput {

        private final List<String> seen = new ArrayList<>();

        @Override
        public void emitWatermark(Watermark watermark) {
            seen.add(Long.toString(watermark.getTimestamp()));
        }

        @Override
        public void markIdle() {
            seen.add("idle");
        }

        @Override
        public void markActive() {
            seen.add("active");
        }
    }
}
