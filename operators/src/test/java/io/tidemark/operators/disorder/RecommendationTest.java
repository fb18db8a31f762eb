package io.tidemark.operators.disorder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.operators.disorder.StudyWarning.Code;
import io.tidemark.operators.testing.SeededRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SeededRandom.class)
class RecommendationTest {

    private static final long NOW = 1_700_000_000_000L;

    private record Event(long time, long arrival) {}

    /** Events every few milliseconds, each as late as the law says, in the order of arrival. */
    private static List<Event> late(
            int events, int gap, Random random, ToDoubleFunction<Random> law) {
        List<Event> history = new ArrayList<>();
        long time = NOW;
        for (int i = 0; i < events; i++) {
            time += 1 + random.nextInt(gap);
            history.add(new Event(time, time + (long) law.applyAsDouble(random)));
        }
        history.sort(Comparator.comparingLong(Event::arrival));
        return history;
    }

    private static DelayFindings study(List<Event> history) {
        DelayStudy study = DelayStudy.of(StudyPlan.of(Duration.ofSeconds(10)), 0);
        history.forEach(event -> study.add(event.time(), event.arrival(), "key"));
        return study.findings();
    }

    private static List<Code> codes(DelayFindings findings) {
        return findings.recommend(0.999).warnings().stream().map(StudyWarning::code).toList();
    }

    /**
     * All but {@link Code#TRUNCATED}, which twenty events beyond the share give or not by chance.
     */
    private static List<Code> codesButTruncated(List<Event> history) {
        return codes(study(history)).stream().filter(code -> code != Code.TRUNCATED).toList();
    }

    private static double exponential(Random random, double mean) {
        return -mean * Math.log(random.nextDouble());
    }

    @RepeatedTest(5)
    void isTheShortestDelayThatKeepsWhatWasAskedFor(Random random) {
        DelayFindings findings = study(late(50_000, 20, random, r -> exponential(r, 2_000)));
        for (double asked : new double[] {0.9, 0.99, 0.999}) {
            Recommendation recommended = findings.recommend(asked);
            long[] lost = findings.lost(0);
            assertThat(lost[recommended.index()])
                    .isLessThanOrEqualTo(Math.round((1 - asked) * 50_000));
            assertThat(lost[recommended.index() - 1]).isGreaterThan((long) ((1 - asked) * 50_000));
            assertThat(recommended.completeness()).isGreaterThanOrEqualTo(asked - 1e-12);
            assertThat(recommended.reason()).contains("10 s windows").contains("50,000");
            assertThat(recommended.corrected()).isFalse();
        }
        assertThat(codes(findings)).isEmpty();
    }

    @RepeatedTest(5)
    void warnsOfNothingWhereThereIsOnePopulation(Random random) {
        assertThat(codes(study(late(50_000, 20, random, r -> 300 * r.nextDouble())))).isEmpty();
        assertThat(
                        codes(
                                study(
                                        late(
                                                50_000,
                                                20,
                                                random,
                                                r -> Math.exp(1.2 * r.nextGaussian() + 6)))))
                .isEmpty();
        assertThat(codes(study(late(50_000, 2_000, random, r -> 2_000 * (1 + r.nextInt(5))))))
                .isEmpty();
        assertThat(codes(study(late(50_000, 20, random, r -> r.nextInt(3))))).isEmpty();
    }

    @RepeatedTest(5)
    void tellsPhonesInATunnelApart(Random random) {
        List<Event> history =
                late(
                        200_000,
                        50,
                        random,
                        r ->
                                r.nextInt(50) == 0
                                        ? 600_000 + exponential(r, 200_000)
                                        : exponential(r, 300));
        DelayFindings findings = study(history);
        assertThat(codes(findings)).containsExactly(Code.TWO_POPULATIONS);
        // The valley is told by powers of two, and whoever is beyond it is counted exactly.
        long slow = 0;
        long max = history.get(0).time();
        for (Event event : history) {
            slow += max - event.time() >= 1 << 19 ? 1 : 0;
            max = Math.max(max, event.time());
        }
        assertThat(findings.recommend(0.999).warnings().get(0).text())
                .contains("but " + Spoken.count(slow) + " (")
                .contains("% of all) by some 8.7 min or more")
                .contains("allowed lateness");
    }

    @RepeatedTest(3)
    void tellsThemApartWhereTheOthersAreInOrder(Random random) {
        List<Event> history =
                late(
                        50_000,
                        2_000,
                        random,
                        r -> r.nextInt(30) == 0 ? 300_000 + r.nextInt(300_000) : 0);
        assertThat(codes(study(history))).containsExactly(Code.TWO_POPULATIONS);
        assertThat(study(history).recommend(0.999).warnings().get(0).text())
                .contains("in order or out of it by less than some 8 ms");
    }

