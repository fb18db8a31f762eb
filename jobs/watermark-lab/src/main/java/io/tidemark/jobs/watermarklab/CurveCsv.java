package io.tidemark.jobs.watermarklab;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What each delay buys and costs, as a table that any tool reads: one row a delay. */
final class CurveCsv {

    private CurveCsv() {}

    static String of(LabReport report) {
        LabReport.Delays delays = report.delays();
        StringBuilder text = new StringBuilder("delay_ms,step_ms,events,behind");
        for (LabReport.Window window : report.windows()) {
            String size = "_" + window.sizeMs() + "ms";
            text.append(",lost").append(size);
            text.append(",latency_ms").append(size);
            text.append(",open_windows").append(size);
        }
        text.append('\n');
        for (int i = 0; i < delays.delayMs().size(); i++) {
            text.append(delays.delayMs().get(i))
                    .append(',')
                    .append(delays.stepMs().get(i))
                    .append(',')
                    .append(report.events().analysed())
                    .append(',')
                    .append(delays.behind().get(i));
            for (int window = 0; window < report.windows().size(); window++) {
                text.append(',').append(delays.lost().get(window).get(i));
                number(delays.latencyMs().get(window), i, text);
                number(delays.openWindows().get(window), i, text);
            }
            text.append('\n');
        }
        return text.toString();
    }

    private static void number(List<@Nullable Double> column, int row, StringBuilder text) {
        Double value = column.get(row);
        text.append(',').append(value == null ? "" : Text.number("0.##", value));
    }
}
