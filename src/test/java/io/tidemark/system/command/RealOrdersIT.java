package io.tidemark.system.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.system.command.Answer.Rules;
import io.tidemark.system.command.Answer.Total;
import io.tidemark.system.command.Command.Ended;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two years of a real shop's invoices. The file is not part of the project: it is looked for where
 * {@code TIDEMARK_RETAIL_CSV} (system property or environment variable) says, else beside the
 * checkout; where it is absent, this test is skipped and says so.
 */
class RealOrdersIT {
    private static final String SETTING = "TIDEMARK_RETAIL_CSV";
    private static final String BESIDE = "../shared/data/orders/online-retail-ii.csv.gz";

    @Test
    void theFactsOfTheDataComeOut(@TempDir Path directory) throws IOException {
        Path file = file();
        boolean there = Files.isReadable(file);
        if (!there) {
            System.err.println(
                    "SKIPPED: the real orders are not at " + file + "; " + SETTING + " names them");
        }
        assumeTrue(there, () -> "the real orders are not at " + file);

        Path output = directory.resolve("out");
        try (Command command = House.in(directory).startJob(Replay.of(file, Rules.WIDE, output))) {
            Ended ended = command.end();
            assertThat(ended.status()).as(ended.toString()).isZero();
        }

        Written written = Written.in(output);
        written.assertAddsUp();
        assertThat(written.ledger("in")).isEqualTo(54_716);
        assertThat(written.ledger("duplicates")).isEqualTo(1_088);
        assertThat(written.ledger("on_time")).isEqualTo(53_628);
        assertThat(written.windows()).isEqualTo(byDayAndKey(file));
    }

    private static Path file() {
        return Optional.ofNullable(System.getProperty(SETTING, System.getenv(SETTING)))
                .map(Path::of)
                .orElseGet(() -> House.real().resolve(BESIDE).normalize());
    }

    /** No field of this file is quoted. */
    private static SortedMap<String, Total> byDayAndKey(Path file) throws IOException {
        SortedMap<String, Total> days = new TreeMap<>();
        Set<String> seen = new HashSet<>();
        try (BufferedReader rows =
                new BufferedReader(
                        new InputStreamReader(
                                new GZIPInputStream(Files.newInputStream(file)), UTF_8))) {
            List<String> header = List.of(rows.readLine().split(","));
            for (String row = rows.readLine(); row != null; row = rows.readLine()) {
                String[] fields = row.split(",", -1);
                if (seen.add(fields[header.indexOf("invoice")])) {
                    String day = fields[header.indexOf("ordered_at")].substring(0, 10);
                    days.merge(
                            Answer.windowKey(
                                    day + "T00:00:00Z", fields[header.indexOf("domestic")]),
                            new Total(1, new BigDecimal(fields[header.indexOf("amount_gbp")])),
                            Total::plus);
                }
            }
        }
        return days;
    }
}
