package io.tidemark.jobs.watermarklab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TextSummaryTest {

    private static final int TERMINAL = 80;

    @Test
    void fitsATerminal() {
        LabReport report =
                rejecting(
                        Reports.of(
                                Trace.ofShop(1, 4_000, 10), new LabReport.Window("1 min", 60_000)));

        assertThat(TextSummary.of(report, "/report").lines())
                .hasSizeGreaterThan(15)
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(TERMINAL));
    }

    @Test
    void theJavaOfEachStrategyCanBeBroken() {
        for (String java :
                List.of(
                        "BoundedWatermarks.waiting(Duration.ofMinutes(45), EventTimes.of(Event::time).loggedAt(Event::logTime).guardedBy(FutureGuard.byLogTime(Duration.ofSeconds(90))))",
                        "BoundedWatermarks.waiting(Duration.ZERO, EventTimes.of(Event::time))")) {
            LabReport report =
                    Reports.of(Trace.ofShop(1, 400, 10), new LabReport.Window("1 min", 60_000));
            String summary = TextSummary.of(answering(report, java), "/report");

            assertThat(summary.lines())
                    .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(TERMINAL));
            assertThat(summary.replaceAll("\\s", "")).contains(java.replace(" ", "") + ";");
        }
    }

    @Test
    void aDurationIsTheOneThatWasCounted() {
        assertThat(
                        List.of(
                                200_000L,
                                90_000L,
                                86_400_000L,
                                949L,
                                5_500L,
                                7_200_000L,
                                129_600_000L,
                                0L,
                                1_234L))
                .extracting(Text::setting)
                .containsExactly(
                        "200 s",
                        "1.5 min",
                        "1 d",
                        "949 ms",
                        "5.5 s",
                        "2 h",
                        "1.5 d",
                        "0 ms",
                        "1,234 ms");
    }

    @Test
    void saysWhatItCannotTell() {
        LabReport told =
                Reports.of(Trace.ofShop(1, 4_000, 10), new LabReport.Window("1 min", 60_000));

        assertThat(TextSummary.of(told, "/report")).contains("missing    about 0.12% of events");
        assertThat(TextSummary.of(Reports.untold(told), "/report"))
                .contains("missing    unknown")
                .doesNotContain("0% of events had");
    }

    @Test
    void aMissedTargetLeadsTheAnswer() {
        LabReport kept =
                Reports.of(Trace.ofShop(1, 4_000, 10), new LabReport.Window("1 min", 60_000));
        assertThat(TextSummary.of(kept, "/report")).contains("\nWait ");

        LabReport.Recommendation answer = Objects.requireNonNull(kept.recommendation());
        LabReport missed =
                with(
                        kept,
                        kept.events(),
                        new LabReport.Recommendation(
                                answer.delayMs(),
                                answer.index(),
                                0,
                                0.99999,
                                answer.completeness(),
                                "No delay keeps 99.999%: clocks are wrong.",
                                answer.java()));
        assertThat(TextSummary.of(missed, "/report"))
                .contains("\nNo delay keeps 99.999%: clocks are wrong.\n")
                .doesNotContain("Wait ");
    }

    @Test
    void thePlotShowsWhereDelaysDiffer() {
        LabReport report =
                Reports.of(Trace.ofShop(1, 4_000, 10), new LabReport.Window("1 min", 60_000));
        List<String> plot =
                TextSummary.of(report, "/report")
                        .lines()
                        .filter(line -> line.matches(" *[\\d.,]+ (ms|s|min|h|d) .*%.*"))
                        .toList();
        assertThat(plot).hasSizeBetween(5, 15);
        assertThat(plot.get(0)).startsWith("     0 ms");
        assertThat(plot).filteredOn(line -> line.endsWith("◀")).hasSize(1);
        // But for the answer's own row no two show the same loss.
        List<String> losses =
                plot.stream()
                        .filter(line -> !line.endsWith("◀"))
                        .map(line -> line.replaceAll(".* ([\\d,]+) +[\\d.]+%", "$1"))
                        .toList();
        assertThat(losses).doesNotHaveDuplicates();
    }

    private static LabReport rejecting(LabReport report) {
        TreeMap<String, Long> rejected = new TreeMap<>();
        for (String reason :
                List.of(
                        "field_missing",
                        "not_a_number",
                        "time_too_early",
                        "time_too_late",
                        "time_unparsable",
                        "time_zero",
                        "too_large")) {
            rejected.put(reason, 1_234_567L);
        }
        LabReport.Events events = report.events();
        return with(
                report,
                new LabReport.Events(
                        events.analysed() + 7 * 1_234_567L, events.analysed(), 3, rejected),
                report.recommendation());
    }

    private static LabReport answering(LabReport report, String java) {
        LabReport.Recommendation answer = Objects.requireNonNull(report.recommendation());
        return with(
                report,
                report.events(),
                new LabReport.Recommendation(
                        answer.delayMs(),
                        answer.index(),
                        answer.window(),
                        answer.asked(),
                        answer.completeness(),
                        answer.reason(),
                        java));
    }

    private static LabReport with(
            LabReport report, LabReport.Events events, LabReport.@Nullable Recommendation answer) {
        return new LabReport(
                report.format(),
                report.source(),
                report.madeAt(),
                events,
                report.span(),
                report.lag(),
                report.disorder(),
                report.windows(),
                report.delays(),
                report.reaching(),
                answer,
                report.truncation(),
                new ArrayList<>(report.warnings()),
                report.partitions(),
                report.worstKeys(),
                report.dots(),
                report.progress(),
                report.strategies());
    }
}
