package io.tidemark.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.local.usage.WrongUsage;
import org.junit.jupiter.api.Test;

class ReportDescriptionTest {

    private static final String COMPLETE =
            """
            {"job":"lab","summary":"measures","reads":"trace.csv","directory":"/tmp/out",
             "summary_file":"summary.txt","progress_metric":"bytesRead","progress_size":12}""";

    @Test
    void readsWhatAJobSaysOfItself() {
        assertThat(ReportDescription.parse(COMPLETE))
                .isEqualTo(
                        new ReportDescription(
                                "lab",
                                "measures",
                                "trace.csv",
                                "/tmp/out",
                                "summary.txt",
                                "bytesRead",
                                12));
    }

    @Test
    void passesOnWhyAJobRefusesItsOptions() {
        assertThatThrownBy(
                        () ->
                                ReportDescription.parse(
                                        "{\"usage_error\":\"--window=0: give 1ms or more\"}"))
                .isInstanceOf(WrongUsage.class)
                .hasMessageContaining("--window=0: give 1ms or more");
    }

    @Test
    void refusesWhatIsNoDescription() {
        for (String other :
                new String[] {
                    "",
                    "no JSON",
                    "{}",
                    COMPLETE + COMPLETE,
                    COMPLETE.replace("\"lab\"", "null"),
                    COMPLETE.replace("\"reads\"", "\"writes\"")
                }) {
            assertThatThrownBy(() -> ReportDescription.parse(other))
                    .as(other)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
