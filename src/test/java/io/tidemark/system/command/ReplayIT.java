package io.tidemark.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.system.command.Answer.Rules;
import io.tidemark.system.command.Command.Ended;
import io.tidemark.system.command.Orders.Row;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file is replayed to its end, and every row of it is found where it belongs. */
class ReplayIT {
    private static final Pattern UI =
            Pattern.compile("(?m)^Flink web UI  http://127.0.0.1:(\\d+)$");
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
            taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            String port = Integer.toString(taken.getLocalPort());
            Ended ended = run(Replay.of(file, Rules.WIDE, output, "--ui-port", port));

            assertClean(ended);
            Matcher address = UI.matcher(ended.out());
            assertThat(address.find()).as(ended.out()).isTrue();
            assertThat(Integer.parseInt(address.group(1)))
                    .as("the next free port")
                    .isGreaterThan(taken.getLocalPort());
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

    private Ended run(List<String> arguments) {
        try (Command command = house.startJob(arguments)) {
            return command.end();
        }
    }

    /** Also that plain output is plain: lines of text, without escapes, and no foreign paths. */
    private static void assertClean(Ended ended) {
        assertThat(ended.status()).as(ended.toString()).isZero();
        assertThat(ended.err()).isEmpty();
        assertThat(ended.out())
                .contains("adds up")
                .contains("100% fed")
                .doesNotContain("\u001b", "\r")
                .doesNotContain(House.real().toString());
    }
}
