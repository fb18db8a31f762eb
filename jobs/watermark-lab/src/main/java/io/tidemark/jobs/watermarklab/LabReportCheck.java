package io.tidemark.jobs.watermarklab;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether the columns of a report fit together, so that a page never shows a number beside a delay
 * that it does not belong to.
 */
final class LabReportCheck {

    private LabReportCheck() {}

    /**
     * The report itself.
     *
     * @throws IllegalArgumentException if a part is missing or a column has not the length of its
     *     table
     */
    static LabReport passed(LabReport report) {
        if (report.format() != LabReport.FORMAT) {
            throw new IllegalArgumentException(
                    "format="
                            + report.format()
                            + " is unknown here: make the report anew with this version, which"
                            + " writes and reads format "
                            + LabReport.FORMAT);
        }
        there("source", report.source());
        there("events.rejected", there("events", report.events()).rejected());
        there("reaching", report.reaching());
        there("warnings", report.warnings());
        there("partitions", report.partitions());
        there("worst_keys", report.worstKeys());
        int windows = there("windows", report.windows()).size();
        if (windows < 1) {
            throw new IllegalArgumentException("windows is empty: a report has at least one");
        }
        delays(there("delays", report.delays()), windows);
        dots(there("dots", report.dots()), windows);
        LabReport.Progress progress = there("progress", report.progress());
        column(
                "progress.max_event_ms",
                progress.maxEventMs(),
                there("progress.arrival_ms", progress.arrivalMs()).size());
        for (LabReport.Strategy strategy : there("strategies", report.strategies())) {
            String name = "strategies." + strategy.name();
            column(name + ".lost", strategy.lost(), windows);
            within(name + ".no_watermark", strategy.noWatermark(), report.events().analysed());
            LabReport.Series series = there(name + ".series", strategy.series());
            int points = there(name + ".series.event_ms", series.eventMs()).size();
            column(name + ".series.delay_ms", series.delayMs(), points);
        }
        for (LabReport.Reaching reaching : report.reaching()) {
            column("reaching.window_delay_ms", reaching.windowDelayMs(), windows);
            column(
                    "reaching.corrected_window_delay_ms",
                    reaching.correctedWindowDelayMs(),
                    windows);
        }
        LabReport.Truncation truncation = report.truncation();
        if (truncation != null) {
            truncation(truncation);
        }
        LabReport.Recommendation answer = report.recommendation();
        if (answer != null) {
            index("recommendation.index", answer.index(), report.delays().delayMs().size());
            index("recommendation.window", answer.window(), windows);
        }
        return report;
    }

    private static void truncation(LabReport.Truncation truncation) {
        Double unseen = truncation.unseenShare();
        if (unseen != null && !(unseen >= 0 && unseen <= 1)) {
            throw new IllegalArgumentException(
                    "truncation.unseen_share="
                            + unseen
                            + " is no share: it lies in [0, 1], or is null");
        }
        quantiles("truncation.lag", truncation.lag());
        quantiles("truncation.disorder", truncation.disorder());
    }

    private static void quantiles(String name, LabReport.@Nullable Corrected both) {
        if (both != null) {
            there(name + ".naive", both.naive());
            there(name + ".corrected", both.corrected());
        }
    }

    private static void within(String name, long count, long all) {
        if (count < 0 || count > all) {
            throw new IllegalArgumentException(
                    name + "=" + count + " is not in [0, " + all + "], the events analysed");
        }
    }

    private static void delays(LabReport.Delays delays, int windows) {
        int grid = there("delays.delay_ms", delays.delayMs()).size();
        column("delays.step_ms", delays.stepMs(), grid);
        column("delays.behind", delays.behind(), grid);
        columns("delays.lost", delays.lost(), windows, grid);
        columns("delays.latency_ms", delays.latencyMs(), windows, grid);
        columns("delays.open_windows", delays.openWindows(), windows, grid);
    }

    private static void dots(LabReport.Dots dots, int windows) {
        int count = there("dots.event_ms", dots.eventMs()).size();
        column("dots.lag_ms", dots.lagMs(), count);
        column("dots.ok_at", dots.okAt(), count);
        columns("dots.kept_at", dots.keptAt(), windows, count);
        column("dots.partition", dots.partition(), count);
    }

    private static void columns(String name, List<? extends List<?>> columns, int windows, int n) {
        column(name, columns, windows);
        for (List<?> column : columns) {
            column(name + " of a window", column, n);
        }
    }

    private static void column(String name, List<?> column, int expected) {
        int size = there(name, column).size();
        if (size != expected) {
            throw new IllegalArgumentException(
                    name + " has " + size + " values where its table has " + expected);
        }
    }

    private static void index(String name, int index, int length) {
        if (index < 0 || index >= length) {
            throw new IllegalArgumentException(
                    name + "=" + index + " lies outside its table of " + length);
        }
    }

    /** Jackson leaves null what a file doesn't name, whatever the record says. */
    private static <T> T there(String name, @Nullable T part) {
        if (part == null) {
            throw new IllegalArgumentException(name + " is missing");
        }
        return part;
    }
}
