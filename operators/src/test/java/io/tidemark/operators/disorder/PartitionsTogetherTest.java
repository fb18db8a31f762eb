package io.tidemark.operators.disorder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.operators.testing.SeededRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Windows wait for the slowest partition: what that costs is what a job with it would see. */
@ExtendWith(SeededRandom.class)
class PartitionsTogetherTest {

    private static final long WINDOW = 60_000;
    private static final long HOUR = 3_600_000;
    private static final StudyPlan PLAN = StudyPlan.of(Duration.ofMillis(WINDOW));
    private static final int[] DELAYS = {0, 70, 130};

    private record Event(int partition, long time, long arrival, String key) {}

    /** How late a partition's events arrive beside what is usual. */
    private interface Lateness {
        long of(int partition, long time);
    }

    private static List<Event> history(Random random, int partitions, Lateness lateness) {
        List<Event> history = new ArrayList<>();
        for (int i = 0; i < 60_000; i++) {
            long time = i * 1_000L + random.nextInt(1_000);
            int partition = random.nextInt(partitions);
            long arrival = time + random.nextInt(3_000) + lateness.of(partition, time);
            history.add(new Event(partition, time, arrival, "key " + random.nextInt(7)));
        }
        history.sort(Comparator.comparingLong(Event::arrival));
        return history;
    }

    private static DelayFindings studied(List<Event> history, int partitions) {
        List<DelayStudy> studies = new ArrayList<>();
        for (int partition = 0; partition < partitions; partition++) {
            studies.add(DelayStudy.of(PLAN, partition));
        }
        history.forEach(
                event ->
                        studies.get(event.partition())
                                .add(event.time(), event.arrival(), event.key()));
        DelayFindings all = studies.get(0).findings();
        studies.subList(1, partitions).forEach(study -> all.merge(study.findings()));
        return all;
    }

    /**
     * The mean number of open panes, over event time, and the mean wait of results, as a job has
     * them whose gate judges by partition and whose windows wait for the slowest.
     */
    private static double[] openAndWait(List<Event> history, int partitions, long delay) {
        NaiveRule[] rules = new NaiveRule[partitions];
        Arrays.setAll(rules, partition -> new NaiveRule(delay, HOUR));
        long[] reached = new long[partitions];
        Arrays.fill(reached, Long.MIN_VALUE);
        Map<String, Long> open = new HashMap<>();
        long step = Math.max(1, delay / 100);
        long newest = Long.MIN_VALUE;
        long first = history.get(0).time();
        double openTimesTime = 0;
        double waited = 0;
        long results = 0;
        for (Event event : history) {
            boolean lost = rules[event.partition()].loses(event.time(), WINDOW);
            rules[event.partition()].advance(event.time(), event.arrival());
            reached[event.partition()] = Math.max(reached[event.partition()], event.time());
            if (event.time() > newest) {
                for (long end : newest == Long.MIN_VALUE ? List.<Long>of() : open.values()) {
                    // What closes while event time jumps stands open only until its moment.
                    long due = -Math.floorDiv(-end, step) * step + delay;
                    long until = due > newest ? Math.min(due, event.time()) : event.time();
                    openTimesTime += until - newest;
                }
                newest = event.time();
            }
            for (var panes = open.values().iterator(); panes.hasNext(); ) {
                long end = panes.next();
                if (Arrays.stream(rules).allMatch(rule -> rule.hasClosed(end))) {
                    panes.remove();
                    waited += newest - end;
                    results++;
                }
            }
            if (!lost) {
                long end = Math.floorDiv(event.time(), WINDOW) * WINDOW + WINDOW;
                open.putIfAbsent(event.key() + " " + end, end);
            }
        }
        return new double[] {openTimesTime / (newest - first), waited / results};
    }

    private static void agree(
            List<Event> history, int partitions, double toShare, double toMillis, double toPanes) {
        DelayFindings findings = studied(history, partitions);
        for (int i : DELAYS) {
            long delay = DelayGrid.standard().delayMillis(i);
            double[] expected = openAndWait(history, partitions, delay);
            assertThat(findings.meanWait(0, i))
                    .as("wait at " + delay)
                    .isCloseTo(expected[1], within(expected[1] * toShare + toMillis));
            assertThat(findings.meanOpen(0, i))
                    .as("open at " + delay)
                    .isCloseTo(expected[0], within(expected[0] * 0.05 + toPanes));
        }
    }

    @Test
    void alikeTheyHardlyWait(Random random) {
        agree(history(random, 4, (partition, time) -> 0), 4, 0.02, 500, 0.3);
    }

    @Test
    void oneAnHourBehindHoldsAllResults(Random random) {
        List<Event> history = history(random, 4, (partition, time) -> partition == 2 ? HOUR : 0);
        agree(history, 4, 0.02, 500, 0.3);
        DelayFindings findings = studied(history, 4);
        assertThat(findings.meanHeld(0, 0)).isBetween(0.95 * HOUR, 1.02 * HOUR);
        assertThat(warnings(findings))
                .singleElement()
                .asString()
                .startsWith("Results wait 58")
                .contains("up to 1 h behind the newest event")
                .containsPattern(
                        "Partition 2 is furthest behind, by (1 h|59.9|60) ?(min)? on average");
    }

    /** What is said of partitions. */
    private static List<String> warnings(DelayFindings findings) {
        return findings.recommend(0.999).warnings().stream()
                .filter(one -> one.code() == StudyWarning.Code.PARTITIONS_APART)
                .map(StudyWarning::text)
                .toList();
    }

    @Test
    void oneThatComesOnceAnHourHoldsThemForHalfAnHour(Random random) {
        List<Event> history =
                history(random, 3, (partition, time) -> partition == 1 ? HOUR - time % HOUR : 0);
        agree(history, 3, 0.05, 1_000, 0.3);
    }

