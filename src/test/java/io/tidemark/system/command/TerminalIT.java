package io.tidemark.system.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.system.command.Answer.Rules;
import io.tidemark.system.command.Command.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The view of somebody who sits at a terminal. */
class TerminalIT {

    @Test
    void showsABarAndTheLedger(@TempDir Path directory) throws IOException {
        boolean there = Files.isExecutable(Path.of("/usr/bin/script"));
        if (!there) {
            System.err.println("SKIPPED: there is no program script, which plays the terminal");
        }
        assertThat(there || System.getenv("TIDEMARK_REQUIRE_TOOLS") == null)
                .as("the program script, which plays the terminal, is there")
                .isTrue();
        assumeTrue(there, "there is no program script, which plays the terminal");
        List<Orders.Row> rows = Orders.ofDays(20, 14);
        Path file = Orders.write(directory.resolve("books.csv"), rows);

        Ended ended;
        try (Command command =
                House.in(directory)
                        .startJobInTerminal(
                                Replay.of(file, Rules.NARROW, directory.resolve("out")))) {
            ended = command.end();
        }

        assertThat(ended.status()).as(ended.toString()).isZero();
        assertThat(ended.out())
                .as("a line that is drawn over itself, with a bar")
                .contains("\u001b[", "█", "100%")
                .contains("✓ adds up");
        Written.in(directory.resolve("out"))
                .assertIs(Answer.to(rows, Rules.NARROW, 1), rows.size());
    }
}
