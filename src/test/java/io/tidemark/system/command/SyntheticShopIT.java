package io.tidemark.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.system.command.Command.Ended;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Without a file a made-up shop sends orders, some of them with faults. */
class SyntheticShopIT {

    @Test
    void closesAndAddsUp(@TempDir Path directory) {
        Path output = directory.resolve("out");
        List<String> arguments =
                List.of(
                        "--for",
                        "10s",
                        "--rate=500",
                        "--seed",
                        "7",
                        "--window=2s",
                        "--output",
                        output.toString());
        try (House house = House.in(directory);
                Command command = house.startJob(arguments)) {
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
