package io.tidemark.operators.disorder;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.testing.Backend;
import io.tidemark.operators.testing.Disturbance;
import io.tidemark.operators.testing.History;
import io.tidemark.operators.testing.Outcome;
import io.tidemark.operators.testing.Replay;
import io.tidemark.operators.testing.SeededRandom;
import io.tidemark.operators.testing.TestStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkGeneratorSupplier;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.core.io.IOReadableWritable;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@ExtendWith(SeededRandom.class)
class StudyOperatorTest {

    private static final int PARTITIONS = 5;

    private static final StudyPlan PLAN =
            StudyPlan.of(Duration.ofMinutes(1), Duration.ofSeconds(10));

    private static final List<TriedStrategy> STRATEGIES =
            List.of(
                    new TriedStrategy("three seconds", "", new Trailing(3_000)),
                    new TriedStrategy("a minute", "", new Trailing(60_000)));

    static Stream<Arguments> disturbances() {
        return Stream.of(
                Arguments.of(Backend.HEAP, 2_500, Disturbance.restoringEvery(7).losing(3)),
                Arguments.of(Backend.HEAP, 2_500, Disturbance.restoringEvery(11).rescaling(1, 2)),
                Arguments.of(
                        Backend.HEAP,
                        30_000,
                        Disturbance.restoringEvery(997).losing(100).rescaling(1, 2)),
                Arguments.of(
                        Backend.ROCKSDB,
                        2_500,
                        Disturbance.restoringEvery(101).losing(13).rescaling(1, 2)));
    }

    @ParameterizedTest
    @MethodSource("disturbances")
    void findsTheSameWhateverBefallsIt(
            Backend backend, int events, Disturbance disturbance, Random random) throws Exception {
        List<Arrival> arrivals = arrivals(random, events);

        Outcome<byte[]> undisturbed = run(arrivals, Backend.HEAP, Disturbance.none());
        Outcome<byte[]> disturbed = run(arrivals, backend, disturbance);

        assertThat(disturbed.restores()).isPositive();
        assertThat(disturbed.lostElements() > 0).isEqualTo(disturbance.lostSteps() > 0);
        assertThat(byPartition(disturbed)).isEqualTo(byPartition(undisturbed));
    }

    @Test
    void isWhatTheStudiesOfThePartitionsSay(Random random) throws Exception {
        List<Arrival> arrivals = arrivals(random, 5_000);

        List<StudyFindings> found = new ArrayList<>();
        for (byte[] bytes : run(arrivals, Backend.HEAP, Disturbance.none()).values()) {
            found.add(StudyFindings.fromBytes(bytes, PLAN));
        }
        StudyFindings all = found.stream().reduce(StudyFindings::with).orElseThrow();

        DelayFindings expected = studyOf(arrivals, 0);
        for (int partition = 1; partition < PARTITIONS; partition++) {
            expected.merge(studyOf(arrivals, partition));
        }
        assertThat(all.in()).isEqualTo(arrivals.size());
        assertThat(all.delays().behind()).isEqualTo(expected.behind());
        assertThat(all.delays().lost(0)).isEqualTo(expected.lost(0));
        assertThat(all.delays().lost(1)).isEqualTo(expected.lost(1));
        long events = expected.events();
        assertThat(all.trials())
                .hasSize(STRATEGIES.size())
                .allSatisfy(trial -> assertThat(trial.events()).isEqualTo(events));
    }

    @Test
    void timesThatNoStudyTakesAreRejectedAndDoNotStopIt() throws Exception {
        List<Arrival> arrivals = new ArrayList<>();
        long[] times = {
            Long.MIN_VALUE, Long.MAX_VALUE, 1L << 61, -(1L << 61), (1L << 61) - 1, 0, -1
        };
        for (long time : times) {
            arrivals.add(Arrival.of(0, time, 1_700_000_000_000L, "a"));
            arrivals.add(Arrival.of(0, 1_700_000_000_000L, time, "a"));
        }

        StudyFindings found =
                StudyFindings.fromBytes(
                        run(arrivals, Backend.HEAP, Disturbance.restoringEvery(1)).values().get(0),
                        PLAN);

        assertThat(found.rejected())
                .containsExactly(
                        Map.entry(
                                Study.OUT_OF_RANGE,
                                new Rejects(
                                        8,
                                        0,
                                        "event time -9223372036854775808, arrival 1700000000000")));
        assertThat(found.rejectedCounts()).containsExactly(Map.entry(Study.OUT_OF_RANGE, 8L));
        assertThat(found.delays().events()).isEqualTo(6);
        assertThat(found.in()).isEqualTo(times.length * 2L);
    }

    @Test
    void aKeyOfAnyLengthOutlivesARestore() throws Exception {
        List<Arrival> arrivals = new ArrayList<>();
        String key = "\u20ac".repeat(25_000);
        for (int i = 0; i < 20; i++) {
            arrivals.add(Arrival.of(0, 1_700_000_000_000L - 600_000L * i, 1_700_000_000_000L, key));
        }

        StudyFindings found =
                StudyFindings.fromBytes(
                        run(arrivals, Backend.HEAP, Disturbance.restoringEvery(5)).values().get(0),
                        PLAN);

        assertThat(found.delays().worstKeys(0, 1))
                .singleElement()
                .satisfies(
                        worst -> {
                            assertThat(worst.key()).isEqualTo(key);
                            assertThat(worst.behind()).isEqualTo(19);
                        });
    }

