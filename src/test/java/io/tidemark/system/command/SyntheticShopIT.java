package io.tidemark.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.system.command.Command.Ended;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Without a file a made-up shop sends orders, some of them with faults. */
class SyntheticShopIT {

    @Test
    void closesAndAddsUp(@TempDir Path directory) {
        Path output = directory.resolve("out");
        try (Command command =
                House.in(directory)
                        .startJob(
                                "--for",
                                "10s",
                                "--rate=500",
                                "--seed",
                                "7",
                                "--window=2s",
                                "--output",
                                output.toString())) {
            Ended ended = command.end();
            assertThat(ended.status()).as(ended.toString()).isZero();
            assertThat(ended.err()).isEmpty();
        }

        Written written = Written.in(output);
        written.assertAddsUp();
        assertThat(written.ledger("in")).isPositive();
        assertThat(written.ledger("on_time")).isPositive();
        assertThat(written.ledger("duplicates")).isPositive();
        assertThat(written.ledger("rejected")).isPositive();
    }
}
