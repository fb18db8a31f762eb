package io.tidemark.jobs.cli;

import io.tidemark.operators.sink.kafka.LostTransactions;
import java.time.Duration;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The arguments of a job that reads one topic and writes others; a job takes it into its command as
 * a picocli mixin.
 */
public final class KafkaJobArguments {

    @Mixin private KafkaClientArguments client = new KafkaClientArguments();

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
                    "After how long the broker aborts a transaction that nobody ended: at least (1 + tolerable-failed-checkpoints) x (the longer"
                            + " of checkpoint interval and checkpoint timeout + min-pause) + checkpoint timeout +"
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
            names = "--lost-transactions",
            paramLabel = "POLICY",
            defaultValue = "fail",
            description =
                    "What to do when a transaction of a completed checkpoint turns out to be lost, because it timed out or"
                            + " somebody fenced it: fail ends the job and says what is lost; count goes on without those records."
                            + " Both count them, in the metrics lostTransactions and lostRecords. Default: ${DEFAULT-VALUE}")
    private LostTransactions lostTransactions = LostTransactions.FAIL;

    @Option(
            names = "--allow-older-checkpoint",
            description =
                    "Start also from a checkpoint after which results are visible already: they are written twice. Without it,"
                            + " such a start is refused")
    private boolean allowOlderCheckpoint;

    @Option(
            names = "--alone-check",
            paramLabel = "DURATION",
            defaultValue = "2m",
            converter = DurationConverter.class,
            description =
                    "Where transactions of this name are open, look for the longer of two checkpoint intervals and 10s, but no longer than this,"
                            + " whether another living job holds them, and refuse to start beside it; and, for the same time, check whether"
                            + " other jobs' open transactions hide what this job writes. A program that runs inside the JobManager looks for"
                            + " three intervals, and with high availability not at all. 0s does not look. Default: ${DEFAULT-VALUE}")
    private Duration aloneCheck = Duration.ZERO;

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
                outputPartitions >= 1, "--output-partitions", outputPartitions, "give 1 or more");
        Usage.require(
                transactionTimeout.toMillis() >= 1000,
                "--transaction-timeout",
                DurationConverter.format(transactionTimeout),
                "give 1s or more");
        return new KafkaJobOptions(
                client.client(),
                group.isEmpty() ? job : group,
                name.isEmpty() ? job : name,
                from,
                untilEnd,
                delivery,
                transactionTimeout,
                restartAllowance,
                lostTransactions,
                allowOlderCheckpoint,
                aloneCheck,
                outputPartitions);
    }
}
