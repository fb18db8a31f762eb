package io.tidemark.jobs.watermarklab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class LabReportTest {

    private static final LabReport.Window MINUTE = new LabReport.Window("1 min", 60_000);
    private static final LabReport.Window TEN = new LabReport.Window("10 s", 10_000);

    @Test
    void comesBackAsItWasWritten() throws IOException {
        LabReport report = Reports.of(Trace.ofShop(1, 400, 10), MINUTE, TEN);

        assertThat(read(written(report))).isEqualTo(report);
    }

    @Test
    void comesBackWhereMuchIsNull() throws IOException {
        LabReport report = Reports.ofRowOrder(List.of(), MINUTE);

        assertThat(report.recommendation()).isNull();
        assertThat(read(written(report))).isEqualTo(report);
    }

    @Test
    void hasNamesInSnakeCase() throws IOException {
        assertThat(written(Reports.of(Trace.ofShop(1, 400, 10), MINUTE)))
                .contains(
                        "\"made_at\":",
                        "\"out_of_order\":",
                        "\"p999\":",
                        "\"disorder_p99\":",
                        "\"lag_p99\":",
                        "\"kept_at\":",
                        "\"corrected_delay_ms\":",
                        "\"mean_wait_ms\":",
                        "\"no_watermark\":",
                        "\"corrected_window_delay_ms\":",
                        "\"unseen_share\":0.0012",
                        "\"exact\":true",
                        "\"in\":410");
    }

    @Test
    void refusesWhatItDoesNotKnow() throws IOException {
        String json = written(Reports.of(Trace.ofShop(1, 400, 10), MINUTE));

        assertThatThrownBy(() -> read(json.replaceFirst("\"made_at\"", "\"mood\":1,\"made_at\"")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("mood");
    }

    @Test
    void whatCannotBeToldIsNullAndNoNumber() throws IOException {
        LabReport report = Reports.untold(Reports.of(Trace.ofShop(1, 400, 10), MINUTE));

        String json = written(report);

        assertThat(json)
                .contains(
                        "\"unseen_share\":null",
                        "\"p95\":null,\"p99\":null}",
                        "\"corrected_window_delay_ms\":[null]");
        assertThat(read(json)).isEqualTo(report);
    }

    @Test
    void refusesNumbersThatCannotBe() throws IOException {
        String json = written(Reports.of(Trace.ofShop(1, 400, 10), MINUTE));

        assertThatThrownBy(
                        () ->
                                read(
                                        json.replaceFirst(
                                                "\"unseen_share\":0.0012", "\"unseen_share\":1.5")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("unseen_share=1.5");
        assertThatThrownBy(
                        () ->
                                read(
                                        json.replaceFirst(
                                                "\"no_watermark\":\\d+", "\"no_watermark\":9999")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no_watermark=9999");
        assertThatThrownBy(
                        () ->
                                read(
                                        json.replaceFirst(
                                                "\"corrected_window_delay_ms\":\\[",
                                                "\"corrected_window_delay_ms\":[1,")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("corrected_window_delay_ms");
    }

    @Test
    void refusesAnotherFormat() throws IOException {
        String json = written(Reports.of(Trace.ofShop(1, 400, 10), MINUTE));

        assertThatThrownBy(() -> read(json.replaceFirst("\"format\":3", "\"format\":1")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("format=1")
                .hasMessageContaining("format 3");
    }

    @Test
    void refusesColumnsOfDifferentLengths() {
        LabReport report = Reports.of(Trace.ofShop(1, 400, 10), MINUTE);
        LabReport.Delays delays = report.delays();
        LabReport broken =
                new LabReport(
                        report.format(),
                        report.source(),
                        report.madeAt(),
                        report.events(),
                        report.span(),
                        report.lag(),
                        report.disorder(),
                        report.windows(),
                        new LabReport.Delays(
                                delays.delayMs(),
                                delays.stepMs(),
                                delays.behind().subList(1, delays.behind().size()),
                                delays.lost(),
                                delays.latencyMs(),
                                delays.openWindows()),
                        report.reaching(),
                        report.recommendation(),
                        report.truncation(),
                        report.warnings(),
                        report.partitions(),
                        report.worstKeys(),
                        report.dots(),
                        report.progress(),
                        report.strategies());

        assertThatThrownBy(() -> written(broken))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("delays.behind");
    }

    @Test
    void refusesAReportWithoutItsParts() {
        assertThatThrownBy(() -> read("{\"format\":3,\"made_at\":0}"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("source is missing");
    }

    static String written(LabReport report) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        report.toJson(bytes);
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static LabReport read(String json) throws IOException {
        return LabReport.fromJson(new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)));
    }
}
