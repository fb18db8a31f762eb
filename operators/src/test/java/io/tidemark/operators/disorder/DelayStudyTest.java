package io.tidemark.operators.disorder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.operators.disorder.Arrivals.Arrival;
import io.tidemark.operators.testing.SeededRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SeededRandom.class)
class DelayStudyTest {

    private static final DelayGrid GRID =
            DelayGrid.standard()
                    .with(
                            Duration.ofMillis(12_345),
                            Duration.ofMillis(12_346),
                            Duration.ofDays(3_000));

    @RepeatedTest(40)
    void countsWhatEachDelayLeavesBehindAndLoses(Random random) {
        List<Duration> windows =
                List.of(
                        Duration.ofMillis(1 + random.nextInt(1 << random.nextInt(1, 25))),
                        Duration.ofMinutes(1));
        long maxAhead = random.nextBoolean() ? 60_000 : random.nextInt(100_000);
        StudyPlan plan =
                new StudyPlan(GRID, windows, true, ProgressRule.BELIEVING_ALL)
                        .believingUpTo(Duration.ofMillis(maxAhead));
        DelayStudy study = DelayStudy.of(plan, 0);
        NaiveRule[] rules = new NaiveRule[GRID.size()];
        for (int i = 0; i < rules.length; i++) {
            rules[i] = new NaiveRule(GRID.delayMillis(i), maxAhead);
        }
        long[] behind = new long[rules.length];
        long[][] lost = new long[2][rules.length];
        List<Arrival> history = Arrivals.drawn(random, 1_500);
        int[] okAt = new int[history.size()];
        int[][] keptAt = new int[2][history.size()];
        for (int n = 0; n < history.size(); n++) {
            Arrival event = history.get(n);
            for (int i = 0; i < rules.length; i++) {
                if (rules[i].isBehind(event.eventTime())) {
                    behind[i]++;
                    okAt[n] = i + 1;
                }
                for (int window = 0; window < 2; window++) {
                    if (rules[i].loses(event.eventTime(), windows.get(window).toMillis())) {
                        lost[window][i]++;
                        keptAt[window][n] = i + 1;
                    }
                }
                rules[i].advance(event.eventTime(), event.arrival());
            }
            study.add(event.eventTime(), event.arrival(), event.key());
        }
        DelayFindings findings = study.findings();
        assertThat(findings.behind()).isEqualTo(behind);
        assertThat(findings.lost(0)).isEqualTo(lost[0]);
        assertThat(findings.lost(1)).isEqualTo(lost[1]);
        // All events are in the sample: their verdicts, in any order, are those of the rules.
        List<SampledEvent> dots = findings.dots(history.size());
        assertThat(dots.stream().mapToInt(SampledEvent::okAt).sorted())
                .containsExactly(boxed(okAt));
        for (int window = 0; window < 2; window++) {
            int w = window;
            assertThat(dots.stream().mapToInt(dot -> dot.keptAt().get(w)).sorted())
                    .containsExactly(boxed(keptAt[window]));
        }
    }

    private static Integer[] boxed(int[] numbers) {
        return Arrays.stream(numbers).sorted().boxed().toArray(Integer[]::new);
    }

    @RepeatedTest(10)
    void saysHowManyWereOutOfOrderAndAhead(Random random) {
        DelayStudy study = DelayStudy.of(StudyPlan.of(Duration.ofSeconds(10)), 3);
        List<Arrival> history = Arrivals.drawn(random, 2_000);
        long max = Long.MIN_VALUE;
        long outOfOrder = 0;
        long ahead = 0;
        long negative = 0;
        long furthest = 0;
        for (Arrival event : history) {
            long time = event.eventTime();
            outOfOrder += time < max ? 1 : 0;
            negative += time > event.arrival() ? 1 : 0;
            furthest = Math.max(furthest, time - event.arrival());
            if (time > event.arrival() + 60_000) {
                ahead++;
            } else {
                max = Math.max(max, time);
            }
            study.add(time, event.arrival(), null);
        }
        DelayFindings findings = study.findings();
        assertThat(findings.events()).isEqualTo(history.size());
        assertThat(findings.outOfOrder()).isEqualTo(outOfOrder);
        assertThat(findings.ahead()).isEqualTo(ahead);
        assertThat(findings.negativeLags()).isEqualTo(negative);
        assertThat(findings.furthestAhead()).isEqualTo(furthest);
        assertThat(findings.firstArrival()).isEqualTo(history.get(0).arrival());
        assertThat(findings.lastArrival()).isEqualTo(history.get(1_999).arrival());
        assertThat(findings.firstEvent())
                .isEqualTo(history.stream().mapToLong(Arrival::eventTime).min().orElseThrow());
        assertThat(findings.lastEvent())
                .isEqualTo(history.stream().mapToLong(Arrival::eventTime).max().orElseThrow());
    }

