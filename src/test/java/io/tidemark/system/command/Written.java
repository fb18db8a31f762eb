package io.tidemark.system.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.system.command.Answer.Total;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The files that {@code --output} leaves.
 *
 * @param windows the last row of each window and key
 * @param rows how many rows there are
 * @param late the late records
 * @param deadLetters the dead letters
 * @param ledger the ledger
 */
record Written(
        SortedMap<String, Total> windows,
        long rows,
        List<JsonNode> late,
        List<JsonNode> deadLetters,
        JsonNode ledger) {

    private static final ObjectMapper JSON =
            new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    static Written in(Path directory) {
        SortedMap<String, Total> windows = new TreeMap<>();
        List<JsonNode> results = lines(directory.resolve("results.jsonl"));
        for (JsonNode row : results) {
            windows.put(
                    Answer.windowKey(
                            row.required("window_start").asText(), row.required("key").asText()),
                    new Total(
                            row.required("count").asLong(),
                            row.required("sum").decimalValue().setScale(2)));
        }
        return new Written(
                windows,
                results.size(),
                lines(directory.resolve("late.jsonl")),
                lines(directory.resolve("dead-letters.jsonl")),
                read(text(directory.resolve("ledger.json"))));
    }

    /** A line of the ledger. */
    long ledger(String line) {
        return ledger.required(line).asLong();
    }

    /** What the ledger says is off. */
    List<String> off() {
        List<String> findings = new ArrayList<>();
        ledger.required("off").forEach(finding -> findings.add(finding.asText()));
        return findings;
    }

    /** Checks that the ledger adds up, also by our own sum. */
    void assertAddsUp() {
        assertThat(ledger.required("adds_up").asBoolean()).as(ledger.toString()).isTrue();
        assertThat(off()).isEmpty();
        assertThat(
                        ledger("on_time")
                                + ledger("late")
                                + ledger("duplicates")
                                + ledger("rejected")
                                + ledger("open"))
                .isEqualTo(ledger("in"));
        assertThat(ledger("on_time"))
                .isEqualTo(windows.values().stream().mapToLong(Total::count).sum());
        assertThat(ledger("late")).isEqualTo(late.size());
        assertThat(ledger("rejected")).isEqualTo(deadLetters.size());
    }

    /** Checks everything against what a file of so many rows should have given. */
    void assertIs(Answer answer, long in) {
        assertAddsUp();
        assertThat(windows).isEqualTo(answer.windows());
        assertThat(late).containsExactlyInAnyOrderElementsOf(answer.late());
        assertThat(deadLetters).isEmpty();
        assertThat(ledger("in")).isEqualTo(in);
        assertThat(ledger("on_time")).isEqualTo(answer.onTime());
        assertThat(ledger("duplicates")).isEqualTo(answer.duplicates());
        assertThat(ledger("open")).isZero();
    }

    private static List<JsonNode> lines(Path file) {
        return text(file).lines().map(Written::read).toList();
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static JsonNode read(String json) {
        try {
            return JSON.readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
