package io.tidemark.operators.late;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.late.LedgerSummary.LateKey;
import io.tidemark.operators.late.LedgerSummary.Lateness;
import io.tidemark.operators.late.LedgerSummary.MissedWindow;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SummaryJsonTest {

    private static final String ZEROES =
            "\"duplicate\":0,\"late_at_gate\":%d,\"late_at_window\":0,\"ahead\":0,\"out_of_range\":0}";

    @Test
    void aSummaryIsOneJsonObject() {
        LedgerSummary summary =
                new LedgerSummary(
                        0,
                        60_000,
                        false,
                        Map.of(LedgerAccount.LATE_AT_GATE, 3L),
                        Map.of(LedgerAccount.LATE_AT_GATE, 4L, LedgerAccount.ADMITTED, 9L),
                        new Lateness(
                                3,
                                4,
                                10,
                                20,
                                30,
                                31,
                                List.of(new LateKey("a \"b\"", 2)),
                                1,
                                0,
                                List.of(new MissedWindow(60_000, 3)),
                                0,
                                0));

        assertThat(text(summary))
                .isEqualTo(
                        "{\"from\":\"1970-01-01T00:00:00Z\",\"to\":\"1970-01-01T00:01:00Z\",\"at_end\":false,"
                                + "\"increments\":{\"rejected\":0,\"admitted\":0,"
                                + ZEROES.formatted(3)
                                + ",\"totals\":{\"rejected\":0,\"admitted\":9,"
                                + ZEROES.formatted(4)
                                + ",\"late\":{\"count\":3,\"total\":4,"
                                + "\"late_by_ms\":{\"p50\":10,\"p90\":20,\"p99\":30,\"max\":31},"
                                + "\"keys\":{\"top\":[{\"key\":\"a \\\"b\\\"\",\"count\":2}],\"others\":1,\"error\":0},"
                                + "\"windows\":{\"top\":[{\"window_end\":\"1970-01-01T00:01:00Z\",\"count\":3}],\"others\":0,\"error\":0}}}");
    }

    @Test
    void withoutLateEventsThereIsNoQuantile() {
        LedgerSummary summary =
                new LedgerSummary(
                        0,
                        0,
                        true,
                        Map.of(),
                        Map.of(),
                        new Lateness(0, 0, 0, 0, 0, 0, List.of(), 0, 0, List.of(), 0, 0));

        assertThat(text(summary))
                .contains("\"at_end\":true")
                .contains("\"late\":{\"count\":0,\"total\":0,\"keys\":{\"top\":[],")
                .doesNotContain("late_by_ms");
    }

    private static String text(LedgerSummary summary) {
        return new String(SummaryJson.write(summary), StandardCharsets.UTF_8);
    }
}
