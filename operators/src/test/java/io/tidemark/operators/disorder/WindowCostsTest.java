package io.tidemark.operators.disorder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.operators.disorder.Arrivals.Arrival;
import io.tidemark.operators.testing.SeededRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SeededRandom.class)
class WindowCostsTest {

    private static final long MAX_AHEAD = 60_000;

    /** Opens and closes windows as a job with that delay would, and takes the means. */
    private static double[] openAndWait(List<Arrival> history, long window, long delay) {
        NaiveRule rule = new NaiveRule(delay, MAX_AHEAD);
        Map<String, Long> open = new HashMap<>();
        double openTimesTime = 0;
        double waited = 0;
        long results = 0;
        long first = Long.MIN_VALUE;
        long max = Long.MIN_VALUE;
        for (Arrival event : history) {
            long time = event.eventTime();
            boolean lost = rule.loses(time, window);
            rule.advance(time, event.arrival());
            if (time > max && time <= event.arrival() + MAX_AHEAD) {
                if (max == Long.MIN_VALUE) {
                    first = time;
                }
                long before = max == Long.MIN_VALUE ? time : max;
                for (long end : open.values()) {
                    // What closes on the way stands open only until its moment.
                    long step = Math.max(1, delay / 100);
                    long due = -Math.floorDiv(-end, step) * step + delay;
                    openTimesTime += Math.min(due, time) - before;
                }
                max = time;
                long now = max;
                waited +=
                        open.values().stream()
                                .filter(rule::hasClosed)
                                .mapToDouble(end -> now - end)
                                .sum();
                results += open.values().stream().filter(rule::hasClosed).count();
                open.values().removeIf(rule::hasClosed);
            }
            if (!lost) {
                long end = Math.floorDiv(time, window) * window + window;
                open.putIfAbsent(event.key() + " " + end, end);
            }
        }
        return new double[] {openTimesTime / (max - first), waited / results, results};
    }

    @RepeatedTest(12)
    void areThoseOfAJobWithThatDelay(Random random) {
        long window = 1 + random.nextInt(1 << random.nextInt(8, 24));
        List<Arrival> history = Arrivals.drawn(random, 700);
        DelayStudy study = DelayStudy.of(StudyPlan.of(Duration.ofMillis(window)), 0);
        history.forEach(event -> study.add(event.eventTime(), event.arrival(), event.key()));
        DelayFindings findings = study.findings();
        DelayGrid grid = DelayGrid.standard();
        for (int i = 0; i < grid.size(); i += 9) {
            double[] expected = openAndWait(history, window, grid.delayMillis(i));
            // Where event time stood still there is no mean over it.
            if (!Double.isNaN(expected[0])) {
                assertThat(findings.meanOpen(0, i))
                        .as("open at " + grid.delayMillis(i))
                        .isCloseTo(expected[0], within(1e-6 * Math.abs(expected[0]) + 1e-9));
            }
            if (expected[2] > 0) {
                assertThat(findings.meanWait(0, i))
                        .as("wait at " + grid.delayMillis(i))
                        .isCloseTo(expected[1], within(1e-6 * Math.abs(expected[1]) + 1e-9));
            } else {
                assertThat(findings.meanWait(0, i)).isNaN();
            }
        }
    }

    @Test
    void areEstimatedWhereThereAreMorePanesThanFit() {
        Random random = new Random(7);
        List<Arrival> history = new ArrayList<>();
        for (int i = 0; i < 40_000; i++) {
            long now = i * 40L;
            history.add(
                    new Arrival(now - random.nextInt(3_000), now, "key " + random.nextInt(999)));
        }
        DelayStudy study = DelayStudy.of(StudyPlan.of(Duration.ofSeconds(10)), 0);
        history.forEach(event -> study.add(event.eventTime(), event.arrival(), event.key()));
        DelayFindings findings = study.findings();
        for (int i : new int[] {0, 60, 90}) {
            double[] expected = openAndWait(history, 10_000, DelayGrid.standard().delayMillis(i));
            assertThat(findings.meanOpen(0, i)).isCloseTo(expected[0], within(expected[0] * 0.03));
            assertThat(findings.meanWait(0, i))
                    .isCloseTo(expected[1], within(expected[1] * 0.01 + 10));
        }
    }

    @Test
    void waitOverANightForTheWindowBeforeIt() {
        DelayStudy study = DelayStudy.of(StudyPlan.of(Duration.ofMinutes(1)), 0);
        // Ten windows of a day, each reached on time; the eleventh only the next morning.
        for (long minute = 0; minute <= 10; minute++) {
            study.add(minute * 60_000, minute * 60_000, null);
        }
        long morning = 8 * 3_600_000;
        study.add(morning, morning, null);
        assertThat(study.findings().meanWait(0, 0))
                .isCloseTo((morning - 11 * 60_000) / 11.0, within(1e-6));
    }
}
