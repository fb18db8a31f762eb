package io.tidemark.bench.windows;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** The results as JSON. */
final class Figures {

    private Figures() {}

    static void write(
            Path file, List<CaseResult> results, List<Engine> engines, Inputs inputs, Effort effort)
            throws IOException {
        ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
        ObjectNode report = mapper.createObjectNode();
        ArrayNode cases = report.putArray("cases");
        for (CaseResult result : results) {
            write(cases.addObject(), result, results, engines, inputs);
        }
        report.putObject("machine")
                .put("cores", Runtime.getRuntime().availableProcessors())
                .put("java", Runtime.version().toString())
                .put("os", System.getProperty("os.name") + " " + System.getProperty("os.arch"))
                .put("heap_mebibytes", Runtime.getRuntime().maxMemory() >> 20)
                .put("managed_mebibytes_a_slot", WindowCluster.MANAGED_MEBIBYTES_A_SLOT);
        report.putObject("input")
                .put("seed", inputs.seed())
                .put("disorder_millis", inputs.disorderMillis())
                .put("events_per_milli", WindowCase.EVENTS_PER_MILLI)
                .put("quick", effort.quick())
                .put("measured_seconds_on_heap", effort.heap().measured().toSeconds())
                .put("measured_seconds_on_rocksdb", effort.rocksdb().measured().toSeconds());
        Path parent = file.toAbsolutePath().getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        mapper.writeValue(file.toFile(), report);
    }

    private static void write(
            ObjectNode node,
            CaseResult result,
            List<CaseResult> all,
            List<Engine> engines,
            Inputs inputs) {
        boolean closing = result.windowCase().shape() == WindowCase.Shape.CLOSING;
        node.put("case", result.windowCase().name()).put("backend", result.backend().label());
        ObjectNode speeds = node.putObject("events_per_s");
        ObjectNode ratios = node.putObject("ratios");
        ArrayNode upperBounds = node.putArray("upper_bound");
        ObjectNode runs = node.putObject("runs");
        for (Engine engine : engines) {
            String name = engine.name();
            if (!result.has(name)) {
                continue;
            }
            if (!closing) {
                speeds.put(name, Math.round(result.speed(name)));
            }
            if (!result.filled(name) && !result.windowCase().fillsThinly()) {
                upperBounds.add(name);
            }
            Double ratio = name.equals(Engines.OURS) ? null : result.ratio(name);
            if (ratio != null) {
                ratios.put(name, rounded(ratio));
            }
            run(runs.putObject(name), result, name);
        }
        ObjectNode failures = node.putObject("failures");
        result.failures().forEach(failures::put);
        if (!closing) {
            node.put("fill_events", result.windowCase().fillEvents(inputs));
        }
        Agreement agreement = result.agreement();
        node.putObject("rows")
                .put("verdict", agreement.verdict().name().toLowerCase(Locale.ROOT))
                .put("compared", agreement.rows())
                .put("difference", agreement.difference());
        ArrayNode targets = node.putArray("targets");
        for (Judgement judgement : Judgement.of(result, all)) {
            target(targets.addObject(), ratios, judgement);
        }
    }

    private static void run(ObjectNode run, CaseResult result, String engine) {
        Measurement longest = result.longest(engine);
        SecondSums.Prefix prefix = longest.sums().prefix(longest.watermark());
        run.put("rounds", result.rounds().getOrDefault(engine, List.of()).size())
                .put("events", longest.events())
                .put("filled", result.filled(engine))
                .put("complete_rows", prefix.rows())
                .put("complete_until_millis", longest.watermark())
                .put("checksum", Long.toHexString(prefix.checksum()))
                .put("longest_barrier_millis", rounded(result.barrierMillis(engine)))
                .put("busiest_subtask_by_mean", rounded(result.busiest(engine)));
        if (longest.closingMillis() != null) {
            run.put("closing_millis", rounded(result.closingMillis(engine)));
        }
    }

    private static void target(ObjectNode node, ObjectNode ratios, Judgement judgement) {
        Target target = judgement.target();
        node.put("target", target.describe())
                .put(target.isRatio() ? "at_least" : "at_most", target.bound());
        if (judgement.value() == null) {
            node.putNull("value");
        } else {
            node.put("value", rounded(judgement.value()));
            if (target.isRatio()) {
                ratios.put(target.against(), rounded(judgement.value()));
            }
        }
        if (judgement.held() == null) {
            node.putNull("held");
        } else {
            node.put("held", judgement.held());
        }
    }

    private static double rounded(double value) {
        return Math.round(value * 1000) / 1000.0;
    }
}
