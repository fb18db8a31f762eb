package io.tidemark.operators.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.operators.aggregate.ExactSum;
import io.tidemark.operators.testing.History;
import io.tidemark.operators.testing.Outcome;
import io.tidemark.operators.testing.Replay;
import io.tidemark.operators.testing.TestStream;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.junit.jupiter.api.Test;

/** Which rows windows send, by examples that one can check by hand. */
class PanesTest {

    private static final AlignedWindows TUMBLING = EventTimeWindows.tumbling(Duration.ofMillis(10));
    private static final AlignedWindows HOPPING =
            EventTimeWindows.hopping(Duration.ofMillis(10), Duration.ofMillis(5));
    private static final Duration LATENESS = Duration.ofMillis(20);

    @Test
    void aWindowSendsOneRowWhenTheWatermarkPassesItsEnd() throws Exception {
        History<Sale> history =
                sales(1, 9, 3).watermark(8).element(new Sale("a", 10, 7), 10).watermark(9);

        assertThat(rows(sum(TUMBLING), history))
                .containsExactly("0..10=3 ON_TIME 0 last", "10..20=7 ON_TIME 0 last");
    }

    @Test
    void hoppingWindowsShareTheirSlices() throws Exception {
        assertThat(rows(sum(HOPPING), sales(1, 6, 12).watermark(30)))
                .containsExactly(
                        "-5..5=1 ON_TIME 0 last",
                        "0..10=2 ON_TIME 0 last",
                        "5..15=2 ON_TIME 0 last",
                        "10..20=1 ON_TIME 0 last");
    }

    @Test
    void finalRowsWaitForTheAllowedLateness() throws Exception {
        assertThat(rows(sum(TUMBLING).allowedLateness(LATENESS), late()))
                .containsExactly("0..10=4 ON_TIME 0 last");
    }

    @Test
    void accumulatingRowsHoldAllThatCame() throws Exception {
        assertThat(rows(late(Panes.accumulating()), late()))
                .containsExactly("0..10=2 ON_TIME 0", "0..10=4 LATE 1");
    }

    @Test
    void discardingRowsHoldWhatCameSince() throws Exception {
        assertThat(rows(late(Panes.discarding()), late()))
                .containsExactly("0..10=2 ON_TIME 0", "0..10=2 LATE 1");
    }

    @Test
    void retractingRowsTakeBackTheRowBefore() throws Exception {
        assertThat(rows(late(Panes.retracting()), late()))
                .containsExactly(
                        "0..10=2 ON_TIME 0", "0..10=2 LATE 0 retraction", "0..10=4 LATE 1");
    }

    @Test
    void anUpdateThatComesAsTheWindowClosesIsTheLast() throws Exception {
        History<Sale> history = sales(1).watermark(9).element(new Sale("a", 2, 1), 2).watermark(29);

        assertThat(rows(late(Panes.accumulating()), history))
                .containsExactly("0..10=1 ON_TIME 0", "0..10=2 LATE 1 last");
    }

    @Test
    void earlyRowsComeWhenTheWatermarkPassesATick() throws Exception {
        History<Sale> history =
                sales(1).watermark(1)
                        .element(new Sale("a", 2, 1), 2)
                        .watermark(2)
                        .element(new Sale("a", 5, 1), 5)
                        .watermark(5)
                        .watermark(8)
                        .watermark(9);

        assertThat(
                        rows(
                                sum(TUMBLING)
                                        .emitting(
                                                Panes.accumulating()
                                                        .earlyEvery(Duration.ofMillis(3))),
                                history))
                .containsExactly(
                        "0..10=1 EARLY 0",
                        "0..10=2 EARLY 1",
                        "0..10=3 EARLY 2",
                        "0..10=3 ON_TIME 3 last");
    }

    @Test
    void emptyWindowsAreSentForAsLongAsAsked() throws Exception {
        assertThat(
                        rows(
                                sum(TUMBLING).emittingEmptyFor(Duration.ofMillis(15)),
                                sales(5).watermark(100)))
                .containsExactly(
                        "0..10=1 ON_TIME 0 last",
                        "10..20=0 ON_TIME 0 last",
                        "20..30=0 ON_TIME 0 last");
    }

