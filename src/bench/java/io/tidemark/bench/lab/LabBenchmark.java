package io.tidemark.bench.lab;

import io.tidemark.jobs.watermarklab.WatermarkLabJob;
import io.tidemark.watermarks.BoundedWatermarks;
import io.tidemark.watermarks.CappedWatermarks;
import io.tidemark.watermarks.CompletenessWatermarks;
import io.tidemark.watermarks.EventTimes;
import io.tidemark.watermarks.PerKeyWatermarks;
import io.tidemark.watermarks.QuantileWatermarks;
import java.io.BufferedWriter;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.util.FileUtils;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * What each strategy costs beside Flink's bounded one in source → strategy → discard, and what the
 * lab costs beside reading its file.
 */
@Command(
        name = "lab",
        mixinStandardHelpOptions = true,
        description =
                "CPU time of each watermark strategy beside Flink's bounded one, and of the lab beside reading the same file, in one run.")
final class LabBenchmark implements Callable<Integer> {

    private static final String FLINK = "flink bounded";

    @Option(
            names = "--events",
            defaultValue = "20000000",
            description = "Events of a strategy's run. Default: ${DEFAULT-VALUE}")
    private long events;

    @Option(
            names = "--rows",
            defaultValue = "4000000",
            description = "Rows of the lab's file. Default: ${DEFAULT-VALUE}")
    private int rows;

    @Option(
            names = "--rounds",
            defaultValue = "5",
            description = "Counted rounds, after one that warms up. Default: ${DEFAULT-VALUE}")
    private int rounds;

    @Option(
            names = "--quick",
            description = "A twentieth, and one round: shows that it runs, measures nothing.")
    private boolean quick;

    public static void main(String[] args) {
        System.exit(new CommandLine(new LabBenchmark()).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        if (quick) {
            events /= 20;
            rows /= 20;
            rounds = 1;
        }
        strategies();
        lab();
        return 0;
    }

    private void strategies() throws Exception {
        System.out.printf("source → strategy → discard, %,d events, CPU ns an event%n", events);
        Map<String, WatermarkStrategy<Tick>> contenders = contenders();
        Map<String, List<Double>> nanos = new LinkedHashMap<>();
        Map<String, List<Double>> ratios = new LinkedHashMap<>();
        for (int round = 0; round <= rounds; round++) {
            double flink = 0;
            for (Map.Entry<String, WatermarkStrategy<Tick>> one : contenders.entrySet()) {
                double cost = pipeline(one.getValue()) / (double) events;
                flink = one.getKey().equals(FLINK) ? cost : flink;
                if (round > 0) {
                    nanos.computeIfAbsent(one.getKey(), name -> new ArrayList<>()).add(cost);
                    ratios.computeIfAbsent(one.getKey(), name -> new ArrayList<>())
                            .add(cost / flink);
                }
            }
        }
        for (String name : contenders.keySet()) {
            System.out.printf(
                    Locale.ROOT,
                    "  %-28s %7.1f ns   ratio %.3f%n",
                    name,
                    median(nanos.getOrDefault(name, List.of())),
                    median(ratios.getOrDefault(name, List.of())));
        }
    }

    private static Map<String, WatermarkStrategy<Tick>> contenders() {
        EventTimes<Tick> times = EventTimes.of(Tick::time).loggedAt(Tick::logTime);
        Duration delay = Duration.ofSeconds(1);
        Duration longest = Duration.ofHours(1);
        BoundedWatermarks<Tick> bounded = BoundedWatermarks.waiting(delay, times);
        Map<String, WatermarkStrategy<Tick>> contenders = new LinkedHashMap<>();
        contenders.put(
                FLINK,
                WatermarkStrategy.<Tick>forBoundedOutOfOrderness(delay)
                        .withTimestampAssigner((tick, recorded) -> tick.time()));
        contenders.put("bounded", bounded);
        contenders.put(
                "bounded, guard by neighbours",
                BoundedWatermarks.waiting(delay, EventTimes.of(Tick::time)));
        contenders.put("quantile", QuantileWatermarks.losing(0.001, longest, times));
        contenders.put(
                "completeness",
                CompletenessWatermarks.keeping(0.999, Duration.ofMinutes(1), longest, times));
        contenders.put("per key", PerKeyWatermarks.of(Tick::key, delay, times));
        contenders.put("capped", CappedWatermarks.of(bounded, longest, Tick::logTime));
        return contenders;
    }

    /** CPU nanoseconds of the whole process. */
    private long pipeline(WatermarkStrategy<Tick> strategy) throws Exception {
        StreamExecutionEnvironment env = environment(1);
        env.fromSource(
                        new DataGeneratorSource<>(Tick::of, events, TypeInformation.of(Tick.class)),
                        strategy,
                        "ticks")
                .sinkTo(new DiscardingSink<>());
        return cpu(env);
    }

    private void lab() throws Exception {
        Path directory = Files.createTempDirectory("tidemark-bench");
        try {
            Path file = directory.resolve("trace.csv");
            write(file);
            String[] args = {
                "--input=" + file, "--output=" + directory.resolve("report"), "--window=1m,1h"
            };
            List<Double> reading = new ArrayList<>();
            List<Double> studying = new ArrayList<>();
            for (int round = 0; round <= rounds; round++) {
                StreamExecutionEnvironment readOnly = environment(1);
                WatermarkLabJob.read(readOnly, args).sinkTo(new DiscardingSink<>()).uid("none");
                double read = cpu(readOnly) / (double) rows;
                StreamExecutionEnvironment whole = environment(1);
                WatermarkLabJob.build(whole, args);
                double all = cpu(whole) / (double) rows;
                if (round > 0) {
                    reading.add(read);
                    studying.add(all - read);
                }
            }
            double study = median(studying);
            System.out.printf(
                    Locale.ROOT,
                    "lab, %,d rows, 2 windows, CPU: reading %.0f ns a row, studying %.0f ns a row beside it = %,.0f rows a second and core, times reading %.2f%n",
                    rows,
                    median(reading),
                    study,
                    1e9 / study,
                    study / median(reading));
        } finally {
            FileUtils.deleteDirectoryQuietly(directory.toFile());
        }
    }

    private void write(Path file) throws Exception {
        try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
            out.write("event_ms,arrival_ms,key\n");
            for (int row = 0; row < rows; row++) {
                Tick tick = Tick.of(row);
                out.write(tick.time() + "," + tick.logTime() + ",k" + tick.key() + "\n");
            }
        }
    }

    private static long cpu(StreamExecutionEnvironment env) throws Exception {
        long before = cpuNanos();
        env.execute();
        return cpuNanos() - before;
    }

    private static long cpuNanos() {
        return ((com.sun.management.OperatingSystemMXBean)
                        ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    private static StreamExecutionEnvironment environment(int parallelism) {
        Configuration settings = new Configuration();
        settings.set(PipelineOptions.OBJECT_REUSE, true);
        settings.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofSeconds(5));
        settings.set(TaskManagerOptions.NUM_TASK_SLOTS, parallelism);
        settings.set(TaskManagerOptions.NETWORK_MEMORY_MIN, MemorySize.ofMebiBytes(64));
        settings.set(TaskManagerOptions.NETWORK_MEMORY_MAX, MemorySize.ofMebiBytes(64));
        settings.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(16));
        settings.set(RestOptions.BIND_PORT, "0");
        return StreamExecutionEnvironment.createLocalEnvironment(parallelism, settings);
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        return sorted.isEmpty() ? Double.NaN : sorted.get(sorted.size() / 2);
    }
}
