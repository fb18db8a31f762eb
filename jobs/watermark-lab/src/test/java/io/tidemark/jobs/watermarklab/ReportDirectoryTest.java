package io.tidemark.jobs.watermarklab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.jobs.cli.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportDirectoryTest {

    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    @TempDir
    private Path directory;

    @Test
    void tryingItOutLeavesNothingBehind() {
        ReportDirectory.tryOut(directory.resolve("a/b/c").toString());

        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void whatWasThereStays() throws IOException {
        Path report = Files.writeString(directory.resolve("report.html"), "an earlier one");
        Path empty = Files.createDirectories(directory.resolve("empty"));

        ReportDirectory.tryOut(directory.toString());
        ReportDirectory.tryOut(empty.toString());

        assertThat(report).hasContent("an earlier one");
        assertThat(empty).isEmptyDirectory();
        assertThat(directory).isDirectoryNotContaining("glob:**.watermark-lab");
    }

    @Test
    void aFileInTheWayIsRefused() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "x");

        assertThatThrownBy(() -> ReportDirectory.tryOut(file.resolve("report").toString()))
                .isInstanceOf(UsageException.class)
                .hasMessageContainingAll("--output=" + file.resolve("report"), "another directory");
        assertThat(file).hasContent("x");
    }
}
