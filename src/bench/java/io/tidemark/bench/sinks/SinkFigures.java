package io.tidemark.bench.sinks;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** What was measured, as a table for a reader and as a file for a program. */
final class SinkFigures {

    private SinkFigures() {}

    static String table(List<PairResult> results) {
        StringBuilder table = new StringBuilder();
        table.append(
                String.format(
                        Locale.ROOT,
                        "%n%-18s %-16s %11s   %-22s %11s   %5s  %-13s  %s%n",
                        "case",
                        "ours",
                        "rows/s",
                        "theirs",
                        "rows/s",
                        "ratio",
                        "95% interval",
                        "aim"));
        for (PairResult result : results) {
            Pair pair = result.pair();
            Ratios ratios = result.ratios();
            table.append(
                    String.format(
                            Locale.ROOT,
                            "%-18s %-16s %,11.0f   %-22s %,11.0f   %5.2f  %.3f…%.3f  %s: %s%n",
                            pair.name(),
                            pair.ours().name(),
                            result.ourRate(),
                            pair.theirs().name(),
                            result.theirRate(),
                            ratios.mean(),
                            ratios.lower(),
                            ratios.upper(),
                            pair.aim(),
                            pair.aim().on(ratios)));
        }
        for (PairResult result : results) {
            for (String difference : result.differences()) {
                table.append(
                        String.format(
                                "DIFFERENT ROWS  %s  %s%n", result.pair().name(), difference));
            }
        }
        return table.toString();
    }

    static void write(Path json, List<PairResult> results, Load load, String database)
            throws IOException {
        ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
        ObjectNode report = mapper.createObjectNode();
        report.put(
                "machine",
                Runtime.getRuntime().availableProcessors() + " cores, Java " + Runtime.version());
        report.put("database", database)
                .put("ids", load.ids())
                .put("parallelism", load.parallelism())
                .put("batch", load.batch())
                .put("interval_ms", load.interval().toMillis());
        ArrayNode cases = report.putArray("cases");
        for (PairResult result : results) {
            Pair pair = result.pair();
            Ratios ratios = result.ratios();
            ObjectNode one = cases.addObject().put("case", pair.name()).put("rows", pair.rows());
            one.putObject("rows_per_s")
                    .put(pair.ours().name(), result.ourRate())
                    .put(pair.theirs().name(), result.theirRate());
            one.putObject("checkpoints")
                    .put(pair.ours().name(), result.ourCheckpoints())
                    .put(pair.theirs().name(), result.theirCheckpoints());
            one.put("ratio", ratios.mean())
                    .put("lower", ratios.lower())
                    .put("upper", ratios.upper())
                    .put("aim", pair.aim().toString())
                    .put("verdict", pair.aim().on(ratios).toString())
                    .put("same_rows", result.differences().isEmpty());
            ArrayNode rounds = one.putArray("rounds");
            ratios.rounds().forEach(rounds::add);
        }
        Path parent = json.toAbsolutePath().getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        mapper.writeValue(json.toFile(), report);
    }
}
