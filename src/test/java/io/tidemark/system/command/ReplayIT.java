package io.tidemark.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.system.command.Answer.Rules;
import io.tidemark.system.command.Command.Ended;
import io.tidemark.system.command.Orders.Row;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file is replayed to its end, and every row of it is found where it belongs. */
class ReplayIT {
    private static final Pattern UI =
            Pattern.compile("(?m)^Flink web UI  http://127.0.0.1:(\\d+)$");
    private static final int USUAL_PORT = 8081;
    private static final List<Row> ROWS = Orders.ofDays(40, 11);

    private Path directory;
    private House house;
    private Path output;

    @BeforeEach
    void makeHouse(@TempDir Path temporary) {
        directory = temporary;
        house = House.in(temporary);
        output = temporary.resolve("out");
    }

    @AfterEach
    void closeHouse() {
        house.close();
    }

    @Test
    void theBooksThemselvesHaveTheFaults() {
        Answer narrow = Answer.to(ROWS, Rules.NARROW, 1);
        Answer spread = Answer.to(ROWS, Rules.NARROW, 4);
        Answer wide = Answer.to(ROWS, Rules.WIDE, 1);

        assertThat(wide.late()).isEmpty();
        assertThat(wide.duplicates()).isGreaterThan(500);
        assertThat(narrow.late()).hasSizeGreaterThan(100);
        assertThat(narrow.duplicates()).isPositive();
        assertThat(spread.late()).as("partitions matter").isNotEqualTo(narrow.late());
    }

    @Test
    void countsEachInvoiceOnceToThePenny() throws IOException {
        Path file = Orders.write(directory.resolve("books.csv.gz"), ROWS);
        try (ServerSocket taken = new ServerSocket()) {
            take(taken);
            Ended ended = run(Replay.of(file, Rules.WIDE, output));

            assertClean(ended);
            Matcher address = UI.matcher(ended.out());
            assertThat(address.find()).as(ended.out()).isTrue();
            assertThat(Integer.parseInt(address.group(1)))
                    .as("the next free port")
                    .isGreaterThan(USUAL_PORT);
        }
        Written.in(output).assertIs(Answer.to(ROWS, Rules.WIDE, 1), ROWS.size());
    }

    @Test
    void findsTheLateOrdersOfOnePartition() {
        Path file = Orders.write(directory.resolve("books.csv"), ROWS);

        assertClean(run(Replay.of(file, Rules.NARROW, output, "--speed=500000x")));

        Written.in(output).assertIs(Answer.to(ROWS, Rules.NARROW, 1), ROWS.size());
    }

    @Test
    void findsTheLateOrdersOfFourPartitions() {
        Path file = Orders.write(directory.resolve("books.csv"), ROWS);

        assertClean(
                run(
                        Replay.of(
                                file,
                                Rules.NARROW,
                                output,
                                "--partitions=4",
                                "--feed-key",
                                "invoice",
                                "--parallelism",
                                "4")));

        Written.in(output).assertIs(Answer.to(ROWS, Rules.NARROW, 4), ROWS.size());
    }

    @Test
    void stopsAtTheEndOfTheLog() {
        Path file = Orders.write(directory.resolve("books.csv"), ROWS);

        assertClean(run(Replay.of(file, Rules.NARROW, output, "--until-end")));

        Written.in(output).assertIs(Answer.to(ROWS, Rules.NARROW, 1), ROWS.size());
    }

    /**
     * If somebody else has it, it is taken as well, unless that is another test, which gives it
     * back soon: then this must be quicker than the job.
     */
    private static void take(ServerSocket socket) {
        InetSocketAddress usual =
                new InetSocketAddress(InetAddress.getLoopbackAddress(), USUAL_PORT);
        try {
            Awaitility.await("port " + USUAL_PORT)
                    .atMost(Duration.ofMinutes(2))
                    .pollInterval(Duration.ofMillis(100))
                    .ignoreException(BindException.class)
                    .until(
                            () -> {
                                socket.bind(usual);
                                return true;
                            });
        } catch (ConditionTimeoutException somebodyKeepsIt) {
            // Which is as good.
        }
    }

    private Ended run(List<String> arguments) {
        try (Command command = house.startJob(arguments)) {
            return command.end();
        }
    }

    /** Also that plain output is plain: lines of text, without escapes, and no foreign paths. */
    private void assertClean(Ended ended) {
        assertThat(ended.status()).as(ended.toString()).isZero();
        assertThat(ended.err()).isEmpty();
        assertThat(ended.out())
                .contains("✓ adds up", "100%% fed %,d records".formatted(ROWS.size()))
                .doesNotContain("\u001b", "\r")
                .doesNotContain(House.real().toString(), directory.toString());
    }
}
