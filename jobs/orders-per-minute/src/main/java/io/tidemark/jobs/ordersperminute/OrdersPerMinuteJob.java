package io.tidemark.jobs.ordersperminute;

import io.tidemark.jobs.cli.KafkaJobOptions;
import io.tidemark.operators.deadletter.DeadLetter;
import io.tidemark.operators.deadletter.DeadLetterJson;
import io.tidemark.operators.deadletter.DeadLetteringDeserializer;
import io.tidemark.operators.late.LateJson;
import io.tidemark.operators.late.LedgerJson;
import io.tidemark.operators.sink.KafkaOutput;
import io.tidemark.operators.sink.KafkaPreflight;
import io.tidemark.operators.sink.TopicPlan;
import io.tidemark.operators.source.GuardedKafkaSource;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.types.Either;

/**
 * Starts {@code orders-per-minute}: options, then source and sinks, then the topology, then Flink.
 */
public final class OrdersPerMinuteJob {

    private OrdersPerMinuteJob() {}

    /**
     * Submits the job to the Flink cluster in whose context it is called; {@code --help} says what
     * it takes.
     *
     * @throws io.tidemark.jobs.cli.UsageException if the arguments are wrong
     * @throws io.tidemark.operators.sink.PreflightException if Kafka or Flink's settings would not
     *     let it keep its promises
     */
    public static void main(String[] args) throws Exception {
        PrintWriter out =
                new PrintWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8));
        Optional<OrdersPerMinuteOptions> options = options(args, out);
        if (options.isPresent()) {
            StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
            build(env, options.get());
            env.execute(options.get().kafka().name());
        }
    }

    /**
     * Puts the whole job, from topic to topics, into an environment of the caller's, without
     * starting it; the arguments are those of {@link #main}.
     *
     * @throws IllegalArgumentException if the arguments are wrong, or only ask for the manual
     */
    public static void build(StreamExecutionEnvironment env, String... args) {
        StringWriter answer = new StringWriter();
        OrdersPerMinuteOptions options =
                new OrdersPerMinuteCommand()
                        .parse(args, new PrintWriter(answer))
                        .orElseThrow(
                                () ->
                                        new IllegalArgumentException(
                                                "the arguments ask for an answer, not for a job: "
                                                        + answer));
        build(env, options);
    }

    /**
     * The options that the arguments amount to, or nothing if they asked for an answer that was
     * printed.
     *
     * @throws io.tidemark.jobs.cli.UsageException if the arguments are wrong
     */
    public static Optional<OrdersPerMinuteOptions> options(String[] args, PrintWriter out) {
        return new OrdersPerMinuteCommand().parse(args, out);
    }

    /** The job's own source: the topic of the orders. */
    public static GuardedKafkaSource<Either<DeadLetter, Order>> source(
            OrdersPerMinuteOptions options) {
        KafkaJobOptions kafka = options.kafka();
        return GuardedKafkaSource.reading(
                options.topics().orders(),
                kafka.consumer(),
                kafka.from().offsets(),
                kafka.untilEnd(),
                DeadLetteringDeserializer.of(
                        new OrderDecoder(options.fields(), options.earliest().toEpochMilli()),
                        Order.TYPE));
    }

    /**
     * Puts the whole job, from topic to topics, into an environment, after asking Kafka whether it
     * can run.
     *
     * @throws IllegalArgumentException if Flink is set to batch mode, or to checkpoints that are
     *     not exactly-once
     * @throws io.tidemark.operators.sink.PreflightException if Kafka or Flink's settings would not
     *     let it keep its promises
     */
    public static void build(StreamExecutionEnvironment env, OrdersPerMinuteOptions options) {
        build(env, options, source(options));
    }

    /** The same job behind another source of the same records. */
    public static void build(
            StreamExecutionEnvironment env,
            OrdersPerMinuteOptions options,
            Source<Either<DeadLetter, Order>, ?, ?> source) {
        requireStreaming(env.getConfiguration());
        requireConsistentState(env.getConfiguration());
        Configuration settings = new Configuration();
        settings.set(PipelineOptions.AUTO_GENERATE_UIDS, false);
        settings.set(PipelineOptions.GENERIC_TYPES, false);
        env.configure(settings);

        KafkaJobOptions kafka = options.kafka();
        KafkaOutput output = kafka.output();
        int partitions;
        try (KafkaPreflight preflight = KafkaPreflight.connect(kafka.client())) {
            partitions = preflight.partitions(options.topics().orders());
            preflight.checkDelivery(output, env.getConfiguration(), kafka.restartAllowance());
            preflight.ensure(outputTopics(options));
        }

        // More readers than partitions would only be idle, and an idle reader has no say in the
        // watermark.
        DataStream<Either<DeadLetter, Order>> records =
                env.fromSource(
                                source,
                                OrdersPerMinuteTopology.watermarks(options),
                                OrdersPerMinuteTopology.SOURCE_UID)
                        .uid(OrdersPerMinuteTopology.SOURCE_UID)
                        .setParallelism(Math.min(env.getParallelism(), partitions));

        write(OrdersPerMinuteTopology.of(records, options), options.topics(), output);
    }

    private static void write(
            OrdersPerMinuteTopology.Outputs outputs,
            OrdersPerMinuteOptions.Topics topics,
            KafkaOutput kafka) {
        outputs.results()
                .sinkTo(
                        kafka.to(
                                topics.results(),
                                OrdersPerMinuteTopology.RESULTS_SINK_UID,
                                ResultJson::key,
                                ResultJson::value))
                .uid(OrdersPerMinuteTopology.RESULTS_SINK_UID)
                .name(OrdersPerMinuteTopology.RESULTS_SINK_UID);
        outputs.late()
                .sinkTo(
                        kafka.to(
                                topics.late(),
                                OrdersPerMinuteTopology.LATE_SINK_UID,
                                null,
                                late -> LateJson.write(late, late.event().json())))
                .uid(OrdersPerMinuteTopology.LATE_SINK_UID)
                .name(OrdersPerMinuteTopology.LATE_SINK_UID);
        outputs.deadLetters()
                .sinkTo(
                        kafka.to(
                                topics.deadLetters(),
                                OrdersPerMinuteTopology.DEAD_LETTER_SINK_UID,
                                null,
                                DeadLetterJson::write))
                .uid(OrdersPerMinuteTopology.DEAD_LETTER_SINK_UID)
                .name(OrdersPerMinuteTopology.DEAD_LETTER_SINK_UID);
        outputs.ledger()
                .sinkTo(
                        kafka.to(
                                topics.ledger(),
                                OrdersPerMinuteTopology.LEDGER_SINK_UID,
                                null,
                                LedgerJson::write))
                .uid(OrdersPerMinuteTopology.LEDGER_SINK_UID)
                .name(OrdersPerMinuteTopology.LEDGER_SINK_UID);
    }

    private static List<TopicPlan> outputTopics(OrdersPerMinuteOptions options) {
        int partitions = options.kafka().outputPartitions();
        return List.of(
                TopicPlan.table(options.topics().results(), partitions),
                TopicPlan.log(options.topics().late(), partitions)
                        .takingMessagesOf(KafkaOutput.MAX_MESSAGE_BYTES),
                TopicPlan.log(options.topics().deadLetters(), partitions),
                TopicPlan.keptLog(options.topics().ledger(), 1));
    }

    /**
     * Whatever the delivery: a checkpoint whose state is ahead of its offsets makes repeats and
     * late events of what is read again.
     */
    private static void requireConsistentState(ReadableConfig config) {
        CheckpointingMode mode = config.get(CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE);
        if (mode != CheckpointingMode.EXACTLY_ONCE) {
            throw new IllegalArgumentException(
                    CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE.key()
                            + "="
                            + mode
                            + ": after a crash, orders that are read again would be taken for repeats and for late. Set EXACTLY_ONCE;"
                            + " --delivery at-least-once weakens the outputs alone");
        }
    }

    private static void requireStreaming(ReadableConfig config) {
        if (config.get(ExecutionOptions.RUNTIME_MODE) != RuntimeExecutionMode.STREAMING) {
            throw new IllegalArgumentException(
                    ExecutionOptions.RUNTIME_MODE.key()
                            + "="
                            + config.get(ExecutionOptions.RUNTIME_MODE)
                            + ": batch mode knows no lateness and would give another answer. Set STREAMING, and --until-end for a bounded run");
        }
    }
}
