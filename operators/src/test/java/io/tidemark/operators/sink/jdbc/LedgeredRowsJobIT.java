package io.tidemark.operators.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tidemark.operators.testing.FailOnce;
import io.tidemark.operators.testing.SmallJob;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.apache.flink.api.common.RuntimeExecutionMode;
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

    private static final AtomicBoolean FAILED = new AtomicBoolean();

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
        FailOnce.arm();
        JobClient run = submit(2, null);
        await().atMost(Duration.ofMinutes(2)).until(() -> FailOnce.completedAfter() > 1);
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

    /** Without checkpoints: whoever fails reads all of his input again. */
    @Test
    void anUpsertInBatchModeHasAllRowsAlsoAfterAFailure() throws Exception {
        long rows = 2_000;
        FAILED.set(false);
        StreamExecutionEnvironment env = SmallJob.environment(1, null);
        env.setRuntimeMode(RuntimeExecutionMode.BATCH);
        VersionedUpsert<Long> latest =
                VersionedUpsert.into(
                                Table.<Long>named("latest").key("n", "bigint", n -> n),
                                LedgeredRowsJobIT::versionOrFailure,
                                TestDatabase.address())
                        .inBatchesOf(100, Duration.ofSeconds(1));
        latest.createIfAbsent();
        latest.preflight(env.getConfiguration());
        SmallJob.numbers(env, rows).sinkTo(latest).name("latest").uid("latest");
        env.execute();
        assertThat(FAILED).isTrue();
        assertThat(TestDatabase.rows("SELECT count(*), min(n), max(n) FROM latest_living"))
                .containsExactly(rows + "|0|" + (rows - 1));
    }

    private static Version versionOrFailure(long n) {
        if (n == 1_234 && FAILED.compareAndSet(false, true)) {
            throw new IllegalStateException("the failure that the test asks for");
        }
        return Version.of(n);
    }

    @Test
    void theOperatorsHaveStableUids() {
        StreamExecutionEnvironment env = SmallJob.environment(1, null);
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
        StreamExecutionEnvironment env = SmallJob.environment(parallelism, savepoint);
        build(env);
        return env.executeAsync();
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
        latest.preflight(env.getConfiguration());
        DataStream<Long> numbers = SmallJob.numbers(env, ROWS);
        numbers.sinkTo(once).name("once").uid("once");
        numbers.sinkTo(latest).name("latest").uid("latest");
    }

    private static List<String> rows() throws Exception {
        return TestDatabase.rows("SELECT n FROM once ORDER BY n");
    }
}
