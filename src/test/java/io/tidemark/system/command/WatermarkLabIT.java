package io.tidemark.system.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.system.command.Command.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lab from the command line: one command, one report. */
class WatermarkLabIT {

    private static final int FAILED = 1;
    private static final int WRONG_USAGE = 2;
    private static final int ROWS = 3_000;
    private static final int GARBAGE = ROWS / 100;

    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    @TempDir
    private Path directory;

    @SuppressWarnings("NullAway.Init") // JUnit calls open() before each test.
    private House house;

    @BeforeEach
    void open() {
        house = House.in(directory, "watermark-lab");
    }

    @AfterEach
    void close() {
        house.close();
    }

    @Test
    void leavesAReportAndPrintsItsSummary() throws IOException {
        Path trace = trace();
        Path output = directory.resolve("report");

        Ended ended = run("--input", trace.toString(), "--window=1m", "--output=" + output);

        assertThat(ended.status()).as(ended.toString()).isZero();
        assertThat(ended.err()).isEmpty();
        assertThat(output.resolve("report.html"))
                .content(UTF_8)
                .startsWithIgnoringCase("<!doctype html>")
                .doesNotContain(" src=\"http", "<link rel=\"stylesheet\"");
        JsonNode report = Written.read(Files.readString(output.resolve("report.json"), UTF_8));
        assertThat(report.at("/events/in").asLong()).isEqualTo(ROWS);
        assertThat(report.at("/events/analysed").asLong()).isEqualTo(ROWS - GARBAGE);
        assertThat(report.at("/events/rejected/time_unparsable").asLong()).isEqualTo(GARBAGE);
        List<String> curve = Files.readAllLines(output.resolve("curve.csv"), UTF_8);
        assertThat(curve).hasSize(1 + report.at("/delays/delay_ms").size());
        String summary = Files.readString(output.resolve("summary.txt"), UTF_8);
        assertThat(ended.out()).endsWith(summary);
        assertThat(summary)
                .contains("3,000 rows = 2,970 analysed + 30 time_unparsable")
                .contains("Watermarks");
        try (var files = Files.list(output)) {
            assertThat(files).hasSize(4);
        }
    }

    @Test
    void refusesWrongUsage() throws IOException {
        Path trace = trace();
        refuses("--input", "--input=" + directory.resolve("nowhere.csv"));
        refuses("--windoww", "--input=" + trace, "--windoww=1m");
        refuses("--completeness", "--input=" + trace, "--completeness=2");
        refuses("no_such_column", "--input=" + trace, "--event-field=no_such_column");
    }

    @Test
    void refusesAnOutputThatOnlyTheJobFindsUnwritable() throws IOException {
        // Whoever is root may write anywhere but there, and that only shows when it is tried.
        Ended ended = run("--input", trace().toString(), "--output=/proc/tidemark/report");

        assertThat(ended.status()).as(ended.toString()).isEqualTo(WRONG_USAGE);
        assertThat(ended.err())
                .startsWith("watermark-lab: --output=/proc/tidemark/report: ")
                .doesNotContain("UsageException");
    }

    @Test
    void failsWithoutAnAnswer() throws IOException {
        Path headerOnly = Files.writeString(directory.resolve("header.csv"), "event_ms\n");
        Path iso =
                Files.writeString(directory.resolve("iso.csv"), "event_ms\n2023-11-14T22:13:20Z\n");

        fails(headerOnly, "header.csv: there is no row behind the first line");
        fails(
                iso,
                "none of 1 row could be studied",
                "1 of 1 row was left out",
                "time_unparsable",
                "Give --time-format=iso.",
                "The first is row 1: field \"event_ms\" holds \"2023-11-14T22:13:20Z\"");
    }

    private void fails(Path trace, String... reason) {
        Path output = directory.resolve("no-report");

        Ended ended = run("--input=" + trace, "--output=" + output);

        assertThat(ended.status()).as(ended.toString()).isEqualTo(FAILED);
        assertThat(ended.err())
                .startsWith("watermark-lab failed: ")
                .contains(reason)
                .doesNotContain("RefusedTraceException");
        assertThat(output).doesNotExist();
    }

    private void refuses(String named, String... arguments) {
        Ended ended = run(arguments);

        assertThat(ended.status()).as(ended.toString()).isEqualTo(WRONG_USAGE);
        assertThat(ended.err()).startsWith("watermark-lab: ").contains(named);
        assertThat(ended.err().lines().count()).as(ended.err()).isEqualTo(1);
        assertThat(ended.out()).as("nothing has been started").isEmpty();
    }

    private Ended run(String... arguments) {
        try (Command command = house.startJob(arguments)) {
            return command.end();
        }
    }

    /** Two events a second, each hundredth two minutes late, each hundredth unreadable. */
    private Path trace() throws IOException {
        StringBuilder rows = new StringBuilder("event_ms,arrival_ms,key\n");
        for (int i = 0; i < ROWS; i++) {
            long arrival = 1_700_000_000_000L + 500L * i;
            String time =
                    i % 100 == 7
                            ? "soon"
                            : Long.toString(i % 100 == 50 ? arrival - 120_000 : arrival - 100);
            rows.append(time).append(',').append(arrival).append(",k\n");
        }
        return Files.writeString(directory.resolve("trace.csv"), rows);
    }
}
