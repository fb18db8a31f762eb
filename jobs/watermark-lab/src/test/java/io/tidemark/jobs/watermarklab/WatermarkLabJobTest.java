package io.tidemark.jobs.watermarklab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.jobs.cli.UsageException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The whole job on a real Flink, from a file to the files of the report. */
@Timeout(120)
class WatermarkLabJobTest {

    @RegisterExtension
    static final MiniClusterExtension FLINK =
            new MiniClusterExtension(
                    new MiniClusterResourceConfiguration.Builder()
                            .setNumberTaskManagers(1)
                            .setNumberSlotsPerTaskManager(2)
                            .build());

    private static final long TIME = 1_700_000_000_000L;

    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    @TempDir
    private Path directory;

    @Test
    void countsWhatCannotBeReadAndStudiesTheRest() throws Exception {
        Random random = new Random(Long.getLong("tidemark.seed", 11));
        StringBuilder text = new StringBuilder("event_ms,arrival_ms,key,part\n");
        int garbage = 0;
        for (int i = 0; i < 2_000; i++) {
            if (i % 10 == 3) {
                text.append(i % 20 == 3 ? "garbage\n" : "12x,1700000000000,a,0\n");
                garbage++;
            } else {
                long time = TIME + 500L * i - (random.nextInt(20) == 0 ? 90_000 : 0);
                text.append(time).append(',').append(TIME + 500L * i).append(",k,");
                text.append(random.nextInt(3)).append('\n');
            }
        }

        LabReport report = reportOf(text.toString(), "--partition-field=part");

        LabReport.Events events = report.events();
        assertThat(events.in()).isEqualTo(2_000);
        assertThat(events.analysed()).isEqualTo(2_000 - garbage);
        assertThat(events.rejected())
                .containsOnlyKeys("field_missing", "time_unparsable")
                .containsEntry("field_missing", garbage / 2L)
                .containsEntry("time_unparsable", garbage / 2L);
        assertThat(report.source().partitions()).isEqualTo(3);
        assertThat(report.recommendation()).isNotNull();
        assertThat(report.warnings())
                .extracting(LabReport.Warning::text)
                .anyMatch(
                        text1 ->
                                text1.contains("--time-format=millis")
                                        && text1.contains(
                                                "The first is row 14: field \"event_ms\" holds \"12x\""))
                .anyMatch(text1 -> text1.contains("The first is row 4: it reads \"garbage\""));
        assertThat(summary())
                .contains("2,000 rows = 1,800 analysed + 100 field_missing + 100 time_unparsable");
        assertThat(directory.resolve("report").resolve(LabFiles.PAGE)).isNotEmptyFile();
        assertThat(directory.resolve("report").resolve(LabFiles.CURVE)).isNotEmptyFile();
    }

    static Stream<Arguments> withoutAnEvent() {
        return Stream.of(
                Arguments.of(
                        "event_ms,arrival_ms\n",
                        new String[0],
                        "trace.csv: there is no row behind the first line"),
                Arguments.of(
                        "event_ms\n2023-11-14T22:13:20Z\n2023-11-14T22:13:21Z\n,\n",
                        new String[0],
                        "trace.csv: no answer, for none of 3 rows could be studied. 2 of 3 rows were left out: event_ms is not written as --time-format=millis says. Give --time-format=iso. The first is row 1: field \"event_ms\" holds \"2023-11-14T22:13:20Z\": expected"),
                Arguments.of(
                        "event_ms,part\n1700000000000,-3\n",
                        new String[] {"--partition-field=part"},
                        "--partition-field=part holds no number of a partition: a whole one from 0 to 2,147,483,647."),
                Arguments.of(
                        "event_ms,arrival_ms\n1700000000,1700000000500\n",
                        new String[0],
                        "trace.csv: no answer, for event_ms looks like seconds and the arrival (arrival_ms) like milliseconds. Both have to be in one unit: multiply event_ms by 1,000 first."),
                Arguments.of(
                        "event_ms,arrival_ms\n1700000000000,1700000009000\n1700000001000,1700000001500\n",
                        new String[0],
                        "trace.csv: no answer, for the rows are not in the order of arrival_ms: 1 of 2 arrived before one above it, by up to 7.5 s. Rows are judged in the order of the file"));
    }

    @ParameterizedTest
    @MethodSource("withoutAnEvent")
    void nothingToStudyIsNoReport(String text, String[] more, String reason) {
        // A restart would wait for a day, and the test would run out of its time.
        assertThatThrownBy(() -> reportOf(text, more))
                .hasStackTraceContaining(RefusedTraceException.class.getName() + ": ")
                .hasStackTraceContaining(reason);
        assertThat(directory.resolve("report")).doesNotExist();
    }