    @Test
    void theyWaitNoLongerForItWhereTheNightIsLong(Random random) {
        // Nobody sends for sixteen hours in the middle.
        List<Event> history =
                history(random, 3, (partition, time) -> partition == 1 ? 600_000 : 0).stream()
                        .map(
                                event -> {
                                    long night = event.time() > 30_000_000 ? 16 * HOUR : 0;
                                    return new Event(
                                            event.partition(),
                                            event.time() + night,
                                            event.arrival() + night,
                                            event.key());
                                })
                        .sorted(Comparator.comparingLong(Event::arrival))
                        .toList();
        // Whether one window of a thousand, of seven keys, waits for the morning hangs on a second.
        agree(history, 3, 0.02, 16.0 * HOUR / 1_000, 7 * 0.5);
    }

    @Test
    void aKeyIsOnePaneHoweverManyPartitionsItComesFrom() {
        List<DelayStudy> studies = List.of(DelayStudy.of(PLAN, 0), DelayStudy.of(PLAN, 1));
        for (long time = 0; time < 10_000_000; time += 1_000) {
            for (DelayStudy study : studies) {
                study.add(time, time, "the one");
            }
        }
        DelayFindings alone = studies.get(0).findings();
        DelayFindings both = alone.with(studies.get(1).findings());
        int aMinute = 70;
        assertThat(both.meanOpen(0, aMinute)).isCloseTo(alone.meanOpen(0, aMinute), within(1e-9));
    }

    @Test
    void oneThatEndsEarlyIsTold(Random random) {
        List<Event> history =
                history(random, 3, (partition, time) -> 0).stream()
                        .filter(event -> event.partition() != 1 || event.time() < 20_000_000)
                        .toList();
        DelayFindings findings = studied(history, 3);
        agree(history, 3, 0.02, 500, 0.02);
        assertThat(warnings(findings))
                .singleElement()
                .asString()
                .startsWith("Partition 1 ends 11.1 h before the newest event");
    }

    @Test
    void oneThatBeginsLateIsTold(Random random) {
        List<Event> history =
                history(random, 3, (partition, time) -> 0).stream()
                        .filter(event -> event.partition() != 1 || event.time() > 20_000_000)
                        .toList();
        DelayFindings findings = studied(history, 3);
        agree(history, 3, 0.02, 500, 0.02);
        assertThat(warnings(findings))
                .singleElement()
                .asString()
                .startsWith("Partition 1 begins 5.6 h after the first event");
        assertThat(findings.progress().get(0).progress()).isGreaterThan(19_900_000);
    }

    @Test
    void outagesThatGoRoundCountByTheWindowsThatTheyHold(Random random) {
        List<Event> history =
                history(
                        random,
                        6,
                        (partition, time) -> {
                            long outage = 1_800_000L * (time / 1_800_000L);
                            boolean silent =
                                    time / 1_800_000L % 6 == partition && time < outage + 600_000;
                            return silent ? outage + 600_000 - time : 0;
                        });
        agree(history, 6, 0.05, 1_000, 0.3);
        assertThat(PartitionWarnings.of(studied(history, 6), 0))
                .singleElement()
                .extracting(StudyWarning::text)
                .asString()
                .endsWith("No partition is to blame in particular: some are behind at any time.");
    }

    @Test
    void oneOldEventMakesNoPartitionLate(Random random) {
        List<Event> history = new ArrayList<>(history(random, 4, (partition, time) -> 0));
        Event first = history.get(0);
        history.set(0, new Event(first.partition(), first.time() - HOUR, first.arrival(), "old"));
        assertThat(warnings(studied(history, 4))).isEmpty();
    }

    @Test
    void fewEventsInEachOfManyAreSeenToATenth(Random random) {
        agree(history(random, 40, (partition, time) -> 0), 40, 0.05, 1_000, 2.5);
    }

    @Test
    void longWindowsDoNotMindHalfAMinute(Random random) {
        List<DelayStudy> studies = new ArrayList<>();
        for (int partition = 0; partition < 8; partition++) {
            studies.add(DelayStudy.of(StudyPlan.of(Duration.ofHours(1)), partition));
        }
        history(random, 8, (partition, time) -> 0)
                .forEach(
                        event ->
                                studies.get(event.partition())
                                        .add(event.time(), event.arrival(), event.key()));
        DelayFindings all = studies.get(0).findings();
        studies.subList(1, 8).forEach(study -> all.merge(study.findings()));
        assertThat(all.meanHeld(0, 0)).isGreaterThan(5_000);
        assertThat(warnings(all)).isEmpty();
    }

    @Test
    void noPaneIsOpenForLessThanNoTime() {
        DelayStudy late = DelayStudy.of(PLAN, 1);
        long morning = 8 * HOUR;
        DelayStudy inOrder = DelayStudy.of(PLAN, 0);
        for (long time = 0; time < HOUR; time += 1_000) {
            inOrder.add(time, time, "early");
        }
        for (long time = 0; time < HOUR; time += 1_000) {
            inOrder.add(morning + time, morning + time, "early");
            // Its last window before the night is opened and due when the others are far beyond.
            late.add(time, morning + time, "late");
        }
        late.add(morning, morning + HOUR, "late");
        DelayFindings without = inOrder.findings();
        DelayFindings with = without.with(late.findings());
        for (int delay = 0; delay < DelayGrid.standard().size(); delay++) {
            assertThat(with.meanOpen(0, delay))
                    .as("open at " + DelayGrid.standard().delayMillis(delay))
                    .isGreaterThanOrEqualTo(without.meanOpen(0, delay));
        }
    }
}
