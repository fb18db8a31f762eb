package io.tidemark.jobs.orders;

import io.tidemark.jobs.cli.JobCommand;
import io.tidemark.jobs.cli.KafkaJobOptions;
import io.tidemark.jobs.orders.AdmittedOrders.Outputs;
import io.tidemark.operators.deadletter.DeadLetter;
import io.tidemark.operators.deadletter.DeadLetterJson;
import io.tidemark.operators.deadletter.DeadLetteringDeserializer;
import io.tidemark.operators.late.Late;
import io.tidemark.operators.late.LateJson;
import io.tidemark.operators.late.LedgerJson;
import io.tidemark.operators.late.SummaryJson;
import io.tidemark.operators.sink.kafka.KafkaOutput;
import io.tidemark.operators.sink.kafka.KafkaPreflight;
import io.tidemark.operators.sink.kafka.TopicPlan;
import io.tidemark.operators.source.GuardedKafkaSource;
import io.tidemark.operators.source.ReadUntil;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamSink;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.types.Either;
import org.apache.flink.util.function.SerializableFunction;
import org.jspecify.annotations.Nullable;

/**
 * A job over orders, from a topic to topics: options, then source and sinks, then the topology,
 * then Flink.
 *
 * @param <O> the type of its options
 * @param <R> the type of its rows
 */
public final class OrderJob<O extends OrderOptions.Of, R> {

    static final String SOURCE_UID = "orders-source";
    static final String RESULTS_SINK_UID = "results-sink";
    static final String LATE_SINK_UID = "late-sink";
    static final String DEAD_LETTER_SINK_UID = "dead-letter-sink";
    static final String LEDGER_SINK_UID = "ledger-sink";
    static final String SUMMARY_SINK_UID = "summary-sink";
    private static final List<String> SINK_UIDS =
            List.of(RESULTS_SINK_UID, LATE_SINK_UID, DEAD_LETTER_SINK_UID, LEDGER_SINK_UID);

    private final Supplier<? extends JobCommand<O>> command;
    final BiFunction<DataStream<Either<DeadLetter, Order>>, O, Outputs<R>> topology;
    final SerializableFunction<R, byte[]> key;
    final SerializableFunction<R, byte[]> value;

    private OrderJob(
            Supplier<? extends JobCommand<O>> command,
            BiFunction<DataStream<Either<DeadLetter, Order>>, O, Outputs<R>> topology,
            SerializableFunction<R, byte[]> key,
            SerializableFunction<R, byte[]> value) {
        this.command = command;
        this.topology = topology;
        this.key = key;
        this.value = value;
    }

    /**
     * A job made of its parts.
     *
     * @param command a new command line
     * @param topology the wiring between records and outputs
     * @param key the message key of a row: the last message of a key is the truth
     * @param value the message value of a row; null takes the row of that key back
     */
    public static <O extends OrderOptions.Of, R> OrderJob<O, R> of(
            Supplier<? extends JobCommand<O>> command,
            BiFunction<DataStream<Either<DeadLetter, Order>>, O, Outputs<R>> topology,
            SerializableFunction<R, byte[]> key,
            SerializableFunction<R, byte[]> value) {
        return new OrderJob<>(command, topology, key, value);
    }

    /**
     * Submits the job to the Flink cluster in whose context it is called; {@code --help} says what
     * it takes.
     *
     * @param answers where a manual or a description goes
     * @throws io.tidemark.jobs.cli.UsageException if the arguments are wrong
     * @throws io.tidemark.operators.sink.PreflightException if Kafka or Flink's settings would not
     *     let it keep its promises
     */
    public void submit(String[] args, PrintStream answers) throws Exception {
        PrintWriter out = new PrintWriter(new OutputStreamWriter(answers, StandardCharsets.UTF_8));
        Optional<O> options = options(args, out);
        if (options.isPresent()) {
            StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
            build(env, options.get());
            env.execute(options.get().orders().kafka().name());
        }
    }

    /**
     * The options that the arguments amount to, or nothing if they asked for an answer that was
     * printed.
     *
     * @throws io.tidemark.jobs.cli.UsageException if the arguments are wrong
     */
    public Optional<O> options(String[] args, PrintWriter out) {
        return command.get().parse(args, out);
    }

    /** The source of the job: the topic of the orders. */
    public static GuardedKafkaSource<Either<DeadLetter, Order>> source(OrderOptions options) {
        KafkaJobOptions kafka = options.kafka();
        return GuardedKafkaSource.reading(
                options.topics().orders(),
                kafka.consumer(),
                kafka.from().offsets(),
                kafka.untilEnd() ? ReadUntil.endOfLog() : ReadUntil.stopped(),
                deserializer(options));
    }

    /** How the records of that topic are read. */
    static DeadLetteringDeserializer<Order> deserializer(OrderOptions options) {
        return DeadLetteringDeserializer.of(
                new OrderDecoder(options.fields(), options.earliest().toEpochMilli()), Order.TYPE);
    }

