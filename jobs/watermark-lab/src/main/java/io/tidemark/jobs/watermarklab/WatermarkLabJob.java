package io.tidemark.jobs.watermarklab;

import io.tidemark.jobs.cli.UsageException;
import io.tidemark.operators.deadletter.DeadLetter;
import io.tidemark.operators.deadletter.DeadLetteringDeserializer;
import io.tidemark.operators.disorder.Arrival;
import io.tidemark.operators.sink.kafka.KafkaPreflight;
import io.tidemark.operators.source.GuardedKafkaSource;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.connector.file.src.FileSource;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.types.Either;

/** The lab as a Flink job: options → file or topic → study → report. */
public final class WatermarkLabJob {

    static final String SOURCE_UID = "trace-source";
    static final String REPORT_UID = "report";

    private WatermarkLabJob() {}

    /**
     * Runs the job in the Flink cluster in whose context it is called; {@code --help} says what it
     * takes.
     *
     * @throws UsageException if the arguments are wrong
     */
    public static void main(String[] args) throws Exception {
        PrintWriter out =
                new PrintWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8));
        Optional<WatermarkLabOptions> options = new WatermarkLabCommand().parse(args, out);
        if (options.isPresent()) {
            ReportDirectory.prepare(options.get().output());
            StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
            build(env, options.get());
            env.execute("watermark-lab");
        }
    }

    /**
     * Puts the whole job into an environment of the caller's, without starting it; the arguments
     * are those of {@link #main}.
     *
     * @throws IllegalArgumentException if the arguments are wrong, or only ask for the manual
     */
    public static void build(StreamExecutionEnvironment env, String... args) {
        build(env, options(args));
    }

    /** The same as far as the arrivals: what it takes to read them, without studying them. */
    public static DataStream<Arrival> read(StreamExecutionEnvironment env, String... args) {
        return arrivals(env, options(args));
    }

    private static WatermarkLabOptions options(String... args) {
        return new WatermarkLabCommand()
                .parse(args, new PrintWriter(new StringWriter()))
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "the arguments ask for an answer, not for a job"));
    }

    static void build(StreamExecutionEnvironment env, WatermarkLabOptions options) {
        WatermarkLabTopology.of(arrivals(env, options), options)
                .sinkTo(new ReportSink(options))
                .name(REPORT_UID)
                .uid(REPORT_UID)
                .setParallelism(1);
    }

    private static SingleOutputStreamOperator<Arrival> arrivals(
            StreamExecutionEnvironment env, WatermarkLabOptions options) {
        Configuration settings = new Configuration();
        settings.set(PipelineOptions.AUTO_GENERATE_UIDS, false);
        settings.set(PipelineOptions.GENERIC_TYPES, false);
        env.configure(settings);
        return options.input() instanceof TraceInput.OfFile file
                ? WatermarkLabTopology.ofLines(lines(env, file), file)
                : WatermarkLabTopology.ofRecords(
                        records(env, (TraceInput.OfTopic) options.input()));
    }

    private static DataStream<TraceLine> lines(
            StreamExecutionEnvironment env, TraceInput.OfFile file) {
        FileSource<TraceLine> source =
                FileSource.forBulkFileFormat(new TraceLines(), new Path(file.path())).build();
        return env.fromSource(source, WatermarkStrategy.noWatermarks(), SOURCE_UID)
                .uid(SOURCE_UID)
                .setParallelism(1);
    }

    private static DataStream<Either<DeadLetter, Arrival>> records(
            StreamExecutionEnvironment env, TraceInput.OfTopic topic) {
        try (KafkaPreflight preflight = KafkaPreflight.connect(topic.consumer())) {
            preflight.partitions(topic.topic());
        }
        return env.fromSource(
                        GuardedKafkaSource.reading(
                                topic.topic(),
                                topic.consumer(),
                                topic.from().offsets(),
                                topic.until(),
                                DeadLetteringDeserializer.of(
                                        new TraceDecoder(topic.fields()),
                                        TypeInformation.of(Arrival.class))),
                        WatermarkStrategy.noWatermarks(),
                        SOURCE_UID)
                .uid(SOURCE_UID);
    }
}
