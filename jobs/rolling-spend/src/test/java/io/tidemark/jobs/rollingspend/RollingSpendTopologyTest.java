package io.tidemark.jobs.rollingspend;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.jobs.orders.OrderLog;
import java.util.List;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The job's own wiring on a real Flink, with a list for a source and a list for each output. */
class RollingSpendTopologyTest {

    @RegisterExtension
    static final MiniClusterExtension FLINK =
            new MiniClusterExtension(
                    new MiniClusterResourceConfiguration.Builder()
                            .setNumberTaskManagers(1)
                            .setNumberSlotsPerTaskManager(2)
                            .build());

    private final OrderLog log = OrderLog.empty();

    @Test
    void eachOrderTellsWhatItsCustomerHasSpentUpToIt() throws Exception {
        log.order("a", "ann", "12:00:05", "1.10");
        log.order("c", "ann", "12:00:20", "2"); // in disorder
        log.order("b", "ann", "12:00:15", "4");
        log.order("b", "ann", "12:00:15", "4"); // repeat
        log.order("d", "bob", "12:00:20", "8");
        log.rejected(4);
        log.order("e", "ann", "12:01:05", "16"); // the first is out of range by now
        log.order("f", "ann", "12:00:54", "32"); // late: the watermark is 12:00:54.999

        List<String> rows = run("--allowed-lateness=0s");

        assertThat(rows)
                .containsExactlyInAnyOrder(
                        row("a", "12:00:05", "ann", 1, "1.10", "on_time"),
                        row("b", "12:00:15", "ann", 2, "5.10", "on_time"),
                        row("c", "12:00:20", "ann", 3, "7.10", "on_time"),
                        row("d", "12:00:20", "bob", 1, "8", "on_time"),
                        row("e", "12:01:05", "ann", 3, "22", "on_time"),
                        "late {\"event\":{\"order_id\":\"f\"},\"partition\":0,\"late_by_ms\":999,\"watermark\":\"2026-01-01T12:00:54.999Z\",\"missed_window_end\":\"2026-01-01T12:00:54.001Z\"}",
                        "dead letter 4 NOT_JSON",
                        "ledger rejected 1",
                        "ledger admitted 5",
                        "ledger duplicate 1",
                        "ledger late_at_gate 1");
    }

    @Test
    void aLateOrderMovesTheRowsBehindItInItsRange() throws Exception {
        log.order("a", "ann", "12:00:05", "1");
        log.order("b", "ann", "12:00:15", "2");
        log.order("c", "bob", "12:02:00", "3");
        log.order("d", "ann", "12:00:10", "4");

        List<String> rows = run("--allowed-lateness=30m");

        assertThat(rows)
                .containsSubsequence(
                        row("b", "12:00:15", "ann", 2, "3", "on_time"),
                        row("b", "12:00:15", "ann", 3, "7", "late_update"))
                .contains(
                        row("a", "12:00:05", "ann", 1, "1", "on_time"),
                        row("d", "12:00:10", "ann", 2, "5", "late_update"),
                        "ledger admitted 4");
    }

    @Test
    void aTimeThatNoWindowCanHoldIsADeadLetter() throws Exception {
        assertThat(OrderLog.ofImpossibleTimes(RollingSpendJob.JOB, "phone"))
                .contains(
                        "dead letter 0 TIME_TOO_EARLY",
                        "dead letter 1 TIME_TOO_EARLY",
                        "dead letter 3 TIME_TOO_LATE",
                        "dead letter 4 TIME_TOO_LATE",
                        "ledger rejected 4",
                        "ledger admitted 1")
                .noneMatch(row -> row.startsWith("late") || row.startsWith("ledger late"));
    }

    private List<String> run(String lateness) throws Exception {
        return log.through(
                RollingSpendJob.JOB,
                "--range=1m",
                "--watermark-delay=10s",
                "--watermark-step=1ms",
                "--max-ahead=1h",
                lateness);
    }

    private static String row(
            String id, String time, String customer, int count, String sum, String pane) {
        String order = "\"id\":\"%s\",\"time\":\"2026-01-01T%sZ\"".formatted(id, time);
        return "result {%s} {%s,\"key\":\"%s\",\"count\":%d,\"sum\":%s,\"pane\":\"%s\"}"
                .formatted(order, order, customer, count, sum, pane);
    }
}
