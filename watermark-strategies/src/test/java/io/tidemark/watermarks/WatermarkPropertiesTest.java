package io.tidemark.watermarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.util.InstantiationUtil;
import org.apache.flink.util.clock.ManualClock;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.extension.ExtendWith;

/** What holds for every strategy, whatever the history. */
@ExtendWith(SeededRandom.class)
class WatermarkPropertiesTest {

    private static final Duration DELAY = Duration.ofSeconds(3);
    private static final Duration HOUR = Duration.ofHours(1);

    /** Every strategy of this module whose watermark never passes the newest credible event. */
    private static Map<String, WatermarkStrategy<Event>> behindTheEvents() {
        Map<String, WatermarkStrategy<Event>> strategies = new TreeMap<>();
        strategies.put("bounded", BoundedWatermarks.waiting(DELAY, Event.times()));
        strategies.put("bounded by log", BoundedWatermarks.waiting(DELAY, Event.loggedTimes()));
        strategies.put("bounded unguarded", BoundedWatermarks.waiting(DELAY, Event.unguarded()));
        strategies.put(
                "quantile", QuantileWatermarks.<Event>losing(0.05, HOUR, Event.times()).over(200));
        strategies.put(
                "quantile by log",
                QuantileWatermarks.<Event>losing(0.01, HOUR, Event.loggedTimes()).over(1_000));
        strategies.put(
                "completeness",
                CompletenessWatermarks.<Event>keeping(
                                0.95, Duration.ofSeconds(10), HOUR, Event.loggedTimes())
                        .over(200));
        strategies.put("per key", perKey(Event.times()));
        strategies.put("per key by log", perKey(Event.loggedTimes()));
        strategies.put(
                "aligned",
                AlignedWatermarks.of(perKey(Event.times()), "group", HOUR, Duration.ofSeconds(1)));
        return strategies;
    }

    private static WatermarkStrategy<Event> perKey(EventTimes<Event> times) {
        return PerKeyWatermarks.<Event>of(Event::key, DELAY, times)
                .forgettingAfter(Duration.ofSeconds(5))
                .trackingAtMost(6);
    }

    private static Map<String, WatermarkStrategy<Event>> all() {
        Map<String, WatermarkStrategy<Event>> strategies = behindTheEvents();
        WatermarkStrategy<Event> bounded = BoundedWatermarks.waiting(DELAY, Event.loggedTimes());
        PunctuatedWatermarks<Event> marked =
                PunctuatedWatermarks.by(Event::mark, Event.loggedTimes());
        CappedWatermarks<Event> capped =
                CappedWatermarks.of(bounded, Duration.ofSeconds(5), Event::logTime);
        strategies.put("marked", marked);
        strategies.put("marked over bounded", marked.over(bounded));
        strategies.put("capped", capped);
        strategies.put("idle", advancing(bounded));
        strategies.put("all in one", advancing(marked.over(capped)));
        return strategies;
    }

    private static WatermarkStrategy<Event> advancing(WatermarkStrategy<Event> strategy) {
        return IdleAdvancingWatermarks.of(strategy, DELAY, HOUR, Event::logTime)
                .readingClock(() -> Laws.START);
    }

    @RepeatedTest(10)
    void theWatermarkNeverGoesBack(Random random) {
        Event[] history = Histories.wild(random, 3_000);
        all().forEach(
                        (name, strategy) -> {
                            ManualClock clock = new ManualClock();
                            WatermarkGenerator<Event> generator =
                                    strategy.createWatermarkGenerator(
                                            Homes.context(new UnregisteredMetricsGroup(), clock));
                            Homes.Recorded out = new Homes.Recorded();
                            for (Event event : history) {
                                long before = out.last;
                                Homes.take(generator, event, out);
                                clock.advanceTime(Duration.ofMillis(random.nextInt(400)));
                                if (random.nextInt(10) == 0) {
                                    clock.advanceTime(Duration.ofMillis(random.nextInt(10_000)));
                                    generator.onPeriodicEmit(out);
                                }
                                assertThat(out.last).as(name).isGreaterThanOrEqualTo(before);
                            }
                            assertThat(out.last).as(name).isGreaterThan(Laws.START - 1_000_000);
                        });
    }

