package io.tidemark.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.local.usage.WrongUsage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportOptionsTest {

    @TempDir private Path home = Path.of("");

    @BeforeEach
    void makeTheDefaultProfile() throws IOException {
        Path profile = Files.createDirectories(home.resolve("flink-conf").resolve("local"));
        Files.createFile(profile.resolve("config.yaml"));
        Files.createFile(profile.resolve("log4j.properties"));
    }

    @Test
    void keepsWhatIsItsOwnAndHandsTheRestToTheJob() {
        ReportOptions options =
                ReportOptions.parse(
                        home,
                        List.of("--input", "a.csv", "--parallelism=3", "--output=out", "--for=1m"));
        assertThat(options.parallelism()).hasValue(3);
        assertThat(options.uiPort()).isEqualTo(8081);
        assertThat(options.flinkConf()).isEqualTo(home.resolve("flink-conf").resolve("local"));
        assertThat(options.jobArguments())
                .containsExactly("--input", "a.csv", "--output=out", "--for=1m");
    }

    @Test
    void refusesWhatCannotBe() {
        assertThatThrownBy(() -> ReportOptions.parse(home, List.of("--parallelism=0")))
                .isInstanceOf(WrongUsage.class)
                .hasMessageContaining("--parallelism=0");
        assertThatThrownBy(() -> ReportOptions.parse(home, List.of("--flink-conf=" + home)))
                .isInstanceOf(WrongUsage.class)
                .hasMessageContaining("there is no readable config.yaml");
    }

    @Test
    void hasAManual() {
        assertThat(ReportOptions.manual()).contains("--parallelism", "--ui-port", "--flink-conf");
    }
}
