package io.tidemark.local.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.local.usage.WrongUsage;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputFilesTest {

    @Test
    void eachRecordIsALineAsItStoodInItsTopic(@TempDir Path temp) throws IOException {
        Path directory = temp.resolve("some/where");
        try (OutputFiles files = OutputFiles.in(directory)) {
            OutputListener both = OutputListener.all(new OutputListener() {}, files);
            both.onResult(row("{\"sum\":505.30}"));
            both.onResult(row("{\"sum\":506.00}"));
            both.onLate("{\"late\":\"ü\"}");
            both.onDeadLetter("{\"dead\":1}");
            files.write(new Ledger(3, 1, 1, 0, 1, 0, true, 1, 1));
        }

        assertThat(directory.resolve("results.jsonl"))
                .hasContent("{\"sum\":505.30}\n{\"sum\":506.00}\n");
        assertThat(directory.resolve("late.jsonl")).hasContent("{\"late\":\"ü\"}\n");
        assertThat(directory.resolve("dead-letters.jsonl")).hasContent("{\"dead\":1}\n");
        assertThat(directory.resolve("ledger.json")).content().contains("\"adds_up\" : true");
    }

    @Test
    void whatAnEarlierRunWroteIsGone(@TempDir Path directory) throws IOException {
        Files.writeString(directory.resolve("late.jsonl"), "{\"old\":true}\n");

        OutputFiles.in(directory).close();

        assertThat(directory.resolve("late.jsonl")).isEmptyFile();
    }

    @Test
    void aPlaceThatIsNoDirectoryIsWrongUsage(@TempDir Path temp) throws IOException {
        Path file = Files.writeString(temp.resolve("file"), "mine");

        assertThatThrownBy(() -> OutputFiles.in(file))
                .isInstanceOf(WrongUsage.class)
                .hasMessageContaining("--output=" + file);
        assertThat(file).hasContent("mine");
        assertThatThrownBy(() -> OutputFiles.prepare(file.resolve("in it")))
                .isInstanceOf(WrongUsage.class)
                .hasMessageContaining("--output=" + file);
    }

    @Test
    void preparingLeavesWhatIsThere(@TempDir Path temp) throws IOException {
        Path directory = temp.resolve("some/where");
        OutputFiles.prepare(directory);
        Path late = Files.writeString(directory.resolve("late.jsonl"), "{\"old\":true}\n");

        OutputFiles.prepare(directory);

        assertThat(directory).isDirectoryContaining(late::equals);
        assertThat(directory.toFile().list()).containsExactly("late.jsonl");
    }

    private static ResultRow row(String json) {
        return new ResultRow("DE", Instant.EPOCH, Instant.EPOCH, 1, BigDecimal.ONE, 1, false, json);
    }
}
