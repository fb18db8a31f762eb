package io.tidemark.jobs.cli;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import org.apache.kafka.clients.CommonClientConfigs;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The arguments of a job that reads one topic and writes others; a job takes it into its command as
 * a picocli mixin.
 */
public final class KafkaJobArguments {

    @Option(
            names = "--bootstrap-servers",
            paramLabel = "HOST:PORT",
            defaultValue = "localhost:9092",
            description =
                    "Kafka brokers to ask first, separated by commas. Default: ${DEFAULT-VALUE}")
    private String bootstrapServers = "";

    @Option(
            names = "--kafka-properties",
            paramLabel = "FILE",
            description =
                    "Java properties file with settings for every Kafka client of the job, such as"
                            + " security.protocol and sasl.jaas.config. Read where the job is"
                            + " submitted")
    private @Nullable Path kafkaProperties;

    @Option(
            names = "--group",
            paramLabel = "NAME",
            description =
                    "Consumer group whose offsets tell outsiders how far the job has come; the job itself trusts its checkpoints."
                            + " Default: the job's name")
    private String group = "";

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description =
                    "Name of this run of the job in Flink and in the names of its Kafka transactions: unique among the jobs that write"
                            + " to one Kafka, the same after each restart. Default: the job's name")
    private String name = "";

    @Option(
            names = "--from",
            paramLabel = "PLACE",
            defaultValue = "earliest",
            converter = StartFrom.Converter.class,
            description =
                    "Where a first start reads from: earliest, latest, committed (what the group committed, else earliest) or"
                            + " timestamp:INSTANT (log time, ISO 8601). A start from a savepoint takes its own offsets. Default: ${DEFAULT-VALUE}")
    private StartFrom from = new StartFrom.Converter().convert("earliest");

    @Option(
            names = "--until-end",
            description =
                    "Stop at the end of the topic as it stands at the start; the last windows flush.")
    private boolean untilEnd;

    @Option(
            names = "--delivery",
            paramLabel = "GUARANTEE",
            defaultValue = "exactly-once",
            description =
                    "${COMPLETION-CANDIDATES}. Exactly-once results become visible when a checkpoint completes, to readers with"
                            + " isolation.level=read_committed. Default: ${DEFAULT-VALUE}")
    private Delivery delivery = Delivery.EXACTLY_ONCE;

    @Option(
            names = "--transaction-timeout",
            paramLabel = "DURATION",
            defaultValue = "15m",
            converter = DurationConverter.class,
            description =
                    "After how long the broker aborts a transaction that nobody ended: at least checkpoint interval + checkpoint timeout +"
                            + " --restart-allowance, at most the broker's transaction.max.timeout.ms. Default: ${DEFAULT-VALUE}")
    private Duration transactionTimeout = Duration.ZERO;

    @Option(
            names = "--restart-allowance",
            paramLabel = "DURATION",
            defaultValue = "1m",
            converter = DurationConverter.class,
            description =
                    "How long a crash and the restart after it may take before transactions are lost. Default: ${DEFAULT-VALUE}")
    private Duration restartAllowance = Duration.ZERO;

    @Option(
            names = "--output-partitions",
            paramLabel = "N",
            defaultValue = "4",
            description =
                    "Partitions of an output topic that the job has to create, 1 or more. Default: ${DEFAULT-VALUE}")
    private int outputPartitions;

    /**
     * The validated options.
     *
     * @param job the job's name, the default of {@code --name} and {@code --group}
     * @throws UsageException if a value is out of its range
     */
    public KafkaJobOptions options(String job) {
        Usage.require(
                !bootstrapServers.isBlank(),
                "--bootstrap-servers",
                bootstrapServers,
                "give HOST:PORT");
        Usage.require(
                outputPartitions >= 1, "--output-partitions", outputPartitions, "give 1 or more");
        Usage.require(
                transactionTimeout.toMillis() >= 1000,
                "--transaction-timeout",
                DurationConverter.format(transactionTimeout),
                "give 1s or more");
        Properties client = kafkaProperties();
        client.setProperty(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        return new KafkaJobOptions(
                client,
                group.isEmpty() ? job : group,
                name.isEmpty() ? job : name,
                from,
                untilEnd,
                delivery,
                transactionTimeout,
                restartAllowance,
                outputPartitions);
    }

    private Properties kafkaProperties() {
        Properties properties = new Properties();
        if (kafkaProperties != null) {
            try (Reader file = Files.newBufferedReader(kafkaProperties, StandardCharsets.UTF_8)) {
                properties.load(file);
            } catch (IOException | IllegalArgumentException unreadable) {
                throw new UsageException(
                        "--kafka-properties="
                                + kafkaProperties
                                + " can't be read ("
                                + unreadable
                                + "): give a Java properties file");
            }
        }
        return properties;
    }
}
