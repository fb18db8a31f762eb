package io.tidemark.jobs.watermarklab;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The report in the few lines that a terminal has room for, with a small plot. */
final class TextSummary {

    private static final int BAR = 34;
    private static final String EIGHTHS = " ▏▎▍▌▋▊▉";
    private static final int WIDTH = 80;
    private static final int MOST_ROWS = 15;

    /** So far beyond the answer the plot reaches. */
    private static final int ROWS_BEYOND = 8;

    private final LabReport report;
    private final StringBuilder text = new StringBuilder();

    private TextSummary(LabReport report) {
        this.report = report;
    }

    /**
     * The summary.
     *
     * @param directory where the report's files lie
     */
    static String of(LabReport report, String directory) {
        return new TextSummary(report).text(directory);
    }

    private String text(String directory) {
        events();
        LabReport.Recommendation answer = report.recommendation();
        if (answer == null) {
            line("There is no event to measure, and so no answer.");
        } else {
            measures();
            unseen();
            line("");
            if (report.delays().lost().get(0).get(0) > 0) {
                plot(answer);
            } else {
                line("no delay at all keeps every event");
            }
            line("");
            wrapped(advice(answer) + answer.reason());
            line("");
            java(answer.java() + ";");
        }
        for (LabReport.Warning warning : report.warnings()) {
            line("");
            wrapped("! " + warning.text());
        }
        line("");
        line("report  " + directory + "/" + LabFiles.PAGE);
        return text.toString();
    }

    /** A target that is missed is said before anything is advised. */
    private static String advice(LabReport.Recommendation answer) {
        if (answer.keepsLess()) {
            return "";
        }
        return answer.delayMs() == 0
                ? "Do not wait. "
                : "Wait " + Text.setting(answer.delayMs()) + ". ";
    }

    private void events() {
        LabReport.Events events = report.events();
        StringBuilder ledger = new StringBuilder();
        ledger.append(Text.count(events.in()))
                .append(report.source().arrival().equals(LabReport.LOG_TIME) ? " record" : " row")
                .append(events.in() == 1 ? " = " : "s = ");
        ledger.append(Text.count(events.analysed())).append(" analysed");
        for (Map.Entry<String, Long> reason : events.rejected().entrySet()) {
            ledger.append(" + ")
                    .append(Text.count(reason.getValue()))
                    .append(' ')
                    .append(reason.getKey());
        }
        line("");
        wrapped(ledger.toString());
        if (events.ahead() > 0) {
            line(Text.count(events.ahead()) + " of them too far ahead to move the watermark");
        }
    }

    private void measures() {
        LabReport.Lag lag = report.lag();
        if (lag != null) {
            line(
                    "lag        p50 %s · p95 %s · p99 %s"
                            .formatted(
                                    Text.duration(lag.p50()),
                                    Text.duration(lag.p95()),
                                    Text.duration(lag.p99())));
        }
        LabReport.Disorder disorder = report.disorder();
        if (disorder != null) {
            line(
                    "disorder   p50 %s · p95 %s · p99 %s · %s of events out of order"
                            .formatted(
                                    Text.duration(disorder.p50()),
                                    Text.duration(disorder.p95()),
                                    Text.duration(disorder.p99()),
                                    Text.percent(
                                            (double) disorder.outOfOrder()
                                                    / report.events().analysed())));
        }
    }

    /** What had not arrived by the end of the history, as far as it can be told. */
    private void unseen() {
        LabReport.Truncation truncation = report.truncation();
        if (truncation == null) {
            return;
        }
        Double share = truncation.unseenShare();
        line(
                "missing    "
                        + (share == null
                                ? "unknown how many events had not arrived by the end"
                                : "about "
                                        + Text.percent(twoDigits(share))
                                        + " of events had not arrived by the end"));
        LabReport.Corrected disorder = truncation.disorder();
        if (disorder != null) {
            line(
                    "           disorder with them: p95 %s · p99 %s"
                            .formatted(
                                    estimate(disorder.corrected().p95()),
                                    estimate(disorder.corrected().p99())));
        }
    }

    private static double twoDigits(double share) {
        return BigDecimal.valueOf(share).round(new MathContext(2)).doubleValue();
    }

    private static String estimate(@Nullable Long millis) {
        return millis == null ? "unknown" : Text.duration(millis);
    }

    private void plot(LabReport.Recommendation answer) {
        LabReport.Delays delays = report.delays();
        line(
                String.format(
                        Locale.ROOT,
                        "%9s  %-" + BAR + "s  %12s  %12s",
                        "delay",
                        "lost to " + report.windows().get(0).name() + " windows",
                        "lost",
                        "kept"));
        List<Integer> rows = rows(answer.index());
        long most = rows.stream().mapToLong(delays.lost().get(0)::get).max().orElse(0);
        for (int index : rows) {
            long lost = delays.lost().get(0).get(index);
            double share = (double) lost / report.events().analysed();
            line(
                    String.format(
                            Locale.ROOT,
                            "%9s  %-" + BAR + "s  %12s  %12s%s",
                            Text.setting(delays.delayMs().get(index)),
                            bar(lost, most),
                            Text.count(lost),
                            Text.percent(1 - share),
                            index == answer.index() ? "  ◀" : ""));
        }
    }

    /** To eighths of a character; whatever is lost at all shows. */
    private static String bar(long lost, long most) {
        if (lost == 0) {
            return "";
        }
        int eighths = (int) Math.max(1, Math.round(8.0 * BAR * lost / most));
        return "█".repeat(eighths / 8) + (eighths % 8 == 0 ? "" : EIGHTHS.charAt(eighths % 8));
    }

    /** Delays that lose less than the one before them, evenly over those, and the answer's own. */
    private List<Integer> rows(int answer) {
        List<Long> lost = report.delays().lost().get(0);
        List<Integer> shorter = new ArrayList<>();
        List<Integer> longer = new ArrayList<>();
        for (int index = 0; index < Math.min(lost.size(), answer + ROWS_BEYOND + 1); index++) {
            if (index != answer && (index == 0 || !lost.get(index).equals(lost.get(index - 1)))) {
                (index < answer ? shorter : longer).add(index);
            }
        }
        List<Integer> rows = new ArrayList<>(evenly(shorter, MOST_ROWS - 1 - ROWS_BEYOND / 2));
        rows.add(answer);
        rows.addAll(evenly(longer, ROWS_BEYOND / 2));
        return rows;
    }

    /** At most so many of them, the first and the last among them. */
    private static List<Integer> evenly(List<Integer> all, int most) {
        if (all.size() <= most) {
            return all;
        }
        List<Integer> some = new ArrayList<>();
        for (int i = 0; i < most; i++) {
            some.add(all.get(i * (all.size() - 1) / (most - 1)));
        }
        return some;
    }

    private void wrapped(String sentence) {
        rows("", "", List.of(sentence.split("(?<= )", -1)));
    }

    /** Broken behind commas and in front of the calls that add to a value. */
    private void java(String expression) {
        rows(
                "    ",
                "            ",
                List.of(expression.split("(?<=, )|(?=\\.loggedAt)|(?=\\.guardedBy)", -1)));
    }

    private void rows(String first, String others, List<String> pieces) {
        StringBuilder row = new StringBuilder(first);
        boolean begun = false;
        for (String piece : pieces) {
            if (begun && row.length() + piece.stripTrailing().length() > WIDTH) {
                line(row.toString());
                row.setLength(0);
                row.append(others);
            }
            row.append(piece);
            begun = true;
        }
        line(row.toString());
    }

    private void line(String content) {
        text.append(content.stripTrailing()).append('\n');
    }
}
