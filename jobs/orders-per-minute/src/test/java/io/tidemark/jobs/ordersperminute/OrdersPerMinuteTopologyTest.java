package io.tidemark.jobs.ordersperminute;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.jobs.orders.OrderLog;
import java.util.List;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The job's own wiring on a real Flink, with a list for a source and a list for each output. */
class OrdersPerMinuteTopologyTest {

    @RegisterExtension
    static final MiniClusterExtension FLINK =
            new MiniClusterExtension(
                    new MiniClusterResourceConfiguration.Builder()
                            .setNumberTaskManagers(1)
                            .setNumberSlotsPerTaskManager(2)
                            .build());

    private final OrderLog log = OrderLog.empty();

    @Test
    void eachRecordLeavesByOneDoor() throws Exception {
        log.order("a", "de", "12:00:05", "1.10");
        log.order("b", "de", "12:00:59", "2.20");
        log.order("a", "de", "12:00:05", "1.10"); // repeat
        log.order("c", "fr", "12:00:30", "-5");
        log.rejected(4);
        log.order("d", "de", "12:01:20", "7"); // the watermark passes 12:01
        log.order("e", "de", "12:00:10", "9"); // late

        List<String> rows =
                log.through(
                        OrdersPerMinuteJob.JOB, "--watermark-delay=10s", "--watermark-step=1ms");

        assertThat(rows)
                .containsExactlyInAnyOrder(
                        "result {\"key\":\"de\",\"window_start\":\"2026-01-01T12:00:00Z\"} {\"window_start\":\"2026-01-01T12:00:00Z\",\"window_end\":\"2026-01-01T12:01:00Z\",\"key\":\"de\",\"count\":2,\"sum\":3.30,\"pane\":\"on_time\"}",
                        "result {\"key\":\"fr\",\"window_start\":\"2026-01-01T12:00:00Z\"} {\"window_start\":\"2026-01-01T12:00:00Z\",\"window_end\":\"2026-01-01T12:01:00Z\",\"key\":\"fr\",\"count\":1,\"sum\":-5,\"pane\":\"on_time\"}",
                        "result {\"key\":\"de\",\"window_start\":\"2026-01-01T12:01:00Z\"} {\"window_start\":\"2026-01-01T12:01:00Z\",\"window_end\":\"2026-01-01T12:02:00Z\",\"key\":\"de\",\"count\":1,\"sum\":7,\"pane\":\"on_time\"}",
                        "late {\"event\":{\"order_id\":\"e\"},\"partition\":0,\"late_by_ms\":59999,\"watermark\":\"2026-01-01T12:01:09.999Z\",\"missed_window_end\":\"2026-01-01T12:01:00Z\"}",
                        "dead letter 4 NOT_JSON",
                        "ledger rejected 1",
                        "ledger admitted 4",
                        "ledger duplicate 1",
                        "ledger late_at_gate 1");
    }

    @Test
    void withinTheAllowedLatenessARowIsReplacedAndSaysSo() throws Exception {
        log.order("a", "de", "12:00:05", "1");
        log.order("b", "de", "12:01:20", "2");
        log.order("c", "de", "12:00:10", "4");

        List<String> rows =
                log.through(
                        OrdersPerMinuteJob.JOB,
                        "--watermark-delay=10s",
                        "--watermark-step=1ms",
                        "--allowed-lateness=1m");

        assertThat(rows)
                .contains(
                        "result {\"key\":\"de\",\"window_start\":\"2026-01-01T12:00:00Z\"} {\"window_start\":\"2026-01-01T12:00:00Z\",\"window_end\":\"2026-01-01T12:01:00Z\",\"key\":\"de\",\"count\":2,\"sum\":5,\"pane\":\"late_update\"}",
                        "ledger admitted 3")
                .noneMatch(row -> row.startsWith("late"));
    }

    @Test
    void anOrderFarAheadOfTheLogIsCountedAndMakesNobodyLate() throws Exception {
        log.order("a", "de", "12:00:05", "1");
        log.order("b", "de", "14:00:00", "2"); // the log says it is noon
        log.order("c", "de", "12:00:10", "4");

        List<String> rows =
                log.through(OrdersPerMinuteJob.JOB, "--watermark-delay=10s", "--max-ahead=1h");

        assertThat(rows)
                .contains(
                        "result {\"key\":\"de\",\"window_start\":\"2026-01-01T12:00:00Z\"} {\"window_start\":\"2026-01-01T12:00:00Z\",\"window_end\":\"2026-01-01T12:01:00Z\",\"key\":\"de\",\"count\":2,\"sum\":5,\"pane\":\"on_time\"}",
                        "result {\"key\":\"de\",\"window_start\":\"2026-01-01T14:00:00Z\"} {\"window_start\":\"2026-01-01T14:00:00Z\",\"window_end\":\"2026-01-01T14:01:00Z\",\"key\":\"de\",\"count\":1,\"sum\":2,\"pane\":\"on_time\"}",
                        "ledger ahead 1")
                .noneMatch(row -> row.startsWith("late"));
    }

    @Test
    void aTimeThatNoWindowCanHoldIsADeadLetter() throws Exception {
        assertThat(OrderLog.ofImpossibleTimes(OrdersPerMinuteJob.JOB, "country"))
                .contains(
                        "dead letter 0 TIME_TOO_EARLY",
                        "dead letter 1 TIME_TOO_EARLY",
                        "dead letter 3 TIME_TOO_LATE",
                        "dead letter 4 TIME_TOO_LATE",
                        "ledger rejected 4",
                        "ledger admitted 1")
                .noneMatch(row -> row.startsWith("late") || row.startsWith("ledger late"));
    }
}
