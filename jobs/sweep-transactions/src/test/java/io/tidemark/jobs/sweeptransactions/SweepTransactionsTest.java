package io.tidemark.jobs.sweeptransactions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.jobs.sweeptransactions.RetainedCheckpoints.Retained;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.flink.runtime.checkpoint.Checkpoints;
import org.apache.flink.runtime.checkpoint.metadata.CheckpointMetadata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    void theNewestCheckpointCountsWhereverItLies(@TempDir Path directory) throws IOException {
        checkpoint(directory, "job-a/chk-7", 7);
        checkpoint(directory, "job-b/chk-12", 12);
        Path savepoint = checkpoint(directory, "savepoint-4", 4);
        Files.createDirectories(directory.resolve("job-a/shared"));

        assertThat(RetainedCheckpoints.newest(List.of(directory.toString())))
                .contains(new Retained(12, "file:" + directory.resolve("job-b/chk-12")));
        assertThat(
                        RetainedCheckpoints.newest(
                                List.of(
                                        savepoint.toString(),
                                        directory.resolve("job-a").toUri().toString())))
                .hasValueSatisfying(newest -> assertThat(newest.number()).isEqualTo(7));
        assertThat(RetainedCheckpoints.newest(List.of())).isEmpty();
    }

    @Test
    void aPlaceWithoutCheckpointsAndABrokenOneAreRefused(@TempDir Path directory)
            throws IOException {
        assertThatThrownBy(() -> RetainedCheckpoints.newest(List.of(directory.toString())))
                .hasMessageContainingAll(directory.toString(), "_metadata");
        Files.writeString(directory.resolve("_metadata"), "no checkpoint");
        assertThatThrownBy(() -> RetainedCheckpoints.newest(List.of(directory.toString())))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("nothing was aborted");
    }

    private static Path checkpoint(Path directory, String name, long number) throws IOException {
        Path path = Files.createDirectories(directory.resolve(name));
        try (OutputStream out = Files.newOutputStream(path.resolve("_metadata"))) {
            Checkpoints.storeCheckpointMetadata(
                    new CheckpointMetadata(number, List.of(), List.of()), out);
        }
        return path;
    }
}
