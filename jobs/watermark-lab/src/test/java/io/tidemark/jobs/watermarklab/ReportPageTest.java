package io.tidemark.jobs.watermarklab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ReportPageTest {

    private static final LabReport.Window MINUTE = new LabReport.Window("1 min", 60_000);
    private static final String EVIL =
            "</script><script>x</script><!-- ]]> & \u2028 \u2029 {{script}}";

    @Test
    void leavesNothingThatMeansSomethingToHtml() {
        assertThat(ReportPage.harmless("{\"key\":\"" + EVIL + "\"}"))
                .doesNotContain("<", ">", "&", "\u2028", "\u2029")
                .contains("\\u003c/script\\u003e", "\\u0026", "\\u2028", "\\u2029");
    }

    @Test
    void holdsTheReportAsItIs() throws IOException {
        LabReport report =
                Reports.named(Reports.of(Trace.ofShop(3, 300, 10), MINUTE), "a" + EVIL + "z");

        String page = page(report);

        Matcher data =
                Pattern.compile("<script type=\"application/json\" id=\"report\">([^<]*)</script>")
                        .matcher(page);
        assertThat(data.find()).isTrue();
        assertThat(
                        LabReport.fromJson(
                                new ByteArrayInputStream(
                                        data.group(1).getBytes(StandardCharsets.UTF_8))))
                .isEqualTo(report);
        assertThat(Pattern.compile("<script").matcher(page).results()).hasSize(2);
    }

    @Test
    void isFilledAndNamesNoOtherFile() throws IOException {
        String page = page(Reports.of(Trace.ofShop(3, 300, 10), MINUTE));

        assertThat(page)
                .doesNotContain("{{", "src=", "@import", "url(", "innerHTML", "eval(")
                .contains("The MIT License", "default-src 'none'", "<html lang=\"en\">");
        assertThat(Pattern.compile("'sha256-[A-Za-z0-9+/]{43}='").matcher(page).results())
                .as("the hashes of one style sheet and one script")
                .hasSize(2);
        assertThat(Pattern.compile("<link [^>]*href=\"(?!data:)").matcher(page).find()).isFalse();
    }

    private static String page(LabReport report) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ReportPage.write(report, bytes);
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