    @Test
    void anEventLateForSomeWindowsIsInTheOthersAndReported() throws Exception {
        DataStream<Sale> input = TestStream.of(Sale.TYPE);
        WindowedResults<WindowResult<String, BigDecimal>, Sale> results =
                sum(HOPPING)
                        .reportingPartlyLate()
                        .uid("windows")
                        .applyTo(input.keyBy(Sale::shop, Types.STRING));
        History<Sale> history =
                History.<Sale>empty()
                        .watermark(9)
                        .element(new Sale("a", 6, 1), 6)
                        .element(new Sale("a", 4, 1), 4)
                        .watermark(20);

        Outcome<WindowResult<String, BigDecimal>> outcome =
                Replay.through(input, results.results()).run(history);

        assertThat(lines(outcome)).containsExactly("5..15=1 ON_TIME 0 last");
        assertThat(outcome.side(results.late()))
                .singleElement()
                .satisfies(late -> assertThat(late.missedWindowEnd()).isEqualTo(10));
        assertThat(outcome.side(results.partlyLate()))
                .singleElement()
                .satisfies(
                        late ->
                                assertThat(late.missed())
                                        .containsExactly(new PartlyLate.Missed(0, 0, 10)));
    }

    @Test
    void aMissedWindowTellsWhichOfTheWindowsItIsOf() throws Exception {
        DataStream<Sale> input = TestStream.of(Sale.TYPE);
        WindowedResults<WindowResult<String, BigDecimal>, Sale> results =
                WindowAggregation.of(
                                List.of(
                                        EventTimeWindows.tumbling(Duration.ofMillis(100)),
                                        TUMBLING,
                                        HOPPING),
                                ExactSum.ofLong(Sale::amount))
                        .reportingPartlyLate()
                        .uid("windows")
                        .applyTo(input.keyBy(Sale::shop, Types.STRING));

        Outcome<WindowResult<String, BigDecimal>> outcome =
                Replay.through(input, results.results())
                        .run(
                                History.<Sale>empty()
                                        .watermark(14)
                                        .element(new Sale("a", 7, 1), 7)
                                        .watermark(100));

        assertThat(outcome.side(results.partlyLate()))
                .singleElement()
                .satisfies(
                        late ->
                                assertThat(late.missed())
                                        .containsExactly(
                                                new PartlyLate.Missed(1, 0, 10),
                                                new PartlyLate.Missed(2, 0, 10),
                                                new PartlyLate.Missed(2, 5, 15)));
    }

    @Test
    void severalKindsOfWindowsAreToldApart() throws Exception {
        WindowAggregation<Sale, ?, BigDecimal> both =
                WindowAggregation.of(
                        List.of(TUMBLING, EventTimeWindows.tumbling(Duration.ofMillis(15))),
                        ExactSum.ofLong(Sale::amount));

        assertThat(rows(both, sales(1, 12).watermark(100)))
                .containsExactlyInAnyOrder(
                        "0..10=1 ON_TIME 0 last",
                        "10..20=1 ON_TIME 0 last",
                        "1: 0..15=2 ON_TIME 0 last");
    }

    @Test
    void earlyRowsOfFinalOnlyAreRefused() {
        assertThatThrownBy(() -> Panes.finalOnly().earlyEvery(Duration.ofMillis(1)))
                .hasMessageContaining("earlyEvery")
                .hasMessageContaining("accumulating()");
    }

    /** Two sales in time, two within the allowed lateness before the next watermark. */
    private static History<Sale> late() {
        return sales(1, 2)
                .watermark(9)
                .element(new Sale("a", 3, 1), 3)
                .element(new Sale("a", 4, 1), 4)
                .watermark(15)
                .watermark(40);
    }

    private static History<Sale> sales(long... times) {
        History<Sale> history = History.empty();
        for (long time : times) {
            history.element(new Sale("a", time, 1), time);
        }
        return history;
    }

    private static WindowAggregation<Sale, ?, BigDecimal> sum(AlignedWindows windows) {
        return WindowAggregation.of(windows, ExactSum.ofLong(Sale::amount));
    }

    private static WindowAggregation<Sale, ?, BigDecimal> late(Panes panes) {
        return sum(TUMBLING).allowedLateness(LATENESS).emitting(panes);
    }

    private static List<String> rows(
            WindowAggregation<Sale, ?, BigDecimal> aggregation, History<Sale> history)
            throws Exception {
        DataStream<Sale> input = TestStream.of(Sale.TYPE);
        return lines(
                Replay.through(
                                input,
                                aggregation
                                        .uid("windows")
                                        .applyTo(input.keyBy(Sale::shop, Types.STRING))
                                        .results())
                        .run(history));
    }

    private static List<String> lines(Outcome<WindowResult<String, BigDecimal>> outcome) {
        return outcome.values().stream()
                .map(
                        row ->
                                (row.windows() == 0 ? "" : row.windows() + ": ")
                                        + row.start()
                                        + ".."
                                        + row.end()
                                        + "="
                                        + row.value().toPlainString()
                                        + " "
                                        + row.timing()
                                        + " "
                                        + row.pane()
                                        + (row.last() ? " last" : "")
                                        + (row.retraction() ? " retraction" : ""))
                .collect(Collectors.toList());
    }
}