    @Test
    void oneRow() throws Exception {
        LabReport report = reportOf("event_ms,arrival_ms\n1700000000000,1700000000005\n");

        assertThat(report.events().analysed()).isEqualTo(1);
        LabReport.Truncation truncation = Objects.requireNonNull(report.truncation());
        assertThat(truncation.unseenShare()).as("one row tells nothing").isNull();
        assertThat(Objects.requireNonNull(truncation.lag()).corrected())
                .isEqualTo(new LabReport.Estimates(null, null, null, null));
        assertThat(summary()).contains("missing    unknown");
        assertThat(report.progress().exact()).isTrue();
        assertThat(report.recommendation())
                .isNotNull()
                .extracting(LabReport.Recommendation::delayMs)
                .isEqualTo(0L);
    }

    @Test
    void aSingleRowOfAFewThatIsLeftOutIsShown() throws Exception {
        LabReport report =
                reportOf(
                        "event_ms,key\n1700000000000,a\n1700000000001,"
                                + "k".repeat(5_000)
                                + "\n-99999999999999999,b\n");

        assertThat(report.events().rejected())
                .containsOnly(Map.entry("too_large", 1L), Map.entry("time_too_early", 1L));
        assertThat(report.warnings())
                .extracting(LabReport.Warning::text)
                .anyMatch(
                        text ->
                                text.startsWith("1 of 3 rows was left out: they are longer")
                                        && text.endsWith(
                                                "The first is row 2: field \"key\" holds 5,000 characters: at most 4,096 are read"))
                .anyMatch(
                        text ->
                                text.contains("event_ms lies before the year 0.")
                                        && text.contains("row 3"));
    }

    @Test
    void identicalTimes() throws Exception {
        LabReport report =
                reportOf("event_ms,arrival_ms\n" + "1700000000000,1700000000005\n".repeat(2_000));

        assertThat(report.events().analysed()).isEqualTo(2_000);
        assertThat(report.delays().behind()).containsOnly(0L);
        assertThat(report.delays().lost().get(0)).containsOnly(0L);
    }

    @Test
    void withoutALogTimeItIsSaidThatEventsLieTooFarApart() throws Exception {
        StringBuilder text = new StringBuilder("event_ms\n");
        for (int i = 0; i < 2_000; i++) {
            text.append(TIME + 600_000L * i).append('\n');
        }

        assertThat(reportOf(text.toString()).warnings())
                .extracting(LabReport.Warning::code)
                .contains("far_apart");
        assertThat(reportOf(text.toString(), "--max-ahead=30m").warnings())
                .extracting(LabReport.Warning::code)
                .doesNotContain("far_apart");
    }

    @Test
    void secondsReadAsMillisecondsAreNamed() throws Exception {
        StringBuilder seconds = new StringBuilder("event_ms\n");
        for (int i = 0; i < 20; i++) {
            seconds.append(1_700_000_000 + i).append('\n');
        }
        assertThat(reportOf(seconds.toString()).warnings())
                .extracting(LabReport.Warning::text)
                .anyMatch(text -> text.contains("--time-format=seconds"));
    }

    @Test
    void longKeysManyKeysAndManyPartitions() throws Exception {
        StringBuilder text = new StringBuilder("event_ms,arrival_ms,key,part\n");
        String longest = "\u20ac".repeat(4_096);
        for (int i = 0; i < 10_000; i++) {
            long late = i % 7 == 0 ? 120_000 : 0;
            text.append(TIME + 100L * i - late).append(',').append(TIME + 100L * i).append(',');
            text.append(i % 500 == 0 ? longest : "key" + i).append(',');
            text.append(i % PartitionLimit.MOST).append('\n');
        }

        LabReport report = reportOf(text.toString(), "--partition-field=part");

        assertThat(report.events().analysed()).isEqualTo(10_000);
        assertThat(report.source().partitions()).isEqualTo(PartitionLimit.MOST);
        assertThat(report.partitions()).hasSize(50);
    }

    @Test
    void aColumnThatHoldsNoPartitionsEndsTheJobBeforeItEatsTheMemory() {
        StringBuilder text = new StringBuilder("event_ms,user\n");
        for (int i = 0; i < 20_000; i++) {
            text.append(TIME + i).append(',').append(i).append('\n');
        }

        // A restart would wait for a day, and the test would run out of its time.
        assertThatThrownBy(() -> reportOf(text.toString(), "--partition-field=user"))
                .hasStackTraceContaining(RefusedTraceException.class.getName())
                .hasStackTraceContaining("--partition-field=user: row 257 holds 256");
    }