    @RepeatedTest(3)
    void rareEventsThatAreMostlyInOrderAreOnePopulation(Random random) {
        assertThat(codes(study(late(50_000, 600_000, random, r -> exponential(r, 60_000)))))
                .doesNotContain(Code.TWO_POPULATIONS);
        assertThat(codes(study(late(50_000, 600_000, random, r -> r.nextInt(200_000)))))
                .doesNotContain(Code.TWO_POPULATIONS);
    }

    @Test
    void saysWhatCannotBeToldFromOrderAlone() {
        StudyPlan plan = StudyPlan.of(Duration.ofSeconds(10)).withoutArrivalClock();
        DelayStudy sorted = DelayStudy.of(plan, 0);
        DelayStudy once = DelayStudy.of(plan, 0);
        for (int i = 0; i < 20_000; i++) {
            sorted.add(NOW + i * 500L, i, null);
            once.add(NOW, i, null);
        }
        assertThat(codes(sorted.findings())).containsExactly(Code.SORTED_BY_EVENT_TIME);
        assertThat(codes(once.findings())).contains(Code.ONE_MOMENT);
        sorted.add(NOW, 20_000, null);
        assertThat(codes(sorted.findings())).isEmpty();
    }

    @Test
    void saysWhereNoWindowEnded() {
        DelayStudy study = DelayStudy.of(StudyPlan.of(Duration.ofDays(1)), 0);
        for (int i = 0; i < 20_000; i++) {
            study.add(NOW + i * 100L, NOW + i * 100L, null);
        }
        assertThat(codes(study.findings())).containsExactly(Code.NO_RESULT);
        assertThat(study.findings().meanWait(0, 0)).isNaN();
    }

    @Test
    void aGrainOfSecondsWithJitterIsOnePopulation() {
        List<Event> history = new ArrayList<>();
        for (int i = 0; i < 50_000; i++) {
            long arrival = NOW + i * 10L;
            long time = i % 50 == 0 ? arrival / 1_000 * 1_000 : arrival - i % 3 * 7;
            history.add(new Event(time, arrival));
        }
        assertThat(codes(study(history))).isEmpty();
    }

    @RepeatedTest(3)
    void aLogThatIsThereTwiceIsNoSecondPopulation(Random random) {
        List<Event> once = late(20_000, 500, random, r -> exponential(r, 300));
        List<Event> twice = new ArrayList<>(once);
        twice.addAll(once);
        DelayFindings findings = study(twice);
        assertThat(codes(findings)).contains(Code.OLD_BLOCK).doesNotContain(Code.TWO_POPULATIONS);
        StudyWarning block =
                findings.recommend(0.999).warnings().stream()
                        .filter(one -> one.code() == Code.OLD_BLOCK)
                        .findFirst()
                        .orElseThrow();
        assertThat(block.text())
                .containsPattern("From its event (19,9|20,0)\\d\\d on, (20,0|19,9)\\d\\d events");
    }

    @Test
    void aMomentOfClocksAheadIsNoBlock() {
        List<Event> history = new ArrayList<>();
        for (int i = 0; i < 50_000; i++) {
            history.add(new Event(NOW + i * 100L + (i == 20_000 ? 59_000 : 0), NOW + i * 100L));
        }
        assertThat(codes(study(history))).isEmpty();
    }

    @Test
    void unitsThatBothColumnsShareAreFoundWhenSortedToo() {
        DelayStudy study = DelayStudy.of(StudyPlan.of(Duration.ofSeconds(10)), 0);
        for (int i = 0; i < 500; i++) {
            study.add(NOW / 1_000 + i * 40, NOW / 1_000 + i * 40, null);
        }
        assertThat(codes(study.findings())).doesNotContain(Code.MIXED_UNITS);
        for (int i = 0; i < 20_000; i++) {
            study.add(NOW + i * 1_000L, NOW + i * 1_000L, null);
        }
        assertThat(study.findings().recommend(0.999).warnings())
                .anySatisfy(one -> assertThat(one.text()).contains("500 look like seconds"));
    }

    @Test
    void unitsThatBothColumnsShareAreFound() {
        DelayStudy study = DelayStudy.of(StudyPlan.of(Duration.ofSeconds(10)), 0);
        for (int i = 0; i < 20_000; i++) {
            long time = NOW + i * 1_000L;
            boolean inSeconds = i % 40 == 39;
            study.add(inSeconds ? time / 1_000 : time, inSeconds ? time / 1_000 : time, null);
        }
        DelayFindings findings = study.findings();
        assertThat(codes(findings)).contains(Code.MIXED_UNITS);
        assertThat(findings.recommend(0.999).warnings())
                .anySatisfy(one -> assertThat(one.text()).contains("500 look like seconds"));
        assertThat(findings.arrivedBackwards()).isEqualTo(500);
    }

