package io.tidemark.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.jobs.watermarklab.WatermarkLabJob;
import io.tidemark.operators.sink.PreflightException;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The lab on a real topic: its numbers are those of each partition's log, however it is read. */
@ExtendWith(OnRealParts.class)
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class LabOnTopicIT {

    private static final long START = Instant.parse("2024-03-01T09:00:00Z").toEpochMilli();
    private static final long MAX_AHEAD = 60_000;
    private static final long WINDOW = 60_000;

    /** A record of the log that is an event. */
    private record Event(int partition, long time, long logTime) {}

    private final long seed = OrderHistory.seed();
    private final Random random = new Random(seed);
    private final List<Event> events = new ArrayList<>();
    private final List<Fed> records = new ArrayList<>();

    @ParameterizedTest(name = "partitions {0}, parallelism {1}")
    @CsvSource({"1, 1", "1, 4", "2, 1", "2, 2", "2, 4", "7, 1", "7, 2", "7, 4"})
    void countsWhatEachPartitionsLogSays(int partitions, int parallelism, RealParts parts)
            throws IOException {
        Scene scene = Scene.with(parts, partitions);
        int garbage = record(partitions, 3_000);
        scene.feed(records);

        JsonNode report = run(parts, scene, parallelism);

        assertThat(report.at("/events/in").asLong()).isEqualTo(records.size());
        assertThat(report.at("/events/analysed").asLong()).isEqualTo(events.size());
        assertThat(report.at("/events/rejected/tombstone").asLong()).isEqualTo(garbage);
        assertThat(report.at("/events/rejected/not_json").asLong()).isEqualTo(garbage);
        assertThat(report.at("/source/partitions").asInt()).isEqualTo(partitions);
        JsonNode delays = report.required("delays");
        int shown = delays.required("delay_ms").size();
        List<long[]> missed = new ArrayList<>();
        for (int i = 0; i < shown; i++) {
            long delay = delays.required("delay_ms").get(i).asLong();
            long step = delays.required("step_ms").get(i).asLong();
            long[] naive = missed(delay, step, -1);
            assertThat(delays.required("behind").get(i).asLong())
                    .as("behind at %d ms, seed %d", delay, seed)
                    .isEqualTo(naive[0]);
            assertThat(delays.required("lost").get(0).get(i).asLong())
                    .as("lost at %d ms, seed %d", delay, seed)
                    .isEqualTo(naive[1]);
            missed.add(naive);
        }
        assertThat(missed.get(0)[1]).as("something is lost at all").isPositive();
        for (JsonNode row : report.required("reaching")) {
            // In decimal: in binary, 1 - 0.9 is less than a tenth.
            long allowed =
                    BigDecimal.ONE
                            .subtract(new BigDecimal(row.required("share").asText()))
                            .multiply(BigDecimal.valueOf(events.size()))
                            .longValue();
            int first = shown;
            while (first > 0 && missed.get(first - 1)[0] <= allowed) {
                first--;
            }
            assertThat(row.required("delay_ms").asLong(-1))
                    .isEqualTo(
                            first == shown ? -1 : delays.required("delay_ms").get(first).asLong());
        }
        int answer = report.at("/recommendation/index").asInt();
        assertThat(report.required("partitions")).hasSize(partitions);
        for (JsonNode row : report.required("partitions")) {
            long[] naive =
                    missed(
                            delays.required("delay_ms").get(answer).asLong(),
                            delays.required("step_ms").get(answer).asLong(),
                            Integer.parseInt(row.required("partition").asText()));
            assertThat(row.required("behind").asLong()).isEqualTo(naive[0]);
            assertThat(row.required("lost").asLong()).isEqualTo(naive[1]);
        }
    }

    @Test
    void beginsAtALogTime(RealParts parts) throws IOException {
        Scene scene = Scene.with(parts, 2);
        record(2, 1_000);
        scene.feed(records);
        long from = records.get(records.size() / 2).logTime();

        JsonNode report = run(parts, scene, 2, "--from=timestamp:" + Instant.ofEpochMilli(from));

        assertThat(report.at("/events/in").asLong())
                .isEqualTo(records.stream().filter(one -> one.logTime() >= from).count());
    }

    @Test
    void runsOnForAWhile(RealParts parts) throws IOException {
        Scene scene = Scene.with(parts, 2);
        record(2, 500);
        scene.feed(records);
        Path output = parts.newDirectory("report");
        StreamGraph graph = graph(parts, scene, 2, output, "--for=12s", "--from=earliest");
        RunningJob job = RunningJob.submit(parts, scene, Valve.open(), graph);
        int before = records.size();
        record(2, 500);
        scene.feed(records.subList(before, records.size()));

        job.awaitFinished();

        assertThat(report(output).at("/events/in").asLong()).isEqualTo(records.size());
    }

    @Test
    void runsOnFromNowWhereNothingElseIsSaid(RealParts parts) throws IOException {
        Scene scene = Scene.with(parts, 2);
        record(2, 500);
        scene.feed(records);
        Path output = parts.newDirectory("report");
        RunningJob job =
                RunningJob.submit(
                        parts, scene, Valve.open(), graph(parts, scene, 2, output, "--for=12s"));
        job.awaitTasks();
        int before = records.size();
        record(2, 500);
        scene.feed(records.subList(before, records.size()));

        job.awaitFinished();

        assertThat(report(output).at("/events/in").asLong()).isEqualTo(records.size() - before);
    }

    @Test
    void refusesATopicThatIsNotThereAndABrokerThatDoesNotAnswer(RealParts parts)
            throws IOException {
        Scene scene = Scene.withoutTopic(parts);
        Path output = parts.newDirectory("report");

        assertThatThrownBy(() -> graph(parts, scene, 1, output))
                .isInstanceOf(PreflightException.class)
                .hasMessageContainingAll('"' + scene.topic() + '"', parts.bootstrapServers());
        String nobody;
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = "127.0.0.1:" + closed.getLocalPort();
        }
        assertThatThrownBy(
                        () ->
                                WatermarkLabJob.build(
                                        new StreamExecutionEnvironment(new Configuration()),
                                        "--topic=x",
                                        "--bootstrap-servers=" + nobody))
                .isInstanceOf(PreflightException.class)
                .hasMessageContainingAll(nobody, "--bootstrap-servers");
    }

    /** How many events a delay leaves behind, and how many minutes lose; partition -1 for all. */
    private long[] missed(long delay, long step, int only) {
        long[] missed = new long[2];
        int partitions = 1 + events.stream().mapToInt(Event::partition).max().orElse(0);
        for (int partition = 0; partition < partitions; partition++) {
            if (only >= 0 && only != partition) {
                continue;
            }
            long max = Long.MIN_VALUE;
            for (Event event : events) {
                if (event.partition() != partition) {
                    continue;
                }
                if (max != Long.MIN_VALUE) {
                    long watermark = Math.floorDiv(max - delay, step) * step - 1;
                    long last = Math.floorDiv(event.time(), WINDOW) * WINDOW + WINDOW - 1;
                    missed[0] += event.time() <= watermark ? 1 : 0;
                    missed[1] += last <= watermark ? 1 : 0;
                }
                if (event.time() - MAX_AHEAD <= event.logTime()) {
                    max = Math.max(max, event.time());
                }
            }
        }
        return missed;
    }

    /** Writes so many events down, and some tombstones and as much garbage; says how many each. */
    private int record(int partitions, int count) {
        long now = records.isEmpty() ? START : records.get(records.size() - 1).logTime();
        int garbage = 0;
        for (int i = 0; i < count; i++) {
            now += 1 + random.nextInt(200);
            int partition = random.nextInt(partitions);
            if (i % 50 == 7) {
                records.add(Fed.unreadable(partition, now, null, "tombstone"));
                records.add(Fed.unreadable(partition, now, bytes("{\"event_ms\":"), "not_json"));
                garbage++;
            }
            int kind = random.nextInt(100);
            long time =
                    kind == 0
                            ? now + 7_200_000
                            : now - (kind < 8 ? random.nextInt(400_000) : random.nextInt(1_500));
            events.add(new Event(i < partitions ? i : partition, time, now));
            records.add(
                    Fed.unreadable(
                            i < partitions ? i : partition,
                            now,
                            bytes("{\"event_ms\":" + time + ",\"key\":\"k\"}"),
                            ""));
        }
        assertThat(records).isSortedAccordingTo(Comparator.comparingLong(Fed::logTime));
        return garbage;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static JsonNode run(RealParts parts, Scene scene, int parallelism, String... more)
            throws IOException {
        Path output = parts.newDirectory("report");
        RunningJob.submit(
                        parts, scene, Valve.open(), graph(parts, scene, parallelism, output, more))
                .awaitFinished();
        return report(output);
    }

    private static JsonNode report(Path output) throws IOException {
        return Json.read(Files.readAllBytes(output.resolve("report.json")));
    }

    private static StreamGraph graph(
            RealParts parts, Scene scene, int parallelism, Path output, String... more) {
        Configuration settings = new Configuration();
        settings.set(CoreOptions.DEFAULT_PARALLELISM, parallelism);
        settings.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(500));
        settings.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                parts.newDirectory("checkpoints").toUri().toString());
        StreamExecutionEnvironment env = new StreamExecutionEnvironment(settings);
        List<String> arguments =
                new ArrayList<>(
                        List.of(
                                "--topic=" + scene.topic(),
                                "--bootstrap-servers=" + parts.bootstrapServers(),
                                "--key-field=key",
                                "--output=" + output));
        arguments.addAll(List.of(more));
        WatermarkLabJob.build(env, arguments.toArray(String[]::new));
        return env.getStreamGraph();
    }
}