    @Test
    void windowsAreCorrectedToo() throws Exception {
        // A tenth of the events takes up to a minute, and the log ends while they are on their way.
        Random random = new Random(Long.getLong("tidemark.seed", 17));
        long end = TIME + 1_200_000;
        List<long[]> rows = new ArrayList<>();
        for (long time = TIME; time < end; time += 20) {
            long lag = random.nextInt(10) == 0 ? random.nextInt(60_000) : random.nextInt(500);
            rows.add(new long[] {time, time + lag});
        }
        rows.sort(Comparator.comparingLong(row -> row[1]));
        StringBuilder text = new StringBuilder("event_ms,arrival_ms,key\n");
        for (long[] row : rows) {
            if (row[1] <= end) {
                text.append(row[0]).append(',').append(row[1]).append(",\n");
            }
        }

        LabReport report = reportOf(text.toString(), "--window=10s", "--completeness=0.95");

        LabReport.Reaching most = report.reaching().get(1);
        assertThat(most.share()).isEqualTo(0.99);
        assertThat(Objects.requireNonNull(most.correctedWindowDelayMs().get(0)))
                .isBetween(
                        Objects.requireNonNull(most.windowDelayMs().get(0)),
                        Objects.requireNonNull(most.correctedDelayMs()));
        assertThat(Objects.requireNonNull(report.truncation()).unseenShare())
                .isNotNull()
                .satisfies(share -> assertThat(share).isBetween(0.0005, 0.01));
        assertThat(report.worstKeys())
                .as("the empty key")
                .extracting(LabReport.WorstKey::key)
                .containsExactly("");
        assertThat(report.strategies())
                .filteredOn(strategy -> strategy.name().startsWith(LabPlan.PER_KEY))
                .allSatisfy(strategy -> assertThat(strategy.noWatermark()).isPositive());
        assertThat(report.strategies())
                .filteredOn(strategy -> strategy.name().startsWith("bounded"))
                .allSatisfy(strategy -> assertThat(strategy.noWatermark()).isZero());
    }

    @Test
    void aCutPackFailsAtOnce() throws Exception {
        Path whole = directory.resolve("whole.csv.gz");
        Random random = new Random(3);
        try (GZIPOutputStream pack = new GZIPOutputStream(Files.newOutputStream(whole))) {
            pack.write("event_ms\n".getBytes(StandardCharsets.UTF_8));
            for (int i = 0; i < 50_000; i++) {
                pack.write((TIME + random.nextInt() + "\n").getBytes(StandardCharsets.UTF_8));
            }
        }
        byte[] bytes = Files.readAllBytes(whole);
        Path half = directory.resolve("half.csv.gz");
        Files.write(half, Arrays.copyOf(bytes, bytes.length / 2));

        // A restart would wait for a day, and the test would run out of its time.
        assertThatThrownBy(() -> run(half))
                .hasRootCauseInstanceOf(java.io.EOFException.class)
                .hasStackTraceContaining(BrokenTraceException.class.getName())
                .hasStackTraceContaining("half.csv.gz breaks off behind row");
        assertThat(directory.resolve("report").resolve(LabFiles.SUMMARY)).doesNotExist();
    }

    @Test
    void anOutputThatCannotBeMadeIsRefusedBeforeAnythingRuns() throws IOException {
        Path file = directory.resolve("trace.csv");
        Files.writeString(file, "event_ms\n1700000000000\n");

        assertThatThrownBy(
                        () ->
                                WatermarkLabJob.main(
                                        new String[] {
                                            "--input=" + file, "--output=/proc/tidemark/report"
                                        }))
                .isInstanceOf(UsageException.class)
                .hasMessageContainingAll("--output=/proc/tidemark/report", "another directory");
    }

    private LabReport reportOf(String text, String... more) throws Exception {
        Path file = directory.resolve("trace.csv");
        Files.writeString(file, text);
        run(file, more);
        try (InputStream json =
                Files.newInputStream(directory.resolve("report").resolve(LabFiles.NUMBERS))) {
            return LabReport.fromJson(json);
        }
    }

    private String summary() throws IOException {
        return Files.readString(directory.resolve("report").resolve(LabFiles.SUMMARY));
    }

    private void run(Path file, String... more) throws Exception {
        Configuration settings = new Configuration();
        settings.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
        settings.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 5);
        settings.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofDays(1));
        settings.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                directory.resolve("checkpoints").toUri().toString());
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.getExecutionEnvironment(settings);
        env.setParallelism(2);
        env.enableCheckpointing(500);
        env.getCheckpointConfig().setMinPauseBetweenCheckpoints(500);
        List<String> arguments =
                new ArrayList<>(
                        List.of("--input=" + file, "--output=" + directory.resolve("report")));
        arguments.addAll(List.of(more));
        WatermarkLabJob.build(env, arguments.toArray(String[]::new));
        env.execute();
    }
}
