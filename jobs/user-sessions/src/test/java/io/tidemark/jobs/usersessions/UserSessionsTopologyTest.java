package io.tidemark.jobs.usersessions;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.jobs.orders.OrderLog;
import java.util.List;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The job's own wiring on a real Flink, with a list for a source and a list for each output. */
class UserSessionsTopologyTest {

    @RegisterExtension
    static final MiniClusterExtension FLINK =
            new MiniClusterExtension(
                    new MiniClusterResourceConfiguration.Builder()
                            .setNumberTaskManagers(1)
                            .setNumberSlotsPerTaskManager(2)
                            .build());

    private final OrderLog log = OrderLog.empty();

    @Test
    void eachOrderIsInOneSessionOfItsUser() throws Exception {
        log.order("a", "ann", "12:00:05", "1.10");
        log.order("b", "bob", "12:00:10", "4");
        log.order("c", "ann", "12:00:45", "2");
        log.order("c", "ann", "12:00:45", "2"); // repeat
        log.rejected(4);
        log.order("d", "ann", "12:03:00", "7");
        log.order("e", "bob", "12:02:49", "9"); // late: the watermark is 12:02:49.999

        List<String> rows = run();

        assertThat(rows)
                .containsExactlyInAnyOrder(
                        row("ann", "12:00:05", "12:01:45", 2, "3.10", "on_time"),
                        row("bob", "12:00:10", "12:01:10", 1, "4", "on_time"),
                        row("ann", "12:03:00", "12:04:00", 1, "7", "on_time"),
                        "late {\"event\":{\"order_id\":\"e\"},\"partition\":0,\"late_by_ms\":999,\"watermark\":\"2026-01-01T12:02:49.999Z\",\"missed_window_end\":\"2026-01-01T12:02:49.001Z\"}",
                        "dead letter 4 NOT_JSON",
                        "ledger rejected 1",
                        "ledger admitted 4",
                        "ledger duplicate 1",
                        "ledger late_at_gate 1");
    }

    @Test
    void aSessionThatGrowsOrIsMergedTakesItsRowBack() throws Exception {
        log.order("a", "ann", "12:00:05", "1");
        log.order("b", "ann", "12:01:50", "2");
        log.order("c", "bob", "12:05:00", "3"); // both sessions of ann are sent
        log.order("d", "ann", "12:00:59", "4"); // and are one

        List<String> rows = run("--allowed-lateness=30m");

        String first = row("ann", "12:00:05", "12:01:05", 1, "1", "on_time");
        String second = row("ann", "12:01:50", "12:02:50", 1, "2", "on_time");
        String both = row("ann", "12:00:05", "12:02:50", 3, "7", "late_update");
        assertThat(rows)
                .containsSubsequence(first, takenBack(first), both)
                .containsSubsequence(second, takenBack(second), both)
                .contains("ledger admitted 4");
    }

    @Test
    void aTimeThatNoWindowCanHoldIsADeadLetter() throws Exception {
        assertThat(OrderLog.ofImpossibleTimes(UserSessionsJob.JOB, "phone"))
                .contains(
                        "dead letter 0 TIME_TOO_EARLY",
                        "dead letter 1 TIME_TOO_EARLY",
                        "dead letter 3 TIME_TOO_LATE",
                        "dead letter 4 TIME_TOO_LATE",
                        "ledger rejected 4",
                        "ledger admitted 1")
                .noneMatch(row -> row.startsWith("late") || row.startsWith("ledger late"));
    }

    private List<String> run(String... more) throws Exception {
        String[] args = {
            "--gap=1m", "--watermark-delay=10s", "--watermark-step=1ms", "--max-ahead=1h", ""
        };
        args[4] = more.length == 0 ? "--allowed-lateness=0s" : more[0];
        return log.through(UserSessionsJob.JOB, args);
    }

    private static String takenBack(String row) {
        return row.substring(0, row.indexOf("} ") + 2) + "taken back";
    }

    private static String row(
            String user, String start, String end, int count, String sum, String pane) {
        String bounds =
                "\"window_start\":\"2026-01-01T%sZ\",\"window_end\":\"2026-01-01T%sZ\""
                        .formatted(start, end);
        return "result {\"key\":\"%s\",%s} {%s,\"key\":\"%s\",\"count\":%d,\"sum\":%s,\"pane\":\"%s\"}"
                .formatted(user, bounds, bounds, user, count, sum, pane);
    }
}
