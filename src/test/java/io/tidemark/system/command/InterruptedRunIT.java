package io.tidemark.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.system.command.Answer.Rules;
import io.tidemark.system.command.Command.Ended;
import io.tidemark.system.command.Orders.Row;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs that end before their file does, over a kept directory: the next one goes on, and in the end
 * it is as if there had been one run.
 */
class InterruptedRunIT {
    /** SIGKILL, as a shell reports it. */
    private static final int KILLED = 128 + 9;

    private static final List<Row> ROWS = Orders.ofDays(60, 12);

    /** The file takes a minute and a half at this pace, so every signal falls into its middle. */
    private static final String PACE = "--speed=60000x";

    @Test
    void goesOnAfterSignalsAndAfterAKill(@TempDir Path directory) {
        House house = House.in(directory);
        Path file = Orders.write(directory.resolve("books.csv"), ROWS);
        Path output = directory.resolve("out");
        String kept = directory.resolve("kept").toString();
        List<String> paced = Replay.of(file, Rules.NARROW, output, "--keep", kept, PACE);

        long afterInterrupt = stopped(house, paced, "INT", output);
        long afterTerminate = stopped(house, paced, "TERM", output);
        assertThat(afterTerminate).as("it went on").isGreaterThan(afterInterrupt);

        try (Command command = house.startJob(paced)) {
            awaitProgress(command);
            command.signal("KILL");
            assertThat(command.end().status()).isEqualTo(KILLED);
        }

        try (Command command =
                house.startJob(Replay.of(file, Rules.NARROW, output, "--keep", kept))) {
            Ended ended = command.end();
            assertThat(ended.status()).as(ended.toString()).isZero();
            assertThat(ended.out()).contains("going on from ", "from an earlier run");
        }
        Written.in(output).assertIs(Answer.to(ROWS, Rules.NARROW, 1), ROWS.size());
    }

    /** Runs until it is in the middle, ends it by a signal, and returns what it has taken in. */
    private static long stopped(House house, List<String> arguments, String signal, Path output) {
        try (Command command = house.startJob(arguments)) {
            awaitProgress(command);
            command.signal(signal);
            Ended ended = command.end();
            assertThat(ended.status()).as(ended.toString()).isZero();
            assertThat(ended.err()).isEmpty();
        }
        Written written = Written.in(output);
        written.assertAddsUp();
        assertThat(written.ledger("open")).as("no window was closed early").isPositive();
        assertThat(written.ledger("in")).isLessThan(ROWS.size());
        return written.ledger("in");
    }

    /** A window is shown once a transaction is committed, that is, after a checkpoint. */
    private static void awaitProgress(Command command) {
        command.awaitOutput(
                "windows", out -> out.contains("window (UTC)") && Command.fed(out) > 100);
    }
}
