package io.tidemark.jobs.watermarklab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.jobs.cli.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportDirectoryTest {

    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    @TempDir
    private Path directory;

    @Test
    void tryingItOutLeavesNothingBehind() {
        ReportDirectory.prepare(directory.resolve("a/b/c").toString());

        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void anEarlierReportGoesAndNothingElse() throws IOException {
        for (String name : LabFiles.ALL) {
            Files.writeString(directory.resolve(name), "an earlier one");
        }
        Path notes = Files.writeString(directory.resolve("notes.txt"), "of somebody");
        Path empty = Files.createDirectories(directory.resolve("empty"));

        ReportDirectory.prepare(directory.toString());
        ReportDirectory.prepare(empty.toString());

        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).containsExactlyInAnyOrder(notes, empty);
        }
        assertThat(notes).hasContent("of somebody");
        assertThat(empty).isEmptyDirectory();
    }

    @Test
    void aFileInTheWayIsRefused() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "x");

        assertThatThrownBy(() -> ReportDirectory.prepare(file.resolve("report").toString()))
                .isInstanceOf(UsageException.class)
                .hasMessageContainingAll("--output=" + file.resolve("report"), "another directory");
        assertThat(file).hasContent("x");
    }
}