    @Test
    void saysWhatNoDelayChanges() {
        List<DelayStudy> studies = new ArrayList<>();
        for (int partition = 0; partition < 3; partition++) {
            studies.add(DelayStudy.of(StudyPlan.of(Duration.ofSeconds(10)), partition));
        }
        for (int i = 0; i < 40_000; i++) {
            long arrival = NOW + i * 1_000L;
            studies.get(i % 3).add(arrival - (i % 3 == 2 ? 3_600_000 : 0), arrival, null);
        }
        DelayFindings all = studies.get(0).findings();
        assertThat(codes(all)).isEmpty();
        all.merge(studies.get(1).findings());
        assertThat(codes(all)).isEmpty();
        all.merge(studies.get(2).findings());
        assertThat(codes(all)).containsExactly(Code.PARTITIONS_APART);
        assertThat(all.recommend(0.999).warnings().get(0).text())
                .startsWith("Results wait 1 h on average only because windows wait")
                .contains("up to 1 h behind")
                .endsWith("Partition 2 is furthest behind, by 1 h on average.");
    }

    @Test
    void saysThatWaitingBuysNothingWhereLagIsSteady() {
        List<Event> history = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            history.add(new Event(NOW + i * 10, NOW + i * 10 + 600));
        }
        DelayFindings findings = study(history);
        assertThat(codes(findings)).containsExactly(Code.LAG_WITHOUT_DISORDER);
        assertThat(findings.recommend(0.999).delay()).isZero();
    }

    @RepeatedTest(3)
    void findsClocksAheadAndMixedUnits(Random random) {
        List<Event> history = late(20_000, 20, random, r -> exponential(r, 200));
        List<Event> ahead = new ArrayList<>(history);
        ahead.add(9_000, new Event(NOW + 7_200_000, ahead.get(9_000).arrival()));
        assertThat(codesButTruncated(ahead)).containsExactly(Code.CLOCKS_AHEAD);
        assertThat(study(ahead).lost(0)).isEqualTo(study(history).lost(0));

        List<Event> seconds = new ArrayList<>(history);
        seconds.replaceAll(
                event ->
                        random.nextInt(5_000) == 0
                                ? new Event(event.time() / 1_000, event.arrival())
                                : event);
        seconds.set(77, new Event(history.get(77).time() / 1_000, history.get(77).arrival()));
        assertThat(codesButTruncated(seconds)).containsExactly(Code.MIXED_UNITS);

        List<Event> nanos = new ArrayList<>(history);
        nanos.set(77, new Event(history.get(77).time() * 1_000_000, history.get(77).arrival()));
        assertThat(codes(study(nanos))).contains(Code.MIXED_UNITS, Code.CLOCKS_AHEAD);
    }

    @RepeatedTest(3)
    void corrects(Random random) {
        // A sixth of an hour of log, stragglers of a minute: half a percent is still to come.
        List<Event> whole = late(60_000, 20, random, r -> exponential(r, 20_000));
        long end = whole.stream().mapToLong(Event::time).max().orElseThrow();
        List<Event> cut = whole.stream().filter(event -> event.arrival() <= end).toList();
        DelayFindings findings = study(cut);
        assertThat(findings.disorderTruncation().unseenShare().orElseThrow()).isBetween(0.02, 0.05);
        Completeness p99 = Completeness.of(findings, 0.99);
        assertThat(p99.inTimeCorrected().orElseThrow())
                .isGreaterThanOrEqualTo(p99.inTime().orElseThrow());
        assertThat(p99.keptCorrected(0).orElseThrow())
                .isGreaterThanOrEqualTo(p99.kept(0).orElseThrow());
    }

    @Test
    void saysWhenEventsAreFew() {
        List<Event> history = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            history.add(new Event(NOW + i * 100, NOW + i * 100));
        }
        assertThat(codes(study(history))).containsExactly(Code.FEW_EVENTS);
    }

    @Test
    void keepsWhatCanBeKeptWhereSomeClocksAreHopeless() {
        List<Event> history = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            long arrival = NOW + i * 1_000;
            history.add(
                    new Event(
                            i % 100 == 99 ? 0 : arrival - 40_000 * (i % 10 == 5 ? 1 : 0), arrival));
        }
        Recommendation recommended = study(history).recommend(0.999);
        assertThat(recommended.delay()).isBetween(Duration.ofSeconds(25), Duration.ofSeconds(45));
        assertThat(recommended.reason()).startsWith("No delay keeps 99.9%: 200 events");
        assertThat(recommended.completeness()).isEqualTo(0.99);
    }

    @RepeatedTest(3)
    void namesTheKeysThatLoseMost(Random random) {
        DelayStudy study = DelayStudy.of(StudyPlan.of(Duration.ofSeconds(1)), 0);
        long[] behind = new long[500];
        int delay = DelayGrid.standard().indexAtLeast(5_000);
        for (int i = 0; i < 200_000; i++) {
            int key = random.nextInt(500);
            long arrival = NOW + i * 10L;
            boolean slow =
                    random.nextInt(10) == 0 && (key == 7 || key == 8 && random.nextInt(4) == 0);
            boolean late = random.nextInt(20) == 0;
            study.add(arrival - (slow ? 20_000 : late ? 300 : 0), arrival, "key " + key);
            behind[key] += slow ? 1 : 0;
        }
        List<KeyLosses> worst = study.findings().worstKeys(delay, 5);
        assertThat(worst).extracting(KeyLosses::key).containsExactly("key 7", "key 8");
        assertThat(worst).extracting(KeyLosses::behind).containsExactly(behind[7], behind[8]);
        assertThat(worst.get(0).events()).isBetween(300L, 700L);
        assertThat(worst.get(0).disorderMax()).isBetween(19_000L, 20_000L);
    }

    /** In binary 1 - 0.9 is less than a tenth, and a tenth of ten less than one. */
    @Test
    void countsWhatMayBeMissingInDecimal() {
        for (double[] asked : new double[][] {{0.9, 10, 1}, {0.7, 10, 3}, {0.999, 3_000, 3}}) {
            List<Event> history = new ArrayList<>();
            int events = (int) asked[1];
            for (int i = 0; i < events; i++) {
                boolean late = i >= events - (int) asked[2];
                history.add(
                        new Event(NOW + 50_000L * i - (late ? 40_000_000 : 0), NOW + 50_000L * i));
            }
            DelayFindings findings = study(history);
            Completeness completeness = Completeness.of(findings, asked[0]);

            assertThat(completeness.spare()).isEqualTo((long) asked[2]);
            assertThat(completeness.kept(0)).hasValue(0);
        }
    }

    @Test
    void fiveEventsToSpareAreEnough() {
        List<Event> history = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            history.add(new Event(NOW + i * 1_000, NOW + i * 1_000));
        }
        assertThat(study(history).recommend(0.9).warnings()).isEmpty();
        assertThat(study(history.subList(1, 50)).recommend(0.9).warnings())
                .extracting(StudyWarning::code)
                .containsExactly(Code.FEW_EVENTS);
    }

    @Test
    void theEmptyKeyIsAKeyAndNoKeyIsNone() {
        for (String key : new String[] {"", null}) {
            DelayStudy study = DelayStudy.of(StudyPlan.of(Duration.ofSeconds(1)), 0);
            for (int i = 0; i < 1_000; i++) {
                study.add(NOW + 1_000L * i - (i % 10 == 0 ? 60_000 : 0), NOW + 1_000L * i, key);
            }
            List<KeyLosses> worst = study.findings().worstKeys(0, 5);
            if (key == null) {
                assertThat(worst).isEmpty();
            } else {
                assertThat(worst).extracting(KeyLosses::key).containsExactly("");
                assertThat(worst.get(0).events()).isEqualTo(1_000);
            }
        }
    }

    @Test
    void refusesToKeepEverything() {
        assertThatThrownBy(() -> study(List.of()).recommend(1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("completeness=1.0");
    }

    @Test
    void speaksAsPeopleDo() {
        assertThat(Spoken.duration(12_000)).isEqualTo("12 s");
        assertThat(Spoken.duration(80_000)).isEqualTo("80 s");
        assertThat(Spoken.duration(90_000)).isEqualTo("1.5 min");
        assertThat(Spoken.duration(86_400_000)).isEqualTo("1 day");
        assertThat(Spoken.duration(450)).isEqualTo("450 ms");
        assertThat(Spoken.setting(400_000)).isEqualTo("400 s");
        assertThat(Spoken.setting(90_000)).isEqualTo("1.5 min");
        assertThat(Spoken.setting(1_234)).isEqualTo("1,234 ms");
        assertThat(Spoken.percent(0.99999999)).isEqualTo("99.999999%");
        assertThat(Spoken.roughly(2_048)).isEqualTo("2 s");
        assertThat(Spoken.roughly(524_288)).isEqualTo("8.7 min");
        assertThat(Spoken.percent(0.999)).isEqualTo("99.9%");
    }
}
