package io.tidemark.jobs.trendingproducts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.jobs.orders.OrderLog;
import io.tidemark.jobs.orders.OrderTotals;
import io.tidemark.operators.late.Late;
import io.tidemark.operators.window.PaneTiming;
import io.tidemark.operators.window.WindowResult;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The job's own wiring on a real Flink, with a list for a source and a list for each output. */
class TrendingProductsTopologyTest {

    @RegisterExtension
    static final MiniClusterExtension FLINK =
            new MiniClusterExtension(
                    new MiniClusterResourceConfiguration.Builder()
                            .setNumberTaskManagers(1)
                            .setNumberSlotsPerTaskManager(2)
                            .build());

    private final OrderLog log = OrderLog.empty();

    @Test
    void eachWindowListsItsBestAndSettlesWhatNoLaterOneHolds() throws Exception {
        log.order("a", "jam", "12:00:05", "1.10");
        log.order("b", "jam", "12:00:30", "2");
        log.order("c", "tea", "12:00:40", "10");
        log.order("c", "tea", "12:00:40", "10"); // repeat
        log.rejected(4);
        log.order("d", "egg", "12:01:10", "-1");
        log.order("e", "egg", "12:03:30", "1");
        log.order("f", "egg", "12:01:59", "1"); // late for [12:00, 12:02), its first

        List<String> rows = run("--top=2");

        assertThat(rows)
                .containsExactlyInAnyOrder(
                        row(
                                "11:59",
                                "12:01",
                                top("jam", 2, "3.10"),
                                top("tea", 1, "10"),
                                "3",
                                "13.10",
                                0),
                        row(
                                "12:00",
                                "12:02",
                                top("jam", 2, "3.10"),
                                top("egg", 1, "-1"),
                                "4",
                                "12.10",
                                3),
                        row("12:01", "12:03", top("egg", 1, "-1"), "", "1", "-1", 1),
                        row("12:02", "12:04", top("egg", 1, "1"), "", "1", "1", 0),
                        row("12:03", "12:05", top("egg", 1, "1"), "", "1", "1", 1),
                        "late {\"event\":{\"order_id\":\"f\"},\"partition\":0,\"late_by_ms\":80999,\"watermark\":\"2026-01-01T12:03:19.999Z\",\"missed_window_end\":\"2026-01-01T12:02:00Z\"}",
                        "dead letter 4 NOT_JSON",
                        "ledger rejected 1",
                        "ledger admitted 5",
                        "ledger duplicate 1",
                        "ledger late_at_gate 1");
    }

    @Test
    void anOrderThatIsTooLateForTheFirstOfItsWindowsIsInNone() throws Exception {
        log.order("a", "jam", "12:02:20", "1"); // the watermark passes 12:02
        log.order("b", "tea", "12:01:30", "5");

        List<String> rows = run();

        assertThat(rows)
                .contains(
                        row("12:01", "12:03", top("jam", 1, "1"), "", "1", "1", 0),
                        row("12:02", "12:04", top("jam", 1, "1"), "", "1", "1", 1),
                        "late {\"event\":{\"order_id\":\"b\"},\"partition\":0,\"late_by_ms\":39999,\"watermark\":\"2026-01-01T12:02:09.999Z\",\"missed_window_end\":\"2026-01-01T12:02:00Z\"}",
                        "ledger admitted 1",
                        "ledger late_at_gate 1");
    }

    @Test
    void aLateRefundBringsBackWhatHadBeenBeaten() throws Exception {
        log.order("a", "jam", "12:00:05", "5");
        log.order("b", "tea", "12:00:06", "4");
        log.order("c", "egg", "12:02:20", "1"); // the watermark passes 12:02
        log.order("d", "jam", "12:00:10", "-3");

        List<String> rows = run("--rank-by=sum", "--top=1", "--allowed-lateness=5m");

        String before = row("12:00", "12:02", top("jam", 1, "5"), "", "2", "9", 2);
        String after =
                row("12:00", "12:02", top("tea", 1, "4"), "", "3", "6", 3)
                        .replace("on_time", "late_update");
        assertThat(rows).containsSubsequence(before, after).contains("ledger admitted 4");
    }

    @Test
    void aHopNeedNotDivideTheWindow() throws Exception {
        log.order("a", "jam", "12:00:05", "1");

        List<String> rows = run("--window=100s", "--hop=60s");

        assertThat(rows)
                .contains(
                        row("11:59", "12:00:40", top("jam", 1, "1"), "", "1", "1", 0),
                        row("12:00", "12:01:40", top("jam", 1, "1"), "", "1", "1", 1));
    }

    @Test
    void aTimeThatNoWindowCanHoldIsADeadLetter() throws Exception {
        assertThat(OrderLog.ofImpossibleTimes(TrendingProductsJob.JOB, "product"))
                .contains(
                        "dead letter 0 TIME_TOO_EARLY",
                        "dead letter 1 TIME_TOO_EARLY",
                        "dead letter 3 TIME_TOO_LATE",
                        "dead letter 4 TIME_TOO_LATE",
                        "ledger rejected 4",
                        "ledger admitted 1")
                .noneMatch(row -> row.startsWith("late") || row.startsWith("ledger late"));
    }

    @Test
    void totalsThatMissTheirRankingStopTheJob() {
        WindowResult<String, ProductTotals> row =
                new WindowResult<>(
                        "jam",
                        0,
                        0,
                        60_000,
                        new ProductTotals(new OrderTotals.Totals(1, BigDecimal.ONE, 0), 60_000, 1),
                        PaneTiming.ON_TIME,
                        0,
                        true,
                        false);

        assertThatThrownBy(
                        () ->
                                TrendingProductsTopology.refuse(
                                        new Late<>(row, 59_999, 70_000, 60_000)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith(
                        "totals of product jam until 1970-01-01T00:01:00Z came when the ranking had"
                                + " closed at watermark 1970-01-01T00:01:10Z");
    }

    private List<String> run(String... more) throws Exception {
        List<String> args = new ArrayList<>(List.of(more));
        args.addAll(List.of("--watermark-delay=10s", "--watermark-step=1ms", "--max-ahead=1h"));
        if (args.stream().noneMatch(arg -> arg.startsWith("--window="))) {
            args.addAll(List.of("--window=2m", "--hop=1m"));
        }
        return log.through(TrendingProductsJob.JOB, args.toArray(String[]::new));
    }

    private static String top(String key, int count, String sum) {
        return "{\"key\":\"%s\",\"count\":%d,\"sum\":%s}".formatted(key, count, sum);
    }

    private static String row(
            String start,
            String end,
            String first,
            String second,
            String count,
            String sum,
            int settled) {
        String from = "\"window_start\":\"2026-01-01T%s:00Z\"".formatted(start);
        return "result {%s} {%s,\"window_end\":\"2026-01-01T%sZ\",\"top\":[%s],\"count\":%s,\"sum\":%s,\"settled\":%d,\"pane\":\"on_time\"}"
                .formatted(
                        from,
                        from,
                        end.length() == 5 ? end + ":00" : end,
                        second.isEmpty() ? first : first + "," + second,
                        count,
                        sum,
                        settled);
    }
}
