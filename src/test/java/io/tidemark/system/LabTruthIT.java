package io.tidemark.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.disorder.DelayFindings;
import io.tidemark.operators.disorder.DelayGrid;
import io.tidemark.operators.disorder.DelayStudy;
import io.tidemark.operators.disorder.SampledEvent;
import io.tidemark.operators.disorder.StudyPlan;
import io.tidemark.watermarks.BoundedWatermarks;
import io.tidemark.watermarks.EventTimes;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.flink.api.common.typeinfo.TypeHint;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.util.CloseableIterator;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The slider tells the truth: what the lab says of a delay is what a Flink job with that delay
 * does, with Flink's own windows, record for record.
 *
 * <p>The traces are invented; {@code -Dtidemark.traces=DIR} takes those of a directory as well
 * ({@code event_ms,arrival_ms,…}, gzip).
 */
class LabTruthIT {

    private static final Duration WINDOW = Duration.ofMinutes(1);
    private static final int DELAYS = 24;
    private static final int MOST_RECORDS = 6_000;

    private static final TypeInformation<Tuple3<Integer, Long, Long>> ROW =
            TypeInformation.of(new TypeHint<>() {});
    private static final TypeInformation<Tuple2<Integer, Integer>> DROPPED =
            Types.TUPLE(Types.INT, Types.INT);

    @ParameterizedTest(name = "{0}")
    @MethodSource("traces")
    void aJobWithThatDelayDropsWhatTheLabSays(String name, List<long[]> trace) throws Exception {
        StudyPlan plan = StudyPlan.of(WINDOW);
        DelayStudy study = DelayStudy.of(plan, 0);
        for (long[] row : trace) {
            study.add(row[0], row[1], null);
        }
        DelayFindings findings = study.findings();
        List<Integer> indexes = spread(findings.lost(0), plan.delays());
        if (!name.endsWith(".gz")) {
            assertThat(findings.lost(0)[0]).as("something is lost at all").isPositive();
        }

        Map<Integer, Set<Integer>> behind = new LinkedHashMap<>();
        Map<Integer, Set<Integer>> lost = new LinkedHashMap<>();
        runJob(trace, plan.delays(), indexes, behind, lost);

        List<SampledEvent> records = findings.dots(MOST_RECORDS);
        assertThat(records).as("every record is a dot").hasSize(trace.size());
        for (int index : indexes) {
            String delay = name + " at " + Duration.ofMillis(plan.delays().delayMillis(index));
            assertThat((long) behind.getOrDefault(index, Set.of()).size())
                    .as("behind the watermark of %s", delay)
                    .isEqualTo(findings.behind()[index]);
            assertThat((long) lost.getOrDefault(index, Set.of()).size())
                    .as("lost to windows of %s", delay)
                    .isEqualTo(findings.lost(0)[index]);
            assertThat(times(lost.getOrDefault(index, Set.of()), trace))
                    .as("records lost to windows of %s", delay)
                    .isSubsetOf(mayBeLost(records, index));
        }
    }

    /** Delays from 0 to the first that loses nothing, evenly over the grid. */
    private static List<Integer> spread(long[] lost, DelayGrid grid) {
        int last = DELAYS;
        while (last < grid.size() - 1 && lost[last] > 0) {
            last++;
        }
        TreeSet<Integer> indexes = new TreeSet<>();
        for (int i = 0; i < DELAYS; i++) {
            indexes.add(last * i / (DELAYS - 1));
        }
        assertThat(indexes).hasSizeGreaterThanOrEqualTo(20);
        return List.copyOf(indexes);
    }

    private static Set<Long> times(Set<Integer> rows, List<long[]> trace) {
        return rows.stream().map(row -> trace.get(row)[0]).collect(Collectors.toSet());
    }

    /** A delay below the one from which on a record is kept for good may keep it, by its step. */
    private static Set<Long> mayBeLost(List<SampledEvent> records, int index) {
        return records.stream()
                .filter(record -> index < record.keptAt().get(0))
                .map(SampledEvent::eventTime)
                .collect(Collectors.toSet());
    }

