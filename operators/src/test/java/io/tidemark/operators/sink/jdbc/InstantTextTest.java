package io.tidemark.operators.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InstantTextTest {

    @Test
    void isWhatTheInstantSaysItself() {
        for (String text :
                List.of(
                        "1970-01-01T00:00:00Z",
                        "1969-12-31T23:59:59.999999999Z",
                        "2024-02-29T23:59:59.120Z",
                        "2026-01-02T03:04:05.000006Z",
                        "2026-01-02T03:04:05.000000007Z",
                        "0001-01-01T00:00:00Z",
                        "9999-12-31T23:59:59.999Z")) {
            assertThat(InstantText.of(Instant.parse(text))).isEqualTo(text);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0000-12-31T23:59:59.9Z, 0001-12-31T23:59:59.900Z BC",
        "0000-01-01T00:00:00Z, 0001-01-01T00:00:00Z BC",
        "-0001-12-31T23:59:59Z, 0002-12-31T23:59:59Z BC",
        "+10000-01-01T00:00:00Z, 10000-01-01T00:00:00Z",
        "-1000000000-01-01T00:00:00Z, 1000000001-01-01T00:00:00Z BC",
        "+1000000000-12-31T23:59:59Z, 1000000000-12-31T23:59:59Z"
    })
    void hasOtherYearsAsTheDatabaseReadsThem(Instant time, String text) {
        assertThat(InstantText.of(time)).isEqualTo(text);
    }

    @Test
    void isSoForAnyInstantOfTheYears1To9999() {
        long seed = Long.getLong("tidemark.seed", System.nanoTime());
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        int[] units = {1_000_000_000, 1_000_000, 1_000, 1};
        for (int i = 0; i < 100_000; i++) {
            int unit = units[random.nextInt(units.length)];
            Instant time =
                    Instant.ofEpochSecond(
                            random.nextLong(-62_135_596_800L, 253_402_300_800L),
                            random.nextInt(1_000_000_000) / unit * (long) unit);
            assertThat(InstantText.of(time)).isEqualTo(time.toString());
        }
    }
}
