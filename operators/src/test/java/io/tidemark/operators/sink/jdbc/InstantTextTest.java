package io.tidemark.operators.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

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
                        "0000-01-01T00:00:00Z",
                        "9999-12-31T23:59:59.999Z",
                        "-0001-12-31T23:59:59Z",
                        "+10000-01-01T00:00:00Z")) {
            assertThat(InstantText.of(Instant.parse(text))).isEqualTo(text);
        }
        assertThat(InstantText.of(Instant.MIN)).isEqualTo(Instant.MIN.toString());
        assertThat(InstantText.of(Instant.MAX)).isEqualTo(Instant.MAX.toString());
    }

    @Test
    void isSoForAnyInstant() {
        long seed = Long.getLong("tidemark.seed", System.nanoTime());
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        int[] units = {1_000_000_000, 1_000_000, 1_000, 1};
        for (int i = 0; i < 100_000; i++) {
            int unit = units[random.nextInt(units.length)];
            Instant time =
                    Instant.ofEpochSecond(
                            random.nextLong(-70_000_000_000L, 260_000_000_000L),
                            random.nextInt(1_000_000_000) / unit * (long) unit);
            assertThat(InstantText.of(time)).isEqualTo(time.toString());
        }
    }
}