    private static void runJob(
            List<long[]> trace,
            DelayGrid grid,
            List<Integer> indexes,
            Map<Integer, Set<Integer>> behind,
            Map<Integer, Set<Integer>> lost)
            throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(1);
        List<Tuple3<Integer, Long, Long>> rows = new ArrayList<>();
        for (int i = 0; i < trace.size(); i++) {
            rows.add(Tuple3.of(i, trace.get(i)[0], trace.get(i)[1]));
        }
        DataStream<Tuple3<Integer, Long, Long>> source = env.fromData(rows, ROW);
        DataStream<Tuple2<Integer, Integer>> all =
                indexes.stream()
                        .map(
                                index ->
                                        dropped(
                                                source,
                                                index,
                                                Duration.ofMillis(grid.delayMillis(index))))
                        .reduce(DataStream::union)
                        .orElseThrow();
        try (CloseableIterator<Tuple2<Integer, Integer>> found = all.executeAndCollect()) {
            while (found.hasNext()) {
                Tuple2<Integer, Integer> one = found.next();
                Map<Integer, Set<Integer>> into = one.f0 >= 0 ? lost : behind;
                into.computeIfAbsent(one.f0 >= 0 ? one.f0 : ~one.f0, index -> new TreeSet<>())
                        .add(one.f1);
            }
        }
    }

    /** Rows with the index of their delay; its complement if they are only behind the watermark. */
    private static DataStream<Tuple2<Integer, Integer>> dropped(
            DataStream<Tuple3<Integer, Long, Long>> source, int index, Duration delay) {
        SingleOutputStreamOperator<Tuple3<Integer, Long, Long>> timed =
                source.assignTimestampsAndWatermarks(
                        BoundedWatermarks.waiting(
                                delay,
                                EventTimes.<Tuple3<Integer, Long, Long>>of(row -> row.f1)
                                        .loggedAt(row -> row.f2)));
        SingleOutputStreamOperator<Tuple2<Integer, Integer>> behind =
                timed.process(
                                new ProcessFunction<
                                        Tuple3<Integer, Long, Long>, Tuple2<Integer, Integer>>() {
                                    @Override
                                    public void processElement(
                                            Tuple3<Integer, Long, Long> row,
                                            Context context,
                                            Collector<Tuple2<Integer, Integer>> out) {
                                        if (row.f1 <= context.timerService().currentWatermark()) {
                                            out.collect(Tuple2.of(~index, row.f0));
                                        }
                                    }
                                })
                        .returns(DROPPED);
        OutputTag<Tuple3<Integer, Long, Long>> late = new OutputTag<>("late", ROW);
        SingleOutputStreamOperator<Tuple3<Integer, Long, Long>> windowed =
                timed.windowAll(TumblingEventTimeWindows.of(WINDOW))
                        .sideOutputLateData(late)
                        .reduce((one, other) -> other);
        DataStream<Tuple2<Integer, Integer>> lost =
                windowed.getSideOutput(late).map(row -> Tuple2.of(index, row.f0)).returns(DROPPED);
        return behind.union(lost);
    }

    static Stream<Object[]> traces() throws IOException {
        long seed = Long.getLong("tidemark.seed", 7);
        List<Object[]> traces = new ArrayList<>();
        traces.add(new Object[] {"phones in tunnels", tunnels(new Random(seed))});
        traces.add(new Object[] {"a long tail", longTail(new Random(seed))});
        traces.add(new Object[] {"clocks ahead", clocksAhead(new Random(seed))});
        String directory = System.getProperty("tidemark.traces");
        if (directory != null) {
            try (Stream<Path> files = Files.list(Path.of(directory))) {
                for (Path file : files.sorted().toList()) {
                    traces.add(new Object[] {file.getFileName().toString(), read(file)});
                }
            }
        }
        return traces.stream();
    }

    private static List<long[]> tunnels(Random random) {
        return arrivals(
                random,
                i -> random.nextInt(100) < 3 ? random.nextInt(3_600_000) : random.nextInt(2_000));
    }

    private static List<long[]> longTail(Random random) {
        return arrivals(random, i -> (long) (500 * Math.exp(2 * random.nextGaussian())));
    }

    private static List<long[]> clocksAhead(Random random) {
        return arrivals(
                random,
                i ->
                        random.nextInt(200) == 0
                                ? -random.nextInt(7_200_000)
                                : (long) (-8_000 * Math.log(1 - random.nextDouble())));
    }

    private interface Lag {
        long of(int event);
    }

    /** A second of event time apart on average, so that every minute loses something. */
    private static List<long[]> arrivals(Random random, Lag lag) {
        List<long[]> rows = new ArrayList<>();
        long now = 1_700_000_000_000L;
        for (int i = 0; i < 4_000; i++) {
            now += random.nextInt(2_000);
            rows.add(new long[] {now, now + lag.of(i)});
        }
        rows.sort(Comparator.comparingLong(row -> row[1]));
        return rows;
    }

    private static List<long[]> read(Path file) throws IOException {
        List<long[]> rows = new ArrayList<>();
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(
                                new GZIPInputStream(Files.newInputStream(file)),
                                StandardCharsets.UTF_8))) {
            lines.readLine();
            for (String line = lines.readLine();
                    line != null && rows.size() < MOST_RECORDS;
                    line = lines.readLine()) {
                String[] values = line.split(",", -1);
                rows.add(new long[] {Long.parseLong(values[0]), Long.parseLong(values[1])});
            }
        }
        return rows;
    }
}
