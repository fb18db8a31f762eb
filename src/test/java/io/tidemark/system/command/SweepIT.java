package io.tidemark.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.system.OnRealParts;
import io.tidemark.system.RealParts;
import io.tidemark.system.command.Command.Ended;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A tool runs by {@code jobs/run} like a job, and its exit status is its own. */
@ExtendWith(OnRealParts.class)
class SweepIT {

    private static final String TOOL = "sweep-transactions";

    @Test
    void runsWithoutThePlatformAndEndsWithItsOwnStatus(RealParts parts, @TempDir Path directory) {
        try (House house = House.in(directory, TOOL)) {
            Ended swept =
                    ended(
                            house,
                            "--prefix=nobody",
                            "--no-retained-checkpoints",
                            "--bootstrap-servers=" + parts.bootstrapServers());
            assertThat(swept.err()).isEmpty();
            assertThat(swept.out()).startsWith("Nothing of nobody is open.\n");
            assertThat(swept.status()).isZero();

            Ended refused = ended(house, "--prefix=nobody");
            assertThat(refused.err()).startsWith("--checkpoints is missing: ");
            assertThat(refused.status()).isEqualTo(2);

            Ended manual = ended(house, "--help");
            assertThat(manual.out()).contains("--no-retained-checkpoints", "--dry-run");
            assertThat(manual.status()).isZero();
        }
    }

    private static Ended ended(House house, String... arguments) {
        try (Command command = house.startJob(arguments)) {
            return command.end();
        }
    }
}
