package io.tidemark.local.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutputFoldTest {

    private static final OutputListener NOBODY = new OutputListener() {};

    private final OutputFold fold = new OutputFold(RowForm.PLAIN);

    @Test
    void theLastRowOfAWindowIsTheTruth() {
        fold.result(key("DE", 0), row("DE", 5, "on_time"), NOBODY);
        fold.result(key("FR", 0), row("FR", 7, "on_time"), NOBODY);
        fold.result(key("DE", 1), row("DE", 11, "on_time"), NOBODY);
        fold.result(key("DE", 0), row("DE", 6, "late_update"), NOBODY);

        assertThat(fold.counts().onTime()).isEqualTo(6 + 7 + 11);
        assertThat(fold.counts().windows()).isEqualTo(3);
        assertThat(fold.counts().rows()).isEqualTo(4);
    }

    @Test
    void aTombstoneTakesItsWindowAway() {
        fold.result(key("DE", 0), row("DE", 5, "on_time"), NOBODY);
        List<String> takenBack = new ArrayList<>();
        fold.result(
                key("DE", 0),
                null,
                new OutputListener() {
                    @Override
                    public void onTakenBack(String key) {
                        takenBack.add(key);
                    }
                });
        fold.result(key("FR", 0), null, NOBODY);

        assertThat(takenBack).containsExactly(new String(key("DE", 0), StandardCharsets.UTF_8));
        assertThat(fold.counts().onTime()).isZero();
        assertThat(fold.counts().windows()).isZero();
    }

    @Test
    void aRowIsReadWithItsExactSumAndHandedOn() {
        List<ResultRow> rows = new ArrayList<>();
        fold.result(
                key("true", 0),
                row("true", 12, "late_update"),
                new OutputListener() {
                    @Override
                    public void onResult(ResultRow row) {
                        rows.add(row);
                    }
                });

        assertThat(rows)
                .containsExactly(
                        new ResultRow(
                                "true",
                                Instant.parse("2009-12-01T00:00:00Z"),
                                Instant.parse("2009-12-01T00:01:00Z"),
                                12,
                                new BigDecimal("505.30"),
                                12,
                                true,
                                new String(
                                        row("true", 12, "late_update"), StandardCharsets.UTF_8)));
    }

    @Test
    void aJobSaysWhereInItsRowsTheNumbersStand() {
        List<ResultRow> rows = new ArrayList<>();
        OutputFold ranking =
                new OutputFold(
                        new RowForm(
                                "/window_start",
                                "/window_end",
                                "/top/0/key",
                                "/top/0/count",
                                "/sum",
                                "/settled"));
        ranking.result(
                bytes("k"),
                bytes(
                        "{\"window_start\":\"2009-12-01T00:00:00Z\",\"window_end\":\"2009-12-01T00:01:00Z\",\"top\":[{\"key\":\"jam\",\"count\":3}],\"sum\":7.10,\"settled\":2,\"pane\":\"on_time\"}"),
                new OutputListener() {
                    @Override
                    public void onResult(ResultRow row) {
                        rows.add(row);
                    }
                });

        assertThat(rows).extracting(ResultRow::key).containsExactly("jam");
        assertThat(rows).extracting(ResultRow::count).containsExactly(3L);
        assertThat(rows).extracting(ResultRow::sum).containsExactly(new BigDecimal("7.10"));
        assertThat(ranking.counts().onTime()).isEqualTo(2);
    }

    @Test
    void aRowThatStandsForOneEventNeedNotSaySo() {
        OutputFold each =
                new OutputFold(
                        new RowForm(
                                "/window_start", "/window_start", "/key", "/count", "/sum", ""));
        each.result(key("DE", 0), row("DE", 5, "on_time"), NOBODY);
        each.result(key("DE", 1), row("DE", 6, "on_time"), NOBODY);
        each.result(key("DE", 1), row("DE", 7, "late_update"), NOBODY);

        assertThat(each.counts().onTime()).isEqualTo(2);
    }

    @Test
    void accountsAreSumsOfTheirIncrements() {
        for (String account :
                List.of(
                        "admitted",
                        "duplicate",
                        "late_at_gate",
                        "late_at_window",
                        "ahead",
                        "rejected")) {
            fold.increment(entry(account, account.length()));
            fold.increment(entry(account, 100));
        }
        fold.late(bytes("{}"), NOBODY);
        fold.deadLetter(bytes("{}"), NOBODY);
        fold.deadLetter(bytes("{}"), NOBODY);

        assertThat(fold.counts())
                .isEqualTo(new OutputCounts(0, 1, 2, 0, 0, 109, 108, 112, 114, 105, 108));
    }

    @Test
    void whatDoesNotBelongIntoATopicIsRefused() {
        assertThatThrownBy(() -> fold.increment(entry("lost", 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no account lost");
        assertThatThrownBy(() -> fold.increment(entry("out_of_range", 3)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("3 events reached the job's windows");
        assertThatThrownBy(() -> fold.increment(bytes("12")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> fold.increment(null)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(
                        () -> fold.increment(bytes("{\"account\":\"ahead\",\"increment\":\"1\"}")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> fold.result(bytes("k"), bytes("{\"key\":\"DE\"}"), NOBODY))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> fold.result(bytes("k"), bytes("not json"), NOBODY))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> fold.result(null, row("DE", 1, "on_time"), NOBODY))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(fold.counts()).isEqualTo(OutputCounts.NONE);
    }

    private static byte[] key(String key, int minute) {
        return bytes(
                "{\"key\":\"%s\",\"window_start\":\"2009-12-01T00:0%d:00Z\"}"
                        .formatted(key, minute));
    }

    private static byte[] row(String key, int count, String pane) {
        return bytes(
                "{\"window_start\":\"2009-12-01T00:00:00Z\",\"window_end\":\"2009-12-01T00:01:00Z\",\"key\":\"%s\",\"count\":%d,\"sum\":505.30,\"pane\":\"%s\"}"
                        .formatted(key, count, pane));
    }

    private static byte[] entry(String account, long increment) {
        return bytes("{\"account\":\"%s\",\"increment\":%d}".formatted(account, increment));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
