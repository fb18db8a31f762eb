package io.tidemark.operators.late;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.testing.Backend;
import io.tidemark.operators.testing.Disturbance;
import io.tidemark.operators.testing.History;
import io.tidemark.operators.testing.Outcome;
import io.tidemark.operators.testing.Replay;
import io.tidemark.operators.testing.TestStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LateBehindWindowsTest {

    @ParameterizedTest
    @EnumSource(Backend.class)
    void countsAndTellsWhatTheWindowsRefused(Backend backend) throws Exception {
        History<Row> history = History.empty();
        List<Late<Row>> expected = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            long time = -25 + 7L * i;
            long watermark = time + 20 + i;
            Row row = new Row(0, i, time, time, false);
            history.watermark(watermark).element(row, time);
            expected.add(new Late<>(row, time, watermark, Math.floorDiv(time, 10) * 10 + 10));
        }
        DataStream<Row> refused = TestStream.of(Row.TYPE);
        LateBehindWindows<Row> late =
                LateBehindWindows.of(
                        refused, WindowEnds.tumbling(Duration.ofMillis(10)), Row.TYPE, "late");

        // After every second step: between the two a watermark always precedes the row, as it does
        // behind a window operator, which refuses nothing before its first watermark.
        Outcome<Late<Row>> outcome =
                Replay.through(refused, late.late())
                        .on(backend)
                        .under(Disturbance.restoringEvery(2).losing(3).rescaling(1, 2))
                        .run(history);

        assertThat(outcome.restores()).isPositive();
        assertThat(outcome.values()).containsExactlyElementsOf(expected);
        assertThat(outcome.records())
                .allMatch(record -> record.getTimestamp() == record.getValue().eventTime());
        assertThat(Ledgers.total(outcome.side(late.ledger()), LedgerAccount.LATE_AT_WINDOW))
                .isEqualTo(10);
    }
}
