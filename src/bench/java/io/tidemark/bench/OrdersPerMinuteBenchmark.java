package io.tidemark.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.jobs.ordersperminute.OrdersPerMinuteJob;
import io.tidemark.local.LocalBroker;
import io.tidemark.operators.sink.kafka.KafkaOutput;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Properties;
import java.util.concurrent.Callable;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.FileUtils;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Rows a second of the whole job, Kafka to Kafka exactly once, beside a bare copy of the same
 * topic.
 */
@Command(
        name = "orders-per-minute",
        mixinStandardHelpOptions = true,
        description =
                "Rows a second of orders-per-minute, Kafka to Kafka, beside a bare exactly-once copy of the same topic, in one run.")
final class OrdersPerMinuteBenchmark implements Callable<Integer> {

    private static final String TOPIC = "orders";

    @Option(
            names = "--rows",
            defaultValue = "2000000",
            description = "Rows of the topic. Default: ${DEFAULT-VALUE}")
    private long rows;

    @Option(
            names = "--rounds",
            defaultValue = "5",
            description = "Counted rounds, after one that warms up. Default: ${DEFAULT-VALUE}")
    private int rounds;

    @Option(
            names = "--partitions",
            defaultValue = "4",
            description = "Partitions of the topic. Default: ${DEFAULT-VALUE}")
    private int partitions;

    @Option(
            names = "--parallelism",
            defaultValue = "1",
            description = "Parallelism of both jobs. Default: ${DEFAULT-VALUE}")
    private int parallelism;

    @Option(
            names = "--keys",
            defaultValue = "1000",
            description = "Distinct keys. Default: ${DEFAULT-VALUE}")
    private int keys;

    @Option(
            names = "--seed",
            defaultValue = "1",
            description = "Seed of the rows. Default: ${DEFAULT-VALUE}")
    private long seed;

    @Option(
            names = "--quick",
            description = "200,000 rows and one round: shows that it runs, measures nothing.")
    private boolean quick;

    @Option(
            names = "--json",
            defaultValue = "target/bench/orders-per-minute.json",
            description = "Where the figures go. Default: ${DEFAULT-VALUE}")
    private Path json = Path.of("");

    public static void main(String[] args) {
        System.exit(new CommandLine(new OrdersPerMinuteBenchmark()).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        if (quick) {
            rows = 200_000;
            rounds = 1;
        }
        Path directory = Files.createTempDirectory("tidemark-bench");
        try (LocalBroker broker = LocalBroker.startIn(directory.resolve("log"))) {
            System.out.printf(
                    "filling %s with %,d orders over %d partitions …%n", TOPIC, rows, partitions);
            OrderTopic.fill(broker.bootstrapServers(), TOPIC, partitions, rows, keys, seed);
            Rounds measured = new Rounds();
            for (int round = 0; round <= rounds; round++) {
                double copy =
                        rate(
                                copy(
                                        broker.bootstrapServers(),
                                        directory.resolve("copy" + round),
                                        round));
                double job =
                        rate(
                                job(
                                        broker.bootstrapServers(),
                                        directory.resolve("job" + round),
                                        round));
                System.out.printf(
                        Locale.ROOT,
                        "%-8s copy %,9.0f rows/s   orders-per-minute %,9.0f rows/s   ratio %.2f%n",
                        round == 0 ? "warm-up" : "round " + round,
                        copy,
                        job,
                        job / copy);
                if (round > 0) {
                    measured.add(job, copy);
                }
            }
            System.out.printf(
                    Locale.ROOT,
                    "median   copy %,9.0f rows/s   orders-per-minute %,9.0f rows/s   ratio %.2f%n",
                    measured.theirMedian(),
                    measured.ourMedian(),
                    measured.medianRatio());
            write(measured);
            return 0;
        } finally {
            FileUtils.deleteDirectoryQuietly(directory.toFile());
        }
    }

    private Duration copy(String servers, Path checkpoints, int round) throws Exception {
        StreamExecutionEnvironment env = BenchCluster.environment(checkpoints, parallelism);
        Properties client = new Properties();
        client.setProperty("bootstrap.servers", servers);
        Properties consumer = new Properties();
        consumer.putAll(client);
        consumer.setProperty("group.id", "copy" + round);
        KafkaOutput output =
                new KafkaOutput(
                        client,
                        DeliveryGuarantee.EXACTLY_ONCE,
                        "copy" + round,
                        Duration.ofMinutes(10));
        Topics.create(servers, "copy-" + round, partitions);
        CopyJob.build(env, TOPIC, "copy-" + round, partitions, consumer, output);
        return BenchCluster.run(env, "copy");
    }

    private Duration job(String servers, Path checkpoints, int round) throws Exception {
        StreamExecutionEnvironment env = BenchCluster.environment(checkpoints, parallelism);
        OrdersPerMinuteJob.JOB.build(
                env,
                "--bootstrap-servers=" + servers,
                "--topic=" + TOPIC,
                "--name=orders" + round,
                "--group=orders" + round,
                "--results-topic=results-" + round,
                "--late-topic=late-" + round,
                "--dead-letter-topic=dead-" + round,
                "--ledger-topic=ledger-" + round,
                "--watermark-delay=2s",
                "--until-end");
        return BenchCluster.run(env, "orders-per-minute");
    }

    private double rate(Duration duration) {
        return rows * 1000.0 / duration.toMillis();
    }

    private void write(Rounds measured) throws Exception {
        ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
        ObjectNode report = mapper.createObjectNode();
        report.put(
                "machine",
                Runtime.getRuntime().availableProcessors() + " cores, Java " + Runtime.version());
        report.put("rows", rows)
                .put("partitions", partitions)
                .put("parallelism", parallelism)
                .put("rounds", rounds);
        ArrayNode cases = report.putArray("cases");
        ObjectNode one = cases.addObject().put("case", "kafka-to-kafka").put("backend", "hashmap");
        one.putObject("events_per_s")
                .put("orders-per-minute", measured.ourMedian())
                .put("copy", measured.theirMedian());
        one.putObject("ratios").put("copy", measured.medianRatio());
        Path parent = json.toAbsolutePath().getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        mapper.writeValue(json.toFile(), report);
        System.out.println("written to " + json);
    }
}
