package io.tidemark.system.upgrade;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.system.Found;
import io.tidemark.system.Json;
import io.tidemark.system.ReadCommitted;
import io.tidemark.system.RealParts;
import io.tidemark.system.SameAsModel;
import io.tidemark.system.Scene;
import io.tidemark.system.guarantee.Guarantee;
import io.tidemark.system.guarantee.History;
import io.tidemark.system.guarantee.LedgerAddsUp;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.common.IsolationLevel;

/**
 * What stands in the four outputs of a job, or should stand in them.
 *
 * @param results the rows, those of one key in the order in which they were written
 * @param late late orders, as JSON
 * @param deadLetters what could not be read, as JSON without the detail
 * @param ledger the total of each account that moved
 */
record PutOut(
        List<Row> results, List<String> late, List<String> deadLetters, Map<String, Long> ledger) {

    /** What an outside reader finds, once no open transaction hides anything. */
    static PutOut of(RealParts parts, Scene scene) {
        Found others = ReadCommitted.allButResults(parts, scene);
        return new PutOut(
                ReadCommitted.records(parts, scene.resultsTopic(), IsolationLevel.READ_COMMITTED)
                        .stream()
                        .map(row -> Row.read(row.key(), row.value()))
                        .toList(),
                others.late(),
                others.deadLetters(),
                others.ledger());
    }

    /** This and what was put out after it. */
    PutOut and(PutOut later) {
        Map<String, Long> sums = new TreeMap<>(ledger);
        later.ledger.forEach((account, increment) -> sums.merge(account, increment, Long::sum));
        return new PutOut(
                both(results, later.results),
                both(late, later.late),
                both(deadLetters, later.deadLetters),
                sums);
    }

    private static <T> List<T> both(List<T> one, List<T> other) {
        return Stream.concat(one.stream(), other.stream()).toList();
    }

    /** The rows that have not been taken back. */
    List<Row> standing() {
        List<Row> standing = new ArrayList<>();
        for (Row row : results) {
            if (row.value() != null) {
                standing.add(row);
            } else {
                Row taken =
                        standing.stream()
                                .filter(earlier -> earlier.key().equals(row.key()))
                                .findFirst()
                                .orElseThrow(() -> new AssertionError(row + " takes back nothing"));
                standing.remove(taken);
            }
        }
        return standing;
    }

    /** Fails the test unless this is the answer, record for record, each once. */
    void check(PutOut answer, JobOverOrders job, long recordsIn, String run) {
        SameAsModel.same(late, answer.late, "late orders, " + run);
        SameAsModel.same(deadLetters, answer.deadLetters, "dead letters, " + run);
        SameAsModel.same(texts(standing()), texts(answer.results), "results, " + run);
        assertThat(ledger).as("ledger, %s", run).isEqualTo(answer.ledger);
        Guarantee.check("in, " + run, accounts(job, recordsIn), new LedgerAddsUp());
    }

    private static List<String> texts(List<Row> rows) {
        return rows.stream().map(Row::toString).toList();
    }

    private History accounts(JobOverOrders job, long recordsIn) {
        return new History()
                .in(recordsIn)
                .account("on time", job.onTime(this))
                .account("late", late.size())
                .account("duplicates", ledger.getOrDefault("duplicate", 0L))
                .account("rejected", deadLetters.size());
    }

    /** One line for each record. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (Row row : results) {
            ObjectNode line = Json.object();
            line.set("key", json(row.key()));
            String value = row.value();
            line.set("row", value == null ? line.nullNode() : json(value));
            lines.add(line.toString());
        }
        late.forEach(one -> lines.add(line("late", json(one))));
        deadLetters.forEach(one -> lines.add(line("dead_letter", json(one))));
        ledger.forEach(
                (account, total) -> lines.add(line("ledger", Json.object().put(account, total))));
        return lines;
    }

    private static String line(String output, JsonNode record) {
        ObjectNode line = Json.object();
        line.set(output, record);
        return line.toString();
    }

    private static JsonNode json(String text) {
        return Json.read(text.getBytes(UTF_8));
    }

    /** What was written so. */
    static PutOut read(List<String> lines) {
        List<Row> results = new ArrayList<>();
        List<String> late = new ArrayList<>();
        List<String> deadLetters = new ArrayList<>();
        Map<String, Long> ledger = new TreeMap<>();
        for (String text : lines) {
            JsonNode line = json(text);
            if (line.has("key")) {
                results.add(Row.of(line.required("key"), line.required("row")));
            } else if (line.has("late")) {
                late.add(line.required("late").toString());
            } else if (line.has("dead_letter")) {
                deadLetters.add(line.required("dead_letter").toString());
            } else {
                line.required("ledger")
                        .properties()
                        .forEach(
                                account ->
                                        ledger.put(account.getKey(), account.getValue().asLong()));
            }
        }
        return new PutOut(results, late, deadLetters, ledger);
    }
}
