package io.tidemark.jobs.watermarklab;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.disorder.Arrival;
import io.tidemark.operators.disorder.DelayFindings;
import io.tidemark.operators.disorder.Study;
import io.tidemark.operators.disorder.StudyFindings;
import io.tidemark.operators.disorder.TrialFindings;
import io.tidemark.operators.disorder.TriedStrategy;
import io.tidemark.operators.late.ClocklessGenerators;
import io.tidemark.operators.testing.Backend;
import io.tidemark.operators.testing.Disturbance;
import io.tidemark.operators.testing.History;
import io.tidemark.operators.testing.Replay;
import io.tidemark.operators.testing.SeededRandom;
import io.tidemark.operators.testing.TestStream;
import io.tidemark.watermarks.BoundedWatermarks;
import io.tidemark.watermarks.EventTimes;
import io.tidemark.watermarks.QuantileWatermarks;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the lab says of a strategy is what the strategy does: its generator, driven by the same
 * events, leaves the same behind.
 */
@ExtendWith(SeededRandom.class)
class StrategyTrialsTest {

    private static final int DELAYS = 24;
    private static final long MINUTE = 60_000;

    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    @TempDir
    private Path directory;

    @ParameterizedTest(name = "arrivals known: {0}")
    @ValueSource(booleans = {true, false})
    void constantDelaysLeaveBehindWhatTheStudyCounts(boolean arrivals, Random random)
            throws Exception {
        WatermarkLabOptions options = options(arrivals);
        List<Arrival> events = events(random, arrivals, 6_000);

        DelayFindings found = studied(options, events, Disturbance.none()).delays();

        assertThat(found.ahead()).as("future events").isPositive();
        TreeSet<Integer> indexes = new TreeSet<>();
        int last = found.plan().delays().indexAtLeast(20 * MINUTE);
        for (int i = 0; i < DELAYS; i++) {
            indexes.add(last * i / (DELAYS - 1));
        }
        assertThat(indexes).hasSizeGreaterThanOrEqualTo(20);
        for (int index : indexes) {
            long delay = found.plan().delays().delayMillis(index);
            Driven driven =
                    Driven.by(
                            BoundedWatermarks.waiting(Duration.ofMillis(delay), times(arrivals)),
                            events);
            assertThat(found.behind()[index]).as("%d ms", delay).isEqualTo(driven.behind);
            assertThat(found.lost(0)[index]).as("%d ms", delay).isEqualTo(driven.lost);
        }
        assertThat(found.behind()[1]).isPositive();
    }

    @ParameterizedTest(name = "arrivals known: {0}")
    @ValueSource(booleans = {true, false})
    void strategiesThatLearnDoWhatTheirGeneratorsDo(boolean arrivals, Random random)
            throws Exception {
        WatermarkLabOptions options = options(arrivals);
        List<Arrival> events = events(random, arrivals, 30_000);
        List<TriedStrategy> tried = LabPlan.strategies(options);

        List<TrialFindings> found = studied(options, events, Disturbance.none()).trials();
        List<TrialFindings> restored =
                studied(options, events, Disturbance.restoringEvery(3_001).losing(500)).trials();

        assertThat(tried).hasSize(arrivals ? 7 : 6);
        for (int i = 0; i < tried.size(); i++) {
            Driven driven = Driven.by(tried.get(i).strategy(), events);
            String name = tried.get(i).name();
            assertThat(found.get(i).behind()).as(name).isEqualTo(driven.behind);
            assertThat(found.get(i).lost()[0]).as(name).isEqualTo(driven.lost);
            assertThat(found.get(i).marked()).as(name).isEqualTo(driven.withWatermark);
            assertThat(found.get(i).marked()).as(name).isPositive();
            if (name.startsWith(LabPlan.PER_KEY)) {
                assertThat(found.get(i).unmarked()).as(name).isGreaterThan(100);
            }
            if (arrivals) {
                assertThat(found.get(i).waitSum()).as(name).isEqualTo(driven.waited);
            }
            assertThat(restored.get(i).behind()).as(name).isEqualTo(driven.behind);
            assertThat(restored.get(i).waitSum()).as(name).isEqualTo(found.get(i).waitSum());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.999",
                "0.9",
                "0.7",
                "0.99999999",
                "0.9999999",
                "0.0000000000001",
                "0.123456789012"
            })
    void theLineThatIsPrintedIsTheStrategyThatWasTried(String completeness) throws IOException {
        Path file = directory.resolve("trace.csv");
        Files.writeString(file, "event_ms,arrival_ms\n");
        WatermarkLabOptions options = Lab.optionsFor(file, "--completeness=" + completeness);
        BigDecimal asked = new BigDecimal(completeness);
        BigDecimal spare = BigDecimal.ONE.subtract(asked);

        List<TriedStrategy> tried = LabPlan.strategies(options);

        assertThat(tried)
                .extracting(TriedStrategy::java)
                .satisfiesExactly(
                        java -> assertThat(java).contains("losing(" + spare.toPlainString() + ", "),
                        java -> assertThat(java).contains("keeping(" + completeness + ", "),
                        java ->
                                assertThat(java)
                                        .contains("losing(" + spare.toPlainString() + ", "));
        assertThat(tried.get(0).strategy())
                .usingRecursiveComparison()
                .ignoringFields("times")
                .isEqualTo(
                        QuantileWatermarks.losing(
                                Double.parseDouble(spare.toPlainString()),
                                options.longest(),
                                EventTimes.of(Arrival::eventTime)));
    }

