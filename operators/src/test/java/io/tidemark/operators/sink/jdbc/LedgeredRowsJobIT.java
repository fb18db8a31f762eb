package io.tidemark.operators.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.state.CheckpointListener;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamNode;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Both sinks in a job on a Flink cluster: a failure, a stop with savepoint, a rescale, an end. */
@ExtendWith(TestDatabase.class)
class LedgeredRowsJobIT {

    private static final long ROWS = 20_000;

    @RegisterExtension
    static final MiniClusterExtension CLUSTER =
            new MiniClusterExtension(
                    new MiniClusterResourceConfiguration.Builder()
                            .setNumberTaskManagers(1)
                            .setNumberSlotsPerTaskManager(4)
                            .build());

    @Test
    void eachRowIsThereOnceAfterAFailureAStopARescaleAndTheEnd(@TempDir Path directory)
            throws Exception {
        FailOnce.ARMED.set(true);
        JobClient run = submit(2, null);
        await().atMost(Duration.ofMinutes(2)).until(() -> FailOnce.COMPLETED_AFTER.get() > 1);
        String savepoint =
                run.stopWithSavepoint(false, directory.toString(), SavepointFormatType.CANONICAL)
                        .get(1, TimeUnit.MINUTES);
        List<String> stopped = rows();
        assertThat(stopped).doesNotHaveDuplicates();

        JobClient resumed = submit(1, savepoint);
        resumed.getJobExecutionResult().get(2, TimeUnit.MINUTES);
        assertThat(rows()).isEqualTo(LongStream.range(0, ROWS).mapToObj(Long::toString).toList());
        assertThat(TestDatabase.rows("SELECT count(*), min(n), max(n) FROM latest_living"))
                .containsExactly(ROWS + "|0|" + (ROWS - 1));
        assertThat(
                        TestDatabase.rows(
                                "SELECT DISTINCT lineage FROM tidemark_ledger WHERE sink = 'once'"))
                .containsExactly(run.getJobID().toHexString());

        // The same savepoint once more: refused, and not tried again.
        JobClient old = submit(1, savepoint);
        assertThatThrownBy(() -> old.getJobExecutionResult().get(2, TimeUnit.MINUTES))
                .hasStackTraceContaining("the ledger has committed checkpoint")
                .hasStackTraceContaining("The failure is not recoverable");
        assertThat(rows()).hasSize((int) ROWS);
    }

    @Test
    void theOperatorsHaveStableUids() {
        StreamExecutionEnvironment env = environment(1, null);
        build(env);
        assertThat(
                        env.getStreamGraph(false).getStreamNodes().stream()
                                .map(StreamNode::getTransformationUID))
                .containsExactlyInAnyOrder(
                        "numbers",
                        "fail-once",
                        "once",
                        "once: checkpoint-stamp",
                        "Sink Committer: once",
                        "latest");
    }

    private static JobClient submit(int parallelism, @Nullable String savepoint) throws Exception {
        StreamExecutionEnvironment env = environment(parallelism, savepoint);
        build(env);
        return env.executeAsync();
    }

    private static StreamExecutionEnvironment environment(
            int parallelism, @Nullable String savepoint) {
        Configuration settings = new Configuration();
        settings.set(PipelineOptions.AUTO_GENERATE_UIDS, false);
        settings.set(PipelineOptions.GENERIC_TYPES, false);
        settings.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(200));
        settings.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
        settings.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 1000);
        settings.set(
                RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(10));
        if (savepoint != null) {
            settings.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
        }
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.getExecutionEnvironment(settings);
        env.setParallelism(parallelism);
        return env;
    }

    private static void build(StreamExecutionEnvironment env) {
        LedgeredRows<Long> once =
                LedgeredRows.appendingTo(
                                Table.<Long>named("once").value("n", "bigint", n -> n),
                                TestDatabase.address())
                        .named("once");
        once.createIfAbsent();
        once.preflight(env.getConfiguration());
        VersionedUpsert<Long> latest =
                VersionedUpsert.into(
                        Table.<Long>named("latest").key("n", "bigint", n -> n),
                        Version::of,
                        TestDatabase.address());
        latest.createIfAbsent();
        latest.preflight();
        DataStream<Long> numbers =
                env.fromSource(
                                new DataGeneratorSource<>(
                                        n -> n,
                                        ROWS,
                                        RateLimiterStrategy.perSecond(2_000),
                                        Types.LONG),
                                WatermarkStrategy.noWatermarks(),
                                "numbers")
                        .uid("numbers")
                        .map(new FailOnce())
                        .returns(Types.LONG)
                        .uid("fail-once");
        numbers.sinkTo(once).name("once").uid("once");
        numbers.sinkTo(latest).name("latest").uid("latest");
    }

    private static List<String> rows() throws Exception {
        return TestDatabase.rows("SELECT n FROM once ORDER BY n");
    }

    /** Fails once, some rows after a checkpoint completed. */
    private static final class FailOnce implements MapFunction<Long, Long>, CheckpointListener {

        private static final long serialVersionUID = 1L;

        static final AtomicBoolean ARMED = new AtomicBoolean();

        /** How many checkpoints completed behind the failure, told to each subtask. */
        static final AtomicInteger COMPLETED_AFTER = new AtomicInteger();

        private transient int completed;

        @Override
        public Long map(Long value) {
            if (completed >= 2 && value % 50 == 0 && ARMED.compareAndSet(true, false)) {
                throw new IllegalStateException("the failure that the test asks for");
            }
            return value;
        }

        @Override
        public void notifyCheckpointComplete(long id) {
            completed++;
            if (!ARMED.get()) {
                COMPLETED_AFTER.incrementAndGet();
            }
        }
    }
}
