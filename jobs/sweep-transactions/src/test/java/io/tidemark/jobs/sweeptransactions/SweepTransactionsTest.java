package io.tidemark.jobs.sweeptransactions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.tidemark.jobs.sweeptransactions.RetainedCheckpoints.Retained;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.RunnableFuture;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.core.fs.CloseableRegistry;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.checkpoint.Checkpoints;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.checkpoint.metadata.CheckpointMetadata;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.state.DefaultOperatorStateBackend;
import org.apache.flink.runtime.state.DefaultOperatorStateBackendBuilder;
import org.apache.flink.runtime.state.OperatorStateHandle;
import org.apache.flink.runtime.state.SnapshotResult;
import org.apache.flink.runtime.state.memory.MemCheckpointStreamFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SweepTransactionsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--no-retained-checkpoints|--prefix",
                "--prefix=orders|--no-retained-checkpoints",
                "--prefix=orders --checkpoints=x --no-retained-checkpoints|contradicts",
                "--prefix= --no-retained-checkpoints|--prefix=: give the name",
                "--prefix=orders --no-retained-checkpoints --look-for=0s|--look-for=0s: give",
                "--prefix=orders --no-retained-checkpoints --sweep-all|--sweep-all",
                "--prefix=orders --checkpoints=/there/is/none|--checkpoints=/there/is/none: there is nothing",
            })
    void wrongUsageIsRefusedBeforeTheBrokerIsAsked(String line, String quoted) {
        StringWriter errors = new StringWriter();

        int status =
                SweepTransactions.run(
                        line.split(" ", -1),
                        new PrintWriter(new StringWriter()),
                        new PrintWriter(errors));

        assertThat(status).isEqualTo(SweepTransactions.WRONG_USAGE);
        assertThat(errors.toString()).contains(quoted);
    }

    @Test
    void theManualIsAnAnswer() {
        StringWriter out = new StringWriter();

        assertThat(
                        SweepTransactions.run(
                                new String[] {"--help"},
                                new PrintWriter(out),
                                new PrintWriter(new StringWriter())))
                .isEqualTo(SweepTransactions.DONE);
        assertThat(out.toString())
                .contains("--prefix", "--checkpoints", "--no-retained-checkpoints", "--dry-run");
    }

    @Test
    void allCheckpointsCountWhereverTheyLie(@TempDir Path directory) throws Exception {
        checkpoint(directory, "job-a/chk-7", 7);
        checkpoint(directory, "job-b/chk-12", 12);
        Path savepoint = checkpoint(directory, "savepoint-4", 4);
        Files.createDirectories(directory.resolve("job-a/shared"));

        assertThat(RetainedCheckpoints.all(List.of(directory.toString())))
                .extracting(Retained::number, Retained::path)
                .containsExactlyInAnyOrder(
                        tuple(7L, "file:" + directory.resolve("job-a/chk-7")),
                        tuple(12L, "file:" + directory.resolve("job-b/chk-12")),
                        tuple(4L, "file:" + savepoint));
        assertThat(
                        RetainedCheckpoints.all(
                                List.of(
                                        savepoint.toString(),
                                        directory.resolve("job-a").toUri().toString())))
                .extracting(Retained::number)
                .containsExactly(4L, 7L);
        assertThat(RetainedCheckpoints.all(List.of())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aCheckpointOwnsWhatStandsInTheStateOfItsSinks(boolean compressed, @TempDir Path directory)
            throws Exception {
        checkpoint(
                directory,
                "chk-20",
                20,
                sink("streaming_committer_raw_states", "..orders.out-0-17..", compressed),
                sink("writer_raw_states", "orders.out-1-18", compressed),
                sink("of another operator", "orders.out-2-18", compressed));

        Retained retained = RetainedCheckpoints.all(List.of(directory.toString())).get(0);

        assertThat(retained.owns("orders.out-0-17")).isTrue();
        assertThat(retained.owns("orders.out-1-18")).isTrue();
        assertThat(retained.owns("orders.out-0-1")).as("another's name begins with it").isFalse();
        assertThat(retained.owns("orders.out-0-5")).as("lower than the checkpoint").isFalse();
        assertThat(retained.owns("orders.out-2-18")).isFalse();
    }

    @Test
    void aPlaceWithoutCheckpointsAndABrokenOneAreRefused(@TempDir Path directory)
            throws IOException {
        assertThatThrownBy(() -> RetainedCheckpoints.all(List.of(directory.toString())))
                .hasMessageContainingAll(directory.toString(), "_metadata");
        Files.writeString(directory.resolve("_metadata"), "no checkpoint");
        assertThatThrownBy(() -> RetainedCheckpoints.all(List.of(directory.toString())))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("nothing was aborted");
    }

    @Test
    void checkpointsMayLieOnAFileSystemThatIsAPlugin(@TempDir Path directory) throws Exception {
        Path plugins = directory.resolve("plugins");
        PluggedFileSystem.plugInto(plugins);
        Path place = Files.createDirectories(directory.resolve("place"));
        ProcessBuilder sweep =
                new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        SweepTransactions.class.getName(),
                        "--prefix=orders",
                        "--checkpoints=" + PluggedFileSystem.SCHEME + "://" + place);
        sweep.environment().put("FLINK_PLUGINS_DIR", plugins.toString());
        sweep.environment().remove("FLINK_CONF_DIR");
        Process process = sweep.redirectErrorStream(true).start();
        String told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        // It has looked there: the broker is not asked any more.
        assertThat(told).contains("neither there nor below is a checkpoint or savepoint");
        assertThat(process.waitFor()).isEqualTo(SweepTransactions.WRONG_USAGE);
    }

    private static Path checkpoint(
            Path directory, String name, long number, OperatorState... operators)
            throws IOException {
        Path path = Files.createDirectories(directory.resolve(name));
        try (OutputStream out = Files.newOutputStream(path.resolve("_metadata"))) {
            Checkpoints.storeCheckpointMetadata(
                    new CheckpointMetadata(number, List.of(operators), List.of()), out);
        }
        return path;
    }

    private static OperatorState sink(String name, String text, boolean compressed)
            throws Exception {
        ExecutionConfig config = new ExecutionConfig();
        config.setUseSnapshotCompression(compressed);
        try (DefaultOperatorStateBackend backend =
                new DefaultOperatorStateBackendBuilder(
                                SweepTransactionsTest.class.getClassLoader(),
                                config,
                                false,
                                List.of(),
                                new CloseableRegistry())
                        .build()) {
            backend.getListState(
                            new ListStateDescriptor<>(name, BytePrimitiveArraySerializer.INSTANCE))
                    .add(text.getBytes(StandardCharsets.UTF_8));
            RunnableFuture<SnapshotResult<OperatorStateHandle>> snapshot =
                    backend.snapshot(
                            1,
                            1,
                            new MemCheckpointStreamFactory(10_000),
                            CheckpointOptions.forCheckpointWithDefaultLocation());
            snapshot.run();
            OperatorState operator = new OperatorState(null, null, new OperatorID(), 1, 128);
            operator.putState(
                    0,
                    OperatorSubtaskState.builder()
                            .setManagedOperatorState(snapshot.get().getJobManagerOwnedSnapshot())
                            .build());
            return operator;
        }
    }
}