    private static EventTimes<Arrival> times(boolean arrivals) {
        EventTimes<Arrival> times = EventTimes.of(Arrival::eventTime);
        return arrivals ? times.loggedAt(Arrival::arrival) : times;
    }

    private WatermarkLabOptions options(boolean arrivals) throws IOException {
        Path file = directory.resolve("trace.csv");
        Files.writeString(file, arrivals ? "event_ms,arrival_ms,key\n" : "event_ms,key\n");
        return Lab.optionsFor(file);
    }

    private static StudyFindings studied(
            WatermarkLabOptions options, List<Arrival> events, Disturbance disturbance)
            throws Exception {
        DataStream<Arrival> input = TestStream.of(TypeInformation.of(Arrival.class));
        History<Arrival> history = History.empty();
        events.forEach(event -> history.element(event, Long.MIN_VALUE));
        List<byte[]> found =
                Replay.through(
                                input,
                                Study.of(LabPlan.study(options), LabPlan.strategies(options))
                                        .applyTo(input, "study"))
                        .on(Backend.HEAP)
                        .under(disturbance)
                        .leavingEntries(1)
                        .run(history)
                        .values();
        assertThat(found).hasSize(1);
        return StudyFindings.fromBytes(found.get(0), LabPlan.study(options));
    }

    /** Mostly prompt, some late by up to a quarter of an hour, and now and then clocks that lie. */
    private static List<Arrival> events(Random random, boolean arrivals, int count) {
        List<long[]> rows = new ArrayList<>();
        long now = 1_700_000_000_000L;
        for (int i = 0; i < count; i++) {
            now += random.nextInt(2_000);
            int kind = random.nextInt(200);
            long lag =
                    kind < 10
                            ? random.nextInt(900_000)
                            : kind == 10
                                    ? -7_200_000 - random.nextInt(1_000)
                                    : random.nextInt(3_000);
            rows.add(new long[] {now, now + Math.max(0, lag), lag < 0 ? now - lag : now});
        }
        rows.sort(Comparator.comparingLong(row -> row[1]));
        List<Arrival> events = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            long[] row = rows.get(i);
            events.add(
                    Arrival.of(0, row[2], arrivals ? row[1] : i + 1, "key" + random.nextInt(20)));
        }
        return events;
    }

    /** What one generator does, asked as Flink asks it. */
    private static final class Driven implements WatermarkOutput {

        private long watermark = Long.MIN_VALUE;
        private long behind;
        private long lost;
        private long withWatermark;

        /** Behind the newest credible event; as far as the first one while there is none. */
        private double waited;

        static Driven by(WatermarkStrategy<Arrival> strategy, List<Arrival> events) {
            WatermarkGenerator<Arrival> generator = ClocklessGenerators.of(strategy).next();
            Driven driven = new Driven();
            long first = Long.MIN_VALUE;
            long newest = Long.MIN_VALUE;
            for (Arrival event : events) {
                long time = event.eventTime();
                long lastOfWindow = Math.floorDiv(time, MINUTE) * MINUTE + MINUTE - 1;
                driven.behind += time <= driven.watermark ? 1 : 0;
                driven.lost += lastOfWindow <= driven.watermark ? 1 : 0;
                generator.onEvent(event, time, driven);
                driven.withWatermark += driven.watermark == Long.MIN_VALUE ? 0 : 1;
                if (time - MINUTE <= event.arrival()) {
                    newest = Math.max(newest, time);
                }
                first = first == Long.MIN_VALUE ? newest : first;
                driven.waited +=
                        driven.watermark == Long.MIN_VALUE
                                ? newest - first
                                : Math.max(0, newest - 1 - driven.watermark);
            }
            return driven;
        }

        @Override
        public void emitWatermark(Watermark mark) {
            assertThat(mark.getTimestamp()).isGreaterThanOrEqualTo(watermark);
            watermark = mark.getTimestamp();
        }

        @Override
        public void markIdle() {}

        @Override
        public void markActive() {}
    }
}
