package io.tidemark.watermarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** One event stamped two hours ahead adds no late event, wherever it stands. */
@ExtendWith(SeededRandom.class)
class FutureStampTest {

    private static final int EVENTS = 3_000;
    private static final Duration DELAY = Duration.ofSeconds(5);
    private static final Duration HOUR = Duration.ofHours(1);

    private static Map<String, WatermarkStrategy<Event>> strategies(EventTimes<Event> times) {
        WatermarkStrategy<Event> bounded = BoundedWatermarks.waiting(DELAY, times);
        return Map.of(
                "bounded",
                bounded,
                "quantile",
                QuantileWatermarks.losing(0.01, HOUR, times),
                "completeness",
                CompletenessWatermarks.keeping(0.99, Duration.ofSeconds(10), HOUR, times),
                "per key",
                PerKeyWatermarks.<Event>of(Event::key, DELAY, times)
                        .forgettingAfter(Duration.ofSeconds(2)),
                "capped",
                CappedWatermarks.of(bounded, Duration.ofSeconds(8), Event::logTime),
                "marked",
                PunctuatedWatermarks.by(Event::mark, times).over(bounded),
                "idle advancing",
                IdleAdvancingWatermarks.of(bounded, DELAY, HOUR, Event::logTime));
    }

    @RepeatedTest(5)
    void withALogTime(Random random) {
        check(Event.loggedTimes(), true, random);
    }

    @RepeatedTest(5)
    void withoutALogTime(Random random) {
        check(Event.times(), false, random);
    }

    private static void check(EventTimes<Event> times, boolean logged, Random random) {
        Event[] history = Laws.EXPONENTIAL.history(random, EVENTS);
        int[] places = {0, 1, 2, 50, 101, 1_500 + random.nextInt(1_000), EVENTS - 1};
        strategies(times)
                .forEach(
                        (name, strategy) -> {
                            long behind = Verdicts.of(strategy, history).behind();
                            for (int place : places) {
                                List<Event> stamped = new ArrayList<>(Arrays.asList(history));
                                stamped.add(place, ahead(history[place]));
                                Event[] with = stamped.toArray(Event[]::new);
                                assertThat(Verdicts.of(strategy, with).behind())
                                        .as(name + ", event " + place)
                                        .isLessThanOrEqualTo(behind + slack(name, place, logged));
                            }
                        });
    }

    /**
     * Among the first three without a log time it lets time begin one event earlier: one of the
     * events then may be late that would have passed before time began, and what is learned differs
     * by chance.
     */
    private static int slack(String name, int place, boolean logged) {
        if (logged || place >= 3) {
            return 0;
        }
        boolean learns =
                name.equals("quantile") || name.equals("completeness") || name.equals("per key");
        return learns ? EVENTS / 100 : 2;
    }

    private static Event ahead(Event event) {
        return Event.at(event.time() + 7_200_000, event.logTime());
    }

    /** The broken twin: without a guard the check fails. */
    @Test
    void theCheckCatchesAStrategyWithoutGuard() {
        Event[] history = Laws.EXPONENTIAL.history(new Random(1), EVENTS);
        WatermarkStrategy<Event> flink = WatermarkStrategy.forBoundedOutOfOrderness(DELAY);
        history[0] = ahead(history[0]);
        WatermarkStrategy<Event> unguarded = BoundedWatermarks.waiting(DELAY, Event.unguarded());
        assertThat(Verdicts.of(unguarded, history).behind()).isEqualTo(EVENTS - 1);
        assertThat(Verdicts.of(Ticked.eachEvent(flink), history).behind()).isEqualTo(EVENTS - 1);
    }

    @Test
    void afterASilenceTwoEventsPassBeforeTimeMovesOn() {
        Event[] history = {
            Event.at(0),
            Event.at(1),
            Event.at(2),
            Event.at(3_600_000),
            Event.at(3_600_001),
            Event.at(3_600_002)
        };
        WatermarkStrategy<Event> strategy = BoundedWatermarks.waiting(Duration.ZERO, Event.times());
        Homes.Recorded out = new Homes.Recorded();
        var generator = Homes.generator(strategy);
        for (Event event : history) {
            Homes.take(generator, event, out);
        }
        assertThat(out.said).containsExactly("-1", "0", "1", "3599999");
    }
}
