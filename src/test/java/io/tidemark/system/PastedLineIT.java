package io.tidemark.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.jobs.watermarklab.WatermarkLabJob;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.util.CloseableIterator;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each line of Java in a report compiles as it stands, and in a real job does what the report says
 * of it.
 */
@Timeout(180)
class PastedLineIT {

    private static final int EVENTS = 20_000;
    private static final TypeInformation<Event> EVENT = TypeInformation.of(Event.class);

    private final long seed = Long.getLong("tidemark.seed", 7);

    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    @TempDir
    private Path directory;

    /** What a report says of a line. */
    private record Said(String java, long behind, long lost) {}

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "--completeness=0.99",
                "--completeness=0.999 --max-ahead=90s",
                "--completeness=0.95 --arrival-field=row-order",
                "--completeness=0.995 --arrival-field=row-order --max-ahead=5m"
            })
    void doesInAJobWhatTheReportSays(String options) throws Exception {
        List<Event> events = events(new Random(seed));
        List<Said> lines = saidOf(events, options.split(" "));
        assertThat(lines).as("lines in a report").hasSizeGreaterThanOrEqualTo(5);

        List<WatermarkStrategy<Event>> strategies = compiled(lines);
        Map<Integer, Long> found = run(events, strategies);

        for (int line = 0; line < lines.size(); line++) {
            Said said = lines.get(line);
            assertThat(found.getOrDefault(~line, 0L))
                    .as("behind the watermark of %s, seed %d", said.java(), seed)
                    .isEqualTo(said.behind());
            assertThat(found.getOrDefault(line, 0L))
                    .as("lost to windows behind %s, seed %d", said.java(), seed)
                    .isEqualTo(said.lost());
        }
        assertThat(lines).as("something is lost at all").anyMatch(said -> said.lost() > 0);
    }

    /** Three keys in four are a little late, the fourth by some minutes; a few clocks are ahead. */
    private static List<Event> events(Random random) {
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < EVENTS; i++) {
            long time = 1_700_000_000_000L + 500L * i;
            int key = random.nextInt(40);
            long lag = (long) (-2_000 * Math.log(1 - random.nextDouble()));
            lag += key % 4 == 0 ? 180_000 : 0;
            lag -= random.nextInt(2_000) == 0 ? 7_200_000 : 0;
            events.add(new Event(time, time + lag, "customer-" + key));
        }
        // A clock that is ahead stamps too late a time on what arrives in its turn.
        events.replaceAll(
                event ->
                        event.logTime() < event.time()
                                ? new Event(
                                        event.time() + 7_200_000, event.time() + 500, event.key())
                                : event);
        events.sort(Comparator.comparingLong(Event::logTime));
        return events;
    }

    private List<Said> saidOf(List<Event> events, String... options) throws Exception {
        StringBuilder text = new StringBuilder("event_ms,arrival_ms,key\n");
        for (Event event : events) {
            text.append(event.time()).append(',').append(event.logTime());
            text.append(',').append(event.key()).append('\n');
        }
        Path trace = Files.writeString(directory.resolve("trace.csv"), text);
        List<String> args = new ArrayList<>(List.of(options));
        args.add("--input=" + trace);
        args.add("--output=" + directory.resolve("report"));
        args.add("--window=1m");
        StreamExecutionEnvironment env = environment();
        WatermarkLabJob.build(env, args.toArray(String[]::new));
        env.execute();

        JsonNode report = Json.read(Files.readAllBytes(directory.resolve("report/report.json")));
        List<Said> lines = new ArrayList<>();
        JsonNode answer = report.required("recommendation");
        int index = answer.required("index").asInt();
        lines.add(
                new Said(
                        answer.required("java").asText(),
                        report.at("/delays/behind").get(index).asLong(),
                        report.at("/delays/lost").get(0).get(index).asLong()));
        for (JsonNode tried : report.required("strategies")) {
            lines.add(
                    new Said(
                            tried.required("java").asText(),
                            tried.required("behind").asLong(),
                            tried.required("lost").get(0).asLong()));
        }
        return lines;
    }

    /** As a user would: pasted into a class that imports what the lines name. */
    private List<WatermarkStrategy<Event>> compiled(List<Said> lines) throws Exception {
        StringBuilder source =
                new StringBuilder(
                        """
                        import io.tidemark.system.Event;
                        import io.tidemark.watermarks.*;
                        import java.time.Duration;
                        import org.apache.flink.api.common.eventtime.WatermarkStrategy;

                        public final class Pasted {
                        """);
        for (int line = 0; line < lines.size(); line++) {
            source.append("    public static WatermarkStrategy<Event> line").append(line);
            source.append("() {\n        return ")
                    .append(lines.get(line).java())
                    .append(";\n    }\n");
        }
        Path file = Files.writeString(directory.resolve("Pasted.java"), source.append("}\n"));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        int status =
                compiler.run(
                        null,
                        null,
                        null,
                        "-d",
                        directory.toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        file.toString());
        assertThat(status).as("compiles:\n%s", source).isZero();

        Class<?> pasted = classes().loadClass("Pasted");
        List<WatermarkStrategy<Event>> strategies = new ArrayList<>();
        for (int line = 0; line < lines.size(); line++) {
            strategies.add(strategy(pasted.getMethod("line" + line).invoke(null)));
        }
        return strategies;
    }

    @SuppressWarnings("unchecked") // The method that was compiled says so.
    private static WatermarkStrategy<Event> strategy(Object returned) {
        return (WatermarkStrategy<Event>) returned;
    }

    private URLClassLoader classes() throws IOException {
        return new URLClassLoader(
                new URL[] {directory.toUri().toURL()}, getClass().getClassLoader());
    }

    /** How many events each strategy lost, by its number; behind it, by the complement of it. */
    private Map<Integer, Long> run(List<Event> events, List<WatermarkStrategy<Event>> strategies)
            throws Exception {
        StreamExecutionEnvironment env = environment();
        DataStream<Event> source = env.fromData(events, EVENT);
        List<DataStream<Integer>> found = new ArrayList<>();
        for (int line = 0; line < strategies.size(); line++) {
            found.add(found(source, line, strategies.get(line)));
        }
        DataStream<Integer> all = found.stream().reduce(DataStream::union).orElseThrow();
        Map<Integer, Long> counts = new HashMap<>();
        try (CloseableIterator<Integer> results = all.executeAndCollect()) {
            results.forEachRemaining(one -> counts.merge(one, 1L, Long::sum));
        }
        return counts;
    }

    private static DataStream<Integer> found(
            DataStream<Event> source, int line, WatermarkStrategy<Event> strategy) {
        SingleOutputStreamOperator<Event> timed = source.assignTimestampsAndWatermarks(strategy);
        OutputTag<Event> late = new OutputTag<>("late", EVENT);
        return timed.process(
                        new ProcessFunction<Event, Integer>() {
                            @Override
                            public void processElement(
                                    Event event, Context context, Collector<Integer> out) {
                                if (event.time() <= context.timerService().currentWatermark()) {
                                    out.collect(~line);
                                }
                            }
                        })
                .returns(Types.INT)
                .union(
                        timed.windowAll(TumblingEventTimeWindows.of(Duration.ofMinutes(1)))
                                .sideOutputLateData(late)
                                .reduce((one, other) -> other)
                                .getSideOutput(late)
                                .map(event -> line)
                                .returns(Types.INT));
    }

    private StreamExecutionEnvironment environment() {
        Configuration settings = new Configuration();
        settings.set(PipelineOptions.CLASSPATHS, List.of(directory.toUri().toString()));
        settings.set(RestOptions.BIND_PORT, "0");
        return StreamExecutionEnvironment.createLocalEnvironment(1, settings);
    }
}