    /**
     * Puts the whole job, from topic to topics, into an environment of the caller's, without
     * starting it; the arguments are those of {@link #submit}.
     *
     * @throws IllegalArgumentException if the arguments are wrong, or only ask for the manual
     */
    public void build(StreamExecutionEnvironment env, String... args) {
        StringWriter answer = new StringWriter();
        O options =
                options(args, new PrintWriter(answer))
                        .orElseThrow(
                                () ->
                                        new IllegalArgumentException(
                                                "the arguments ask for an answer, not for a job: "
                                                        + answer));
        build(env, options);
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
    public void build(StreamExecutionEnvironment env, O options) {
        build(env, options, source(options.orders()));
    }

    /** The same job behind another source of the same records. */
    public void build(
            StreamExecutionEnvironment env,
            O options,
            Source<Either<DeadLetter, Order>, ?, ?> source) {
        requireStreaming(env.getConfiguration());
        requireConsistentState(env.getConfiguration());
        Configuration settings = new Configuration();
        settings.set(PipelineOptions.AUTO_GENERATE_UIDS, false);
        settings.set(PipelineOptions.GENERIC_TYPES, false);
        env.configure(settings);

        OrderOptions orders = options.orders();
        KafkaJobOptions kafka = orders.kafka();
        List<String> sinks = sinks(orders);
        KafkaOutput output = kafka.output(sinks);
        int partitions;
        try (KafkaPreflight preflight = KafkaPreflight.connect(kafka.client())) {
            partitions = preflight.partitions(orders.topics().orders());
            preflight.checkDelivery(output, env.getConfiguration(), kafka.restartAllowance());
            preflight.checkAlone(output, sinks, env.getConfiguration(), kafka.aloneCheck());
            List<TopicPlan> plans = outputTopics(orders);
            preflight.ensure(plans);
            List<String> topics = plans.stream().map(TopicPlan::name).toList();
            preflight.checkReplication(topics);
            preflight.checkReaders(
                    output, sinks, topics, env.getConfiguration(), kafka.aloneCheck());
        }

        // More readers than partitions would only be idle, and an idle reader has no say in the
        // watermark.
        DataStream<Either<DeadLetter, Order>> records =
                env.fromSource(source, AdmittedOrders.watermarks(orders), SOURCE_UID)
                        .uid(SOURCE_UID)
                        .setParallelism(Math.min(env.getParallelism(), partitions));

        write(topology.apply(records, options), orders, output);
    }

    /** The uids of what {@link #write(Outputs, OrderOptions, KafkaOutput)} adds. */
    private static List<String> sinks(OrderOptions options) {
        List<String> sinks = new ArrayList<>(SINK_UIDS);
        if (options.topics().summary() != null) {
            sinks.add(SUMMARY_SINK_UID);
        }
        return sinks;
    }

    private void write(Outputs<R> outputs, OrderOptions options, KafkaOutput kafka) {
        OrderOptions.Topics topics = options.topics();
        write(outputs.results(), kafka, topics.results(), RESULTS_SINK_UID, key, value);
        write(outputs.late(), kafka, topics.late(), LATE_SINK_UID, null, OrderJob::lateJson);
        write(
                outputs.deadLetters(),
                kafka,
                topics.deadLetters(),
                DEAD_LETTER_SINK_UID,
                null,
                DeadLetterJson::write);
        write(outputs.ledger(), kafka, topics.ledger(), LEDGER_SINK_UID, null, LedgerJson::write);
        if (topics.summary() != null) {
            write(
                            outputs.summary(options.summaryEvery()),
                            kafka,
                            topics.summary(),
                            SUMMARY_SINK_UID,
                            null,
                            SummaryJson::write)
                    .setParallelism(1);
        }
    }

    /** Behind a shuffle only the order itself knows its partition. */
    static byte[] lateJson(Late<Order> late) {
        Order order = late.event();
        return LateJson.write(late.inPartition(order.partition()), order.json());
    }

    private static <T> DataStreamSink<T> write(
            DataStream<T> output,
            KafkaOutput kafka,
            String topic,
            String uid,
            @Nullable SerializableFunction<T, byte[]> key,
            SerializableFunction<T, byte[]> value) {
        return output.sinkTo(kafka.to(topic, uid, key, value)).uid(uid).name(uid);
    }

    private static List<TopicPlan> outputTopics(OrderOptions options) {
        int partitions = options.kafka().outputPartitions();
        OrderOptions.Topics topics = options.topics();
        List<TopicPlan> plans = new ArrayList<>();
        plans.add(TopicPlan.table(topics.results(), partitions));
        plans.add(
                TopicPlan.log(topics.late(), partitions)
                        .takingMessagesOf(KafkaOutput.MAX_MESSAGE_BYTES));
        plans.add(TopicPlan.log(topics.deadLetters(), partitions));
        plans.add(TopicPlan.keptLog(topics.ledger(), 1));
        if (topics.summary() != null) {
            // The last one has the totals, so older ones may go; one partition, so that there is a
            // last one.
            plans.add(TopicPlan.log(topics.summary(), 1));
        }
        return plans;
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
