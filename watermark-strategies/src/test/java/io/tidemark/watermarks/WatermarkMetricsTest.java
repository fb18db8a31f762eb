package io.tidemark.watermarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.util.clock.ManualClock;
import org.junit.jupiter.api.Test;

class WatermarkMetricsTest {

    private final RecordedMetrics metrics = new RecordedMetrics();
    private final ManualClock clock = new ManualClock();
    private final Homes.Recorded out = new Homes.Recorded();

    private WatermarkGenerator<Event> generator(WatermarkStrategy<Event> strategy) {
        return strategy.createWatermarkGenerator(Homes.context(metrics, clock));
    }

    @Test
    void theNamesArePartOfTheInterface() {
        EventTimes<Event> times = Event.loggedTimes();
        WatermarkStrategy<Event> all =
                IdleAdvancingWatermarks.of(
                        PunctuatedWatermarks.by(Event::mark, times)
                                .over(
                                        CappedWatermarks.of(
                                                PerKeyWatermarks.of(
                                                        Event::key, Duration.ZERO, times),
                                                Duration.ZERO,
                                                Event::logTime)),
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(1),
                        Event::logTime);
        generator(all);
        // Of another partition: a name that is registered twice would be refused.
        generator(all);
        assertThat(metrics.names())
                .containsExactly(
                        "behindWatermarkShare",
                        "disorderP50Millis",
                        "disorderP999Millis",
                        "disorderP99Millis",
                        "eventsAhead",
                        "eventsBehindByCap",
                        "eventsBehindByIdleAdvance",
                        "eventsBehindByMark",
                        "eventsBehindWatermark",
                        "keysForgotten",
                        "lagP50Millis",
                        "lagP99Millis",
                        "marksAhead",
                        "watermarkDelayMillis",
                        "watermarkIdleMillis",
                        "watermarksByCap",
                        "watermarksByIdleAdvance",
                        "watermarksByMark");
    }

    @Test
    void whatIsBehindAndWhatIsAheadIsCountedOverAllPartitions() {
        WatermarkStrategy<Event> strategy =
                BoundedWatermarks.waiting(Duration.ofSeconds(1), Event.loggedTimes());
        WatermarkGenerator<Event> one = generator(strategy);
        WatermarkGenerator<Event> other = generator(strategy);
        for (WatermarkGenerator<Event> generator : List.of(one, other)) {
            Homes.take(generator, Event.at(100_000), out);
            Homes.take(generator, Event.at(98_999), out);
            Homes.take(generator, Event.at(99_000), out);
            Homes.take(generator, Event.at(160_001, 100_000), out);
        }
        assertThat(metrics.value("eventsBehindWatermark")).isEqualTo(2);
        assertThat(metrics.value("eventsAhead")).isEqualTo(2);
        assertThat(metrics.value("behindWatermarkShare")).isEqualTo(0.25);
        assertThat(metrics.value("watermarkDelayMillis")).isEqualTo(1_000);
    }

    @Test
    void lagAndDisorderAreQuantilesOfEverySixteenthEvent() {
        WatermarkGenerator<Event> generator =
                generator(BoundedWatermarks.waiting(Duration.ZERO, Event.loggedTimes()));
        for (int i = 0; i < 16_000; i++) {
            // Of those measured every tenth lies 40 ms behind the one before; all lag by 20 ms.
            long time = 1_000_000L - (i % 160 == 0 ? 40 : 0);
            Homes.take(generator, Event.at(time, time + 20), out);
        }
        assertThat(metrics.value("lagP50Millis")).isEqualTo(20);
        assertThat(metrics.value("lagP99Millis")).isEqualTo(20);
        assertThat(metrics.value("disorderP50Millis")).isZero();
        assertThat(metrics.value("disorderP99Millis")).isEqualTo(40);
    }

    @Test
    void idleTimeBeginsWithTheFirstTickAfterTheLastEventOfAnyPartition() {
        WatermarkStrategy<Event> strategy =
                BoundedWatermarks.waiting(Duration.ZERO, Event.loggedTimes());
        WatermarkGenerator<Event> one = generator(strategy);
        WatermarkGenerator<Event> other = generator(strategy);
        assertThat(metrics.value("watermarkIdleMillis")).isZero();
        for (int i = 0; i < 5; i++) {
            Homes.take(one, Event.at(i), out);
            assertThat(metrics.value("watermarkIdleMillis")).isZero();
            clock.advanceTime(Duration.ofMillis(200));
            one.onPeriodicEmit(out);
            other.onPeriodicEmit(out);
        }
        clock.advanceTime(Duration.ofMillis(700));
        one.onPeriodicEmit(out);
        other.onPeriodicEmit(out);
        assertThat(metrics.value("watermarkIdleMillis")).isEqualTo(700);
        Homes.take(other, Event.at(5), out);
        assertThat(metrics.value("watermarkIdleMillis")).isZero();
    }

    @Test
    void aPartitionThatIsReadToItsEndIsForgotten() {
        WatermarkStrategy<Event> strategy =
                QuantileWatermarks.losing(0.01, Duration.ofHours(1), Event.loggedTimes());
        // A source of many files: kept, their 170 kB each would not fit into a gigabyte.
        for (int file = 0; file < 8_000; file++) {
            generator(strategy);
        }
        assertThat(metrics.value("watermarkDelayMillis")).isZero();
    }
}
