package io.tidemark.bench.windows;

import java.util.List;
import java.util.Locale;

/** The results as a table of text, the targets of a case below it. */
final class Table {

    private static final String UPPER_BOUND = "<";
    private static final String IN_THIN_FILL = "~";

    private Table() {}

    static String of(List<CaseResult> results, List<Engine> engines) {
        StringBuilder text = new StringBuilder();
        text.append(String.format(Locale.ROOT, "%-20s %-8s", "case", "backend"));
        for (Engine engine : engines) {
            text.append(String.format(Locale.ROOT, " %12s", engine.name()));
        }
        text.append("   rows\n");
        for (CaseResult result : results) {
            row(text, result, engines);
            Judgement.of(result, results).forEach(judgement -> target(text, judgement));
        }
        text.append(
                """

                Events a second; of a closing case milliseconds from the watermark to the last result.
                < : the largest window did not fill within the budget; the engine would only get slower.
                ~ : nor did it here, where the fill has a tenth of the events, but as many results.
                """);
        return text.toString();
    }

    private static void row(StringBuilder text, CaseResult result, List<Engine> engines) {
        text.append(
                String.format(
                        Locale.ROOT,
                        "%-20s %-8s",
                        result.windowCase().name(),
                        result.backend().label()));
        for (Engine engine : engines) {
            text.append(String.format(Locale.ROOT, " %12s", figure(result, engine.name())));
        }
        Agreement agreement = result.agreement();
        text.append("   ").append(agreement.verdict().label());
        if (agreement.verdict() == Agreement.Verdict.EQUAL) {
            text.append(String.format(Locale.ROOT, " (%,d)", agreement.rows()));
        }
        text.append('\n');
        result.failures()
                .forEach(
                        (engine, cause) ->
                                text.append("    " + engine + " failed: " + cause + "\n"));
        if (!agreement.difference().isEmpty()) {
            text.append("    does not count: ").append(agreement.difference()).append('\n');
        }
    }

    private static String figure(CaseResult result, String engine) {
        if (!result.has(engine)) {
            return result.failures().containsKey(engine) ? "failed" : "–";
        }
        if (result.windowCase().shape() == WindowCase.Shape.CLOSING) {
            return String.format(Locale.ROOT, "%,.0f ms", result.closingMillis(engine));
        }
        String mark =
                result.filled(engine)
                        ? ""
                        : result.windowCase().fillsThinly() ? IN_THIN_FILL : UPPER_BOUND;
        return mark + String.format(Locale.ROOT, "%,.0f", result.speed(engine));
    }

    private static void target(StringBuilder text, Judgement judgement) {
        Double value = judgement.value();
        Boolean held = judgement.held();
        text.append(
                String.format(
                        Locale.ROOT,
                        "    %-36s %10s   %s%n",
                        judgement.target().describe(),
                        value == null ? "–" : number(value),
                        held == null ? "not judged" : held ? "held" : "MISSED"));
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value >= 100 ? "%,.0f" : "%.2f", value);
    }
}