    @RepeatedTest(10)
    void theWatermarkNeverPassesTheNewestEventLessTheDelay(Random random) {
        Event[] history = Histories.wild(random, 3_000);
        behindTheEvents()
                .forEach(
                        (name, strategy) -> {
                            long atLeast =
                                    name.startsWith("quantile") || name.startsWith("completeness")
                                            ? 0
                                            : DELAY.toMillis();
                            WatermarkGenerator<Event> generator = Homes.generator(strategy);
                            Homes.Recorded out = new Homes.Recorded();
                            long max = Long.MIN_VALUE;
                            for (Event event : history) {
                                Homes.take(generator, event, out);
                                max = Math.max(max, event.time());
                                if (out.last != Long.MIN_VALUE) {
                                    assertThat(out.last)
                                            .as(name)
                                            .isLessThanOrEqualTo(max - atLeast - 1);
                                }
                            }
                        });
    }

    @RepeatedTest(10)
    void theTickRepeatsAndChangesNothing(Random random) {
        Event[] history = Histories.wild(random, 2_000);
        all().forEach(
                        (name, strategy) -> {
                            WatermarkGenerator<Event> ticked = Homes.generator(strategy);
                            WatermarkGenerator<Event> silent = Homes.generator(strategy);
                            Homes.Recorded out = new Homes.Recorded();
                            Homes.Recorded other = new Homes.Recorded();
                            for (Event event : history) {
                                Homes.take(ticked, event, out);
                                Homes.take(silent, event, other);
                                int said = out.said.size();
                                ticked.onPeriodicEmit(out);
                                assertThat(out.said.size())
                                        .as(name)
                                        .isEqualTo(out.last == Long.MIN_VALUE ? said : said + 1);
                                assertThat(out.last).as(name).isEqualTo(other.last);
                            }
                        });
    }

    @RepeatedTest(2)
    void aGeneratorRestoredAfterEachEventSaysTheSame(Random random) throws Exception {
        Event[] history = Histories.wild(random, 1_500);
        for (Map.Entry<String, WatermarkStrategy<Event>> each : all().entrySet()) {
            WatermarkStrategy<Event> strategy = InstantiationUtil.clone(each.getValue());
            WatermarkGenerator<Event> unbroken = Homes.generator(strategy);
            WatermarkGenerator<Event> broken = Homes.generator(strategy);
            Homes.Recorded out = new Homes.Recorded();
            Homes.Recorded afterRestores = new Homes.Recorded();
            for (Event event : history) {
                Homes.take(unbroken, event, out);
                Homes.take(broken, event, afterRestores);
                broken = Homes.restored(strategy, broken);
            }
            assertThat(afterRestores.said).as(each.getKey()).isEqualTo(out.said);
            assertThat(out.said).as(each.getKey()).hasSizeGreaterThan(3);
        }
    }

    @RepeatedTest(10)
    void boundedIsTheRoundedTimeOfTheNewestEventLessTheDelay(Random random) {
        long delay = random.nextInt(10_000);
        long step = 1L + random.nextInt(3_000);
        WatermarkGenerator<Event> generator =
                Homes.generator(
                        BoundedWatermarks.waiting(Duration.ofMillis(delay), Event.unguarded())
                                .movingBy(Duration.ofMillis(step)));
        Homes.Recorded out = new Homes.Recorded();
        List<String> expected = new ArrayList<>();
        long max = Long.MIN_VALUE;
        long last = Long.MIN_VALUE;
        for (Event event : Histories.wild(random, 2_000)) {
            // Around the beginning of 1970, so that both signs occur.
            long time = event.time() == Event.NO_TIME ? -1 : event.time() - Laws.START - 10_000;
            Homes.take(generator, Event.at(time), out);
            max = Math.max(max, time);
            long watermark = (long) Math.floor((double) (max - delay) / step) * step - 1;
            if (watermark > last) {
                last = watermark;
                expected.add(Long.toString(last));
            }
        }
        assertThat(out.said).isEqualTo(expected);
    }

    @RepeatedTest(3)
    void anotherStrategyGoesOnFromWhereTimeHadCome(Random random) throws Exception {
        WatermarkStrategy<Event> bounded = BoundedWatermarks.waiting(DELAY, Event.loggedTimes());
        WatermarkGenerator<Event> generator = Homes.generator(bounded);
        Homes.Recorded out = new Homes.Recorded();
        for (Event event : Histories.wild(random, 100)) {
            Homes.take(generator, event, out);
        }
        WatermarkGenerator<Event> other =
                Homes.generator(
                        QuantileWatermarks.losing(0.01, Duration.ofHours(1), Event.loggedTimes()));
        DataOutputSerializer state = new DataOutputSerializer(1024);
        ((RestorableGenerator<Event>) generator).write(state);
        ((RestorableGenerator<Event>) other)
                .read(new DataInputDeserializer(state.getCopyOfBuffer()));
        Homes.Recorded later = new Homes.Recorded();
        other.onPeriodicEmit(later);
        assertThat(later.said).containsExactly(Long.toString(out.last));
    }
}