    @RepeatedTest(10)
    void givesQuantilesToHalfAPercent(Random random) {
        DelayStudy study = DelayStudy.of(StudyPlan.of(Duration.ofSeconds(10)), 0);
        List<Arrival> history = Arrivals.drawn(random, 5_000);
        long[] lags = new long[history.size()];
        for (int i = 0; i < lags.length; i++) {
            Arrival event = history.get(i);
            study.add(event.eventTime(), event.arrival(), null);
            lags[i] = Math.max(0, event.arrival() - event.eventTime());
        }
        Arrays.sort(lags);
        DelayFindings findings = study.findings();
        for (double share : new double[] {0.01, 0.5, 0.9, 0.95, 0.99, 0.999, 1}) {
            long exact = lags[(int) Math.ceil(share * lags.length) - 1];
            assertThat((double) findings.lag(share))
                    .isBetween(exact * 0.995 - 1, exact * 1.005 + 1);
        }
    }

    @Test
    void takesRowNumbersForArrivals() {
        DelayStudy study =
                DelayStudy.of(StudyPlan.of(Duration.ofSeconds(1)).withoutArrivalClock(), 0);
        long[] times = {5_000, 9_000, 4_000, 8_999};
        for (int row = 0; row < times.length; row++) {
            study.add(times[row], row, null);
        }
        DelayFindings findings = study.findings();
        assertThat(findings.outOfOrder()).isEqualTo(2);
        assertThat(findings.ahead()).isZero();
        assertThat(findings.negativeLags()).isZero();
        assertThat(findings.dots(10)).extracting(SampledEvent::lag).contains(5_000L, 1L);
        assertThat(findings.progress()).endsWith(new ProgressPoint(3, 9_000));
    }

    @Test
    void asksTheGuardThatIsGiven() {
        StudyPlan plan =
                StudyPlan.of(Duration.ofSeconds(1))
                        .withoutArrivalClock()
                        .guardedBy(
                                () ->
                                        (progress, time, row) ->
                                                progress != Long.MIN_VALUE
                                                                && time > progress + 1_000
                                                        ? progress
                                                        : Math.max(progress, time));
        DelayStudy study = DelayStudy.of(plan, 0);
        study.add(0, 0, null);
        study.add(1_001, 1, null);
        study.add(1_000, 2, null);
        study.add(1_001, 3, null);
        assertThat(study.findings().ahead()).isEqualTo(1);
        assertThat(study.findings().outOfOrder()).isZero();
    }

    @Test
    void knowsNothingOfNoEvents() {
        DelayFindings findings = DelayStudy.of(StudyPlan.of(Duration.ofSeconds(1)), 0).findings();
        assertThat(findings.behind()).containsOnly(0);
        assertThat(findings.disorder(0.5)).isZero();
        assertThat(findings.progress()).isEmpty();
        assertThat(findings.meanOpen(0, 5)).isZero();
        assertThat(findings.recommend(0.999).warnings()).isEmpty();
        assertThat(findings.disorderTruncation().corrected(0.95)).isEmpty();
    }

    @Test
    void refusesWhatNoClockShows() {
        DelayStudy study = DelayStudy.of(StudyPlan.of(Duration.ofSeconds(1)), 0);
        assertThatThrownBy(() -> study.add(Long.MAX_VALUE, 0, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("event time=9223372036854775807");
        assertThatThrownBy(() -> study.add(0, Long.MIN_VALUE, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("arrival=");
        study.add(DelayStudy.LIMIT - 1, DelayStudy.LIMIT - 1, null);
        study.add(1 - DelayStudy.LIMIT, 1 - DelayStudy.LIMIT, null);
        assertThat(study.findings().behind()).containsOnly(1);
    }
}
