package io.tidemark.system.conf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The alert rules before Prometheus' own judge; that a cluster has their metrics says FlinkConfIT.
 */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class AlertRulesIT {

    private static final Path PROMTOOL = Path.of("/usr/bin/promtool");

    @BeforeEach
    void theToolIsThere() {
        String missing = "there is no " + PROMTOOL + ", which Debian's package prometheus has";
        boolean there = Files.isExecutable(PROMTOOL);
        if (!there) {
            System.err.println("SKIPPED: " + missing);
        }
        assertThat(there || System.getenv("TIDEMARK_REQUIRE_TOOLS") == null).as(missing).isTrue();
        assumeTrue(there, missing);
    }

    @Test
    void configurationAndRulesAreValid() throws Exception {
        Ended check = promtool(AlertRules.DIRECTORY, "check", "config", "prometheus.yml");

        assertThat(check.status()).as(check.output()).isZero();
        assertThat(check.output()).contains("rules found");
    }

    @Test
    void rulesAlertWhenTheyShould() throws Exception {
        Ended test = promtool(AlertRules.DIRECTORY, "test", "rules", "rules-test.yml");

        assertThat(test.status()).as(test.output()).isZero();
    }

    @Test
    void everyAlertIsTested() throws IOException {
        List<String> alerts = values("rules.yml", "- alert: ");

        assertThat(alerts).isNotEmpty();
        assertThat(values("rules-test.yml", "alertname: ")).containsAll(alerts);
    }

    @Test
    void mutantRulesAreCaught(@TempDir Path directory) throws Exception {
        for (String file : List.of("rules.yml", "rules-test.yml")) {
            Files.copy(AlertRules.DIRECTORY.resolve(file), directory.resolve(file));
        }
        String rules = Files.readString(directory.resolve("rules.yml"));
        for (List<String> change :
                List.of(
                        List.of("> 300\n        for: 5m", "> 3000\n        for: 5m"),
                        List.of("(late_at_gate|admitted|duplicate)", "(late_at_gate|admitted)"),
                        List.of("> 0.01", "> 0.1"),
                        List.of("Timestamp > 0", "Timestamp < 0"),
                        List.of("Timestamp <= 0", "Timestamp < -1"),
                        List.of("Committables offset 1h", "Committables offset 2h"),
                        List.of("lostTransactions * 0", "lostTransactions * 1"),
                        List.of("Timestamp[1h]", "Timestamp[2m]"),
                        List.of("unless count", "and count"),
                        List.of("[15m]) > 2", "[15m]) > 0"))) {
            assertThat(rules).contains(change.get(0));
            Files.writeString(
                    directory.resolve("rules.yml"), rules.replace(change.get(0), change.get(1)));

            assertThat(promtool(directory, "test", "rules", "rules-test.yml").status())
                    .as("with %s", change.get(1))
                    .isNotZero();
        }
    }

    private static List<String> values(String file, String label) throws IOException {
        return Files.readAllLines(AlertRules.DIRECTORY.resolve(file)).stream()
                .map(String::strip)
                .filter(line -> line.contains(label))
                .map(line -> line.substring(line.indexOf(label) + label.length()))
                .toList();
    }

    private static Ended promtool(Path directory, String... arguments) throws Exception {
        List<String> line = new ArrayList<>(List.of(PROMTOOL.toString()));
        line.addAll(List.of(arguments));
        Process process =
                new ProcessBuilder(line)
                        .directory(directory.toFile())
                        .redirectErrorStream(true)
                        .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), output);
    }

    private record Ended(int status, String output) {}
}