    private static DelayFindings studyOf(List<Arrival> arrivals, int partition) {
        DelayStudy study = DelayStudy.of(PLAN, partition);
        for (Arrival one : arrivals) {
            if (one.partition() == partition && !one.isRejected()) {
                study.add(one.eventTime(), one.arrival(), one.key());
            }
        }
        return study.findings();
    }

    private static Outcome<byte[]> run(
            List<Arrival> arrivals, Backend backend, Disturbance disturbance) throws Exception {
        DataStream<Arrival> input = TestStream.of(TypeInformation.of(Arrival.class));
        History<Arrival> history = History.empty();
        arrivals.forEach(arrival -> history.element(arrival, Long.MIN_VALUE));
        long partitions = arrivals.stream().map(Arrival::partition).distinct().count();
        return Replay.through(input, Study.of(PLAN, STRATEGIES).applyTo(input, "study"))
                .on(backend)
                .under(disturbance)
                // The last checkpoint, behind the findings, takes the studies over once more.
                .leavingEntries((int) partitions)
                .run(history);
    }

    /** The findings by partition: which subtask speaks first is not told. */
    private static TreeMap<Integer, String> byPartition(Outcome<byte[]> outcome)
            throws IOException {
        TreeMap<Integer, String> found = new TreeMap<>();
        for (byte[] bytes : outcome.values()) {
            StudyFindings findings = StudyFindings.fromBytes(bytes, PLAN);
            int partition = findings.delays().partitions().get(0).partition();
            assertThat(found.put(partition, content(findings))).as("twice").isNull();
        }
        return found;
    }

    /** All numbers that a report could show of it. */
    private static String content(StudyFindings findings) {
        DelayFindings delays = findings.delays();
        StringBuilder text = new StringBuilder();
        text.append(findings.in()).append(findings.rejected());
        text.append(Arrays.toString(delays.behind()));
        for (int window = 0; window < PLAN.windows().size(); window++) {
            text.append(Arrays.toString(delays.lost(window)));
            for (int delay = 0; delay < PLAN.delays().size(); delay += 10) {
                text.append(' ').append(delays.meanWait(window, delay));
                text.append(' ').append((float) delays.meanOpen(window, delay));
            }
        }
        text.append(delays.ahead()).append(' ').append(delays.outOfOrder());
        text.append(delays.lag(0.99)).append(' ').append(delays.disorder(0.99));
        text.append(delays.dots(6_000)).append(delays.worstKeys(3, 20)).append(delays.progress());
        text.append(delays.lagTruncation().corrected(0.9));
        text.append(delays.disorderTruncation().corrected(0.9));
        for (TrialFindings trial : findings.trials()) {
            text.append(trial.behind()).append(Arrays.toString(trial.lost()));
            text.append(trial.marked()).append(' ').append(trial.waitSum());
            text.append(trial.seriesTimes()).append(trial.seriesDelays());
        }
        return text.toString();
    }

    private static List<Arrival> arrivals(Random random, int events) {
        List<Arrival> arrivals = new ArrayList<>();
        long now = 1_700_000_000_000L;
        for (int i = 0; i < events; i++) {
            now += random.nextInt(100);
            int partition = random.nextInt(PARTITIONS);
            int kind = random.nextInt(100);
            if (kind == 0) {
                arrivals.add(
                        Arrival.rejected(
                                partition,
                                random.nextBoolean() ? "garbage" : "missing",
                                random.nextBoolean() ? "" : "the one at " + i));
                continue;
            }
            long lag =
                    kind < 5
                            ? random.nextInt(600_000)
                            : kind < 7 ? -random.nextInt(7_200_000) : random.nextInt(2_000);
            arrivals.add(Arrival.of(partition, now - lag, now, "key" + random.nextInt(30)));
        }
        return arrivals;
    }

    /** A watermark at a distance; its generator knows more than an event tells: how many came. */
    private record Trailing(long distance) implements WatermarkStrategy<Arrival> {

        @Override
        public WatermarkGenerator<Arrival> createWatermarkGenerator(
                WatermarkGeneratorSupplier.Context context) {
            return new Generator(distance);
        }
    }

    private static final class Generator
            implements WatermarkGenerator<Arrival>, IOReadableWritable {

        private final long distance;
        private long newest = Long.MIN_VALUE;
        private long seen;

        Generator(long distance) {
            this.distance = distance;
        }

        @Override
        public void onEvent(Arrival event, long eventTime, WatermarkOutput output) {
            newest = Math.max(newest, eventTime);
            if (++seen % 3 == 0) {
                output.emitWatermark(new Watermark(newest - distance));
            }
        }

        @Override
        public void onPeriodicEmit(WatermarkOutput output) {}

        @Override
        public void write(DataOutputView out) throws IOException {
            out.writeLong(newest);
            out.writeLong(seen);
        }

        @Override
        public void read(DataInputView in) throws IOException {
            newest = in.readLong();
            seen = in.readLong();
        }
    }
}
