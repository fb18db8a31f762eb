package io.tidemark.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.jobs.orders.OrderJob;
import io.tidemark.jobs.ordersperminute.OrdersPerMinuteJob;
import io.tidemark.jobs.rollingspend.RollingSpendJob;
import io.tidemark.jobs.trendingproducts.TrendingProductsJob;
import io.tidemark.jobs.usersessions.UserSessionsJob;
import io.tidemark.jobs.watermarklab.WatermarkLabJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.CompositeType;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.api.java.typeutils.EitherTypeInfo;
import org.apache.flink.api.java.typeutils.GenericTypeInfo;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a savepoint hangs on: the uids of the jobs, and types that Flink can serialize by itself.
 */
@ExtendWith(OnRealParts.class)
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class JobGraphIT {

    /**
     * A job, and the uids of what is its own. Changing one loses the state of a running job: do it
     * only with a plan for its savepoints.
     */
    private record Job(String name, JobStart.Wiring wiring, String... ownUids) {

        @Override
        public String toString() {
            return name;
        }
    }

    /** The uids that all these jobs have; the same holds for them. */
    private static final String[] SHARED_UIDS = {
        "orders-source",
        "dead-letters",
        "lateness-gate",
        "deduplication",
        "results-sink",
        "Sink Committer: results-sink",
        "late-sink",
        "Sink Committer: late-sink",
        "dead-letter-sink",
        "Sink Committer: dead-letter-sink",
        "ledger-sink",
        "Sink Committer: ledger-sink",
    };

    static Stream<Job> jobs() {
        return Stream.of(
                job("orders-per-minute", OrdersPerMinuteJob.JOB, "orders-in-window"),
                job("rolling-spend", RollingSpendJob.JOB, "spend-as-of-order"),
                job(
                        "trending-products",
                        TrendingProductsJob.JOB,
                        "products-in-window",
                        "products-never-idle",
                        "top-in-window",
                        "no-late-totals"),
                job("user-sessions", UserSessionsJob.JOB, "orders-in-session"),
                job(
                        "orders-per-minute with a summary",
                        OrdersPerMinuteJob.JOB,
                        List.of("--summary-topic=orders-summary"),
                        "orders-in-window",
                        "lateness-summary-late",
                        "lateness-summary-ledger",
                        "lateness-summary",
                        "summary-sink",
                        "Sink Committer: summary-sink"));
    }

    private static Job job(String name, OrderJob<?, ?> job, String... ownUids) {
        return job(name, job, List.of(), ownUids);
    }

    private static Job job(String name, OrderJob<?, ?> job, List<String> more, String... ownUids) {
        return new Job(
                name,
                (env, options, valve) ->
                        build(
                                job,
                                more,
                                env,
                                "--bootstrap-servers="
                                        + options.orders()
                                                .kafka()
                                                .client()
                                                .getProperty("bootstrap.servers"),
                                "--topic=" + options.orders().topics().orders(),
                                "--allowed-lateness=1m"),
                ownUids);
    }

    private static void build(
            OrderJob<?, ?> job,
            List<String> more,
            StreamExecutionEnvironment env,
            String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(more);
        job.build(env, all.toArray(String[]::new));
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void uidsAreThese(Job job, RealParts parts) {
        StreamGraph graph = Scene.with(parts, 1).job().wiredBy(job.wiring()).graph();

        List<String> uids = new ArrayList<>();
        graph.getStreamNodes()
                .forEach(node -> uids.add(String.valueOf(node.getTransformationUID())));
        List<String> expected = new ArrayList<>(List.of(SHARED_UIDS));
        expected.addAll(List.of(job.ownUids()));
        assertThat(uids).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(graph.getJobConfiguration().get(PipelineOptions.AUTO_GENERATE_UIDS)).isFalse();
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void noTypeFallsToKryo(Job job, RealParts parts) {
        StreamExecutionEnvironment env =
                Scene.with(parts, 1).job().wiredBy(job.wiring()).environment();

        Set<TypeInformation<?>> types = types(env);
        assertThat(types).hasSizeGreaterThan(10);
        assertThat(types).noneMatch(type -> type instanceof GenericTypeInfo);
        assertThat(env.getConfiguration().get(PipelineOptions.GENERIC_TYPES)).isFalse();
    }

    /** The lab keeps nothing for a next run, but a restart of a run hangs on these. */
    @ParameterizedTest
    @ValueSource(strings = {"file", "topic"})
    void theLabsUidsAreTheseAndNoTypeFallsToKryo(
            String input, @TempDir Path directory, RealParts parts) throws IOException {
        StreamExecutionEnvironment env = new StreamExecutionEnvironment(new Configuration());
        WatermarkLabJob.build(env, labArguments(input, directory, parts));

        Set<TypeInformation<?>> types = types(env);
        assertThat(types).hasSizeGreaterThan(5);
        assertThat(types).noneMatch(type -> type instanceof GenericTypeInfo);
        StreamGraph graph = env.getStreamGraph();
        assertThat(graph.getStreamNodes())
                .extracting(node -> String.valueOf(node.getTransformationUID()))
                .containsExactlyInAnyOrder("trace-source", "trace-reader", "delay-study", "report");
        assertThat(graph.getJobConfiguration().get(PipelineOptions.AUTO_GENERATE_UIDS)).isFalse();
        assertThat(graph.getJobConfiguration().get(PipelineOptions.GENERIC_TYPES)).isFalse();
    }

    private static String[] labArguments(String input, Path directory, RealParts parts)
            throws IOException {
        if (input.equals("topic")) {
            return new String[] {
                "--topic=" + Scene.with(parts, 1).topic(),
                "--bootstrap-servers=" + parts.bootstrapServers()
            };
        }
        Path file = directory.resolve("trace.csv");
        Files.writeString(file, "event_ms,arrival_ms,key\n");
        return new String[] {"--input=" + file};
    }

    @Test
    void mutantWithATypeThatFallsToKryoIsCaught() {
        StreamExecutionEnvironment env = new StreamExecutionEnvironment(new Configuration());
        env.fromData("an order")
                .map(text -> new Holder(text))
                .returns(Holder.class)
                .sinkTo(new DiscardingSink<>());

        assertThat(types(env)).anyMatch(type -> type instanceof GenericTypeInfo);
    }

    /** A type that Flink knows, around one that it does not. */
    public record Holder(Object held) {}

    /** The types of all streams of a job, and the types within them. */
    private static Set<TypeInformation<?>> types(StreamExecutionEnvironment env) {
        Set<TypeInformation<?>> types = new LinkedHashSet<>();
        for (Transformation<?> end : env.getTransformations()) {
            for (Transformation<?> each : end.getTransitivePredecessors()) {
                collect(each.getOutputType(), types);
            }
        }
        return types;
    }

    private static void collect(TypeInformation<?> type, Set<TypeInformation<?>> types) {
        if (!types.add(type)) {
            return;
        }
        if (type instanceof EitherTypeInfo<?, ?> either) {
            collect(either.getLeftType(), types);
            collect(either.getRightType(), types);
        }
        type.getGenericParameters().values().forEach(part -> collect(part, types));
        if (type instanceof CompositeType<?> composite) {
            for (int i = 0; i < composite.getArity(); i++) {
                collect(composite.getTypeAt(i), types);
            }
        }
    }
}
