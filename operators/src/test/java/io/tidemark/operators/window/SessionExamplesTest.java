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
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.junit.jupiter.api.Test;

/** Which rows sessions send, by examples that one can check by hand: the gap is 10 ms. */
class SessionExamplesTest {

    private static final SessionWindows<Sale> GAP_10 =
            EventTimeWindows.sessions(Duration.ofMillis(10));

    @Test
    void aSessionEndsTheGapAfterItsLastEvent() throws Exception {
        assertThat(rows(sum(), sales(1, 4, 9, 30).watermark(17).watermark(18)))
                .containsExactly("1..19=3 ON_TIME 0 last", "30..40=1 ON_TIME 0 last");
    }

    @Test
    void sessionsThatTouchAreOne() throws Exception {
        assertThat(rows(sum(), sales(0, 10))).containsExactly("0..20=2 ON_TIME 0 last");
        assertThat(rows(sum(), sales(10, 0))).containsExactly("0..20=2 ON_TIME 0 last");
        assertThat(rows(sum(), sales(0, 11)))
                .containsExactly("0..10=1 ON_TIME 0 last", "11..21=1 ON_TIME 0 last");
    }

    @Test
    void anEventMakesOneOfAllThatItTouches() throws Exception {
        assertThat(rows(sum(), sales(0, 20, 10))).containsExactly("0..30=3 ON_TIME 0 last");
        assertThat(rows(sum(), sales(0, 40, 20, 11)))
                .containsExactly(
                        "0..10=1 ON_TIME 0 last",
                        "11..30=2 ON_TIME 0 last",
                        "40..50=1 ON_TIME 0 last");
    }

    @Test
    void aLongGapReachesOverSeveralSessions() throws Exception {
        WindowAggregation<Sale, ?, BigDecimal> asTheAmountSays =
                WindowAggregation.of(
                        EventTimeWindows.sessions(Sale::amount), ExactSum.ofLong(sale -> 1));
        History<Sale> history = History.empty();
        for (long time : new long[] {10, 20, 30, 60}) {
            history.element(new Sale("a", time, 5), time);
        }
        history.element(new Sale("a", 1, 35), 1);

        assertThat(rows(asTheAmountSays, history))
                .containsExactly("1..36=4 ON_TIME 0 last", "60..65=1 ON_TIME 0 last");
    }

    @Test
    void aGapThatIsNoneIsTheShortestOrTheLongest() throws Exception {
        WindowAggregation<Sale, ?, BigDecimal> asTheAmountSays =
                WindowAggregation.of(
                        EventTimeWindows.sessions(Sale::amount), ExactSum.ofLong(sale -> 1));
        long far = 1L << 60;

        assertThat(rows(asTheAmountSays, sale(5, 0).element(new Sale("a", 7, -9), 7)))
                .containsExactly("5..6=1 ON_TIME 0 last", "7..8=1 ON_TIME 0 last");
        assertThat(rows(asTheAmountSays, sale(0, Long.MIN_VALUE)))
                .containsExactly("0..1=1 ON_TIME 0 last");
        assertThat(rows(asTheAmountSays, sale(1, Long.MAX_VALUE)))
                .containsExactly("1.." + (far + 1) + "=1 ON_TIME 0 last");
    }

    @Test
    void theEndsOfTimeHaveSessionsToo() throws Exception {
        long far = 1L << 62;

        assertThat(rows(sum().allowedLateness(Duration.ofMillis(1L << 60)), sales(-far, far)))
                .containsExactly(
                        -far + ".." + (-far + 10) + "=1 ON_TIME 0 last",
                        far + ".." + (far + 10) + "=1 ON_TIME 0 last");
    }

    @Test
    void anEventBehindTheWatermarkIsLateUnlessAnOpenSessionTakesIt() throws Exception {
        // The session [12, 22) reaches back to what touches it at 12, and then to what touches 2.
        History<Sale> history = sales(12).watermark(20);
        for (long time : new long[] {1, 2, -8, -19}) {
            history.element(new Sale("a", time, 1), time);
        }

        assertThat(rows(sum(), history)).containsExactly("-8..22=3 ON_TIME 0 last");
        assertThat(late(sum(), history)).containsExactly("1 missed 11", "-19 missed -9");
    }

    @Test
    void whatWouldBridgeAClosedSessionAndAnOpenOneJoinsTheOpenOne() throws Exception {
        History<Sale> history = sales(0, 15).watermark(12).element(new Sale("a", 8, 1), 8);

        assertThat(rows(sum(), history))
                .containsExactly("0..10=1 ON_TIME 0 last", "8..25=2 ON_TIME 0 last");
    }

    @Test
    void aSessionMayChangeUntilTheLatenessIsOver() throws Exception {
        WindowAggregation<Sale, ?, BigDecimal> patient =
                sum().allowedLateness(Duration.ofMillis(20));

        assertThat(rows(patient, sales(0).watermark(28).element(new Sale("a", -3, 1), -3)))
                .containsExactly("-3..10=2 ON_TIME 0 last");
        assertThat(late(patient, sales(0).watermark(29).element(new Sale("a", -3, 1), -3)))
                .containsExactly("-3 missed 7");
    }

    @Test
    void accumulatingRowsHoldAllThatCame() throws Exception {
        assertThat(rows(sending(Panes.accumulating()), twoSessionsThatBecomeOne()))
                .containsExactly(
                        "0..10=1 ON_TIME 0",
                        "15..25=2 ON_TIME 0",
                        "0..25=4 LATE 0",
                        "0..25=5 LATE 1",
                        "0..34=6 ON_TIME 0");
    }

    @Test
    void discardingRowsHoldWhatCameSinceThoseOfTheParts() throws Exception {
        assertThat(rows(sending(Panes.discarding()), twoSessionsThatBecomeOne()))
                .containsExactly(
                        "0..10=1 ON_TIME 0",
                        "15..25=2 ON_TIME 0",
                        "0..25=1 LATE 0",
                        "0..25=1 LATE 1",
                        "0..34=1 ON_TIME 0");
    }

    @Test
    void retractingRowsTakeBackThoseOfTheParts() throws Exception {
        assertThat(rows(sending(Panes.retracting()), twoSessionsThatBecomeOne()))
                .containsExactly(
                        "0..10=1 ON_TIME 0",
                        "15..25=2 ON_TIME 0",
                        "15..25=2 LATE 0 last retraction",
                        "0..10=1 LATE 0 last retraction",
                        "0..25=4 LATE 0",
                        "0..25=4 LATE 0 retraction",
                        "0..25=5 LATE 1",
                        "0..25=5 ON_TIME 1 last retraction",
                        "0..34=6 ON_TIME 0");
    }

    @Test
    void finalRowsWaitUntilTheSessionsAreClosed() throws Exception {
        assertThat(rows(sending(Panes.finalOnly()), twoSessionsThatBecomeOne()))
                .containsExactly("0..34=6 ON_TIME 0 last");
    }

    @Test
    void aSessionMadeBehindTheWatermarkIsAnUpdate() throws Exception {
        assertThat(
                        rows(
                                sending(Panes.accumulating()),
                                History.<Sale>empty()
                                        .watermark(20)
                                        .element(new Sale("a", 1, 1), 1)
                                        .element(new Sale("a", 2, 1), 2)
                                        .watermark(21)))
                .containsExactly("1..12=2 LATE 0");
    }

    @Test
    void earlyRowsComeWhenTheWatermarkPassesATick() throws Exception {
        History<Sale> history =
                sales(1).watermark(1)
                        .element(new Sale("a", 6, 1), 6)
                        .watermark(3)
                        .watermark(4)
                        .watermark(9)
                        .watermark(15);

        Panes every5 = Panes.retracting().earlyEvery(Duration.ofMillis(5));
        assertThat(rows(sum().emitting(every5), sales(1).watermark(1).watermark(4)))
                .containsExactly(
                        "1..11=1 EARLY 0",
                        "1..11=1 ON_TIME 0 retraction",
                        "1..11=1 ON_TIME 1 last");
        assertThat(rows(sum().emitting(every5), history))
                .containsExactly(
                        "1..11=1 EARLY 0",
                        "1..11=1 EARLY 0 last retraction",
                        "1..16=2 EARLY 0",
                        "1..16=2 ON_TIME 0 retraction",
                        "1..16=2 ON_TIME 1 last");
    }

    @Test
    void earlyRowsByTheClockLeaveWithAKeyThatLeavesTheMemory() throws Exception {
        WindowAggregation<Sale, ?, BigDecimal> early =
                sum().emitting(Panes.accumulating().earlyEveryProcessingTime(Duration.ofSeconds(1)))
                        .keepingInMemory(1);

        assertThat(rows(early, sales(1).element(new Sale("b", 2, 1), 2)))
                .containsExactlyInAnyOrder(
                        "1..11=1 EARLY 0", "1..11=1 ON_TIME 1 last", "2..12=1 ON_TIME 0 last");
    }

    @Test
    void emptySessionsAreRefused() {
        assertThatThrownBy(
                        () -> rows(sum().emittingEmptyFor(Duration.ofSeconds(3)), History.empty()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("emittingEmptyFor=PT3S")
                .hasMessageContaining("sessions PT0.01S");
    }

    @Test
    void sessionsInFrontOfTheShuffleAreRefused() {
        assertThatThrownBy(() -> rows(sum().preAggregating(), History.empty()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("preAggregating()")
                .hasMessageContaining("sessions PT0.01S");
    }

    @Test
    void aGapOfNothingIsRefused() {
        assertThatThrownBy(() -> EventTimeWindows.sessions(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("gap=PT0S");
    }

    /** [0, 10) and [15, 25) are fired, bridged, changed once more, and grow past the watermark. */
    private static History<Sale> twoSessionsThatBecomeOne() {
        return sales(0, 15, 15)
                .watermark(25)
                .element(new Sale("a", 8, 1), 8)
                .watermark(26)
                .element(new Sale("a", 9, 1), 9)
                .watermark(27)
                .element(new Sale("a", 24, 1), 24)
                .watermark(30)
                .watermark(33)
                .watermark(70);
    }

    private static History<Sale> sale(long time, long amount) {
        return History.<Sale>empty().element(new Sale("a", time, amount), time);
    }

    private static History<Sale> sales(long... times) {
        History<Sale> history = History.empty();
        for (long time : times) {
            history.element(new Sale("a", time, 1), time);
        }
        return history;
    }

    private static WindowAggregation<Sale, ?, BigDecimal> sum() {
        return WindowAggregation.of(GAP_10, ExactSum.ofLong(Sale::amount));
    }

    private static WindowAggregation<Sale, ?, BigDecimal> sending(Panes panes) {
        return sum().allowedLateness(Duration.ofMillis(30)).emitting(panes);
    }

    private static List<String> rows(
            WindowAggregation<Sale, ?, BigDecimal> aggregation, History<Sale> history)
            throws Exception {
        DataStream<Sale> input = TestStream.of(Sale.TYPE);
        Outcome<WindowResult<String, BigDecimal>> outcome =
                Replay.through(input, applied(aggregation, input).results()).run(history);
        return outcome.values().stream().map(SessionExamplesTest::line).toList();
    }

    private static List<String> late(
            WindowAggregation<Sale, ?, BigDecimal> aggregation, History<Sale> history)
            throws Exception {
        DataStream<Sale> input = TestStream.of(Sale.TYPE);
        WindowedResults<WindowResult<String, BigDecimal>, Sale> applied =
                applied(aggregation, input);
        return Replay.through(input, applied.results()).run(history).side(applied.late()).stream()
                .map(late -> late.event().time() + " missed " + late.missedWindowEnd())
                .toList();
    }

    private static WindowedResults<WindowResult<String, BigDecimal>, Sale> applied(
            WindowAggregation<Sale, ?, BigDecimal> aggregation, DataStream<Sale> input) {
        return aggregation.uid("sessions").applyTo(input.keyBy(Sale::shop, Types.STRING));
    }

    private static String line(WindowResult<String, BigDecimal> row) {
        return row.start()
                + ".."
                + row.end()
                + "="
                + row.value().toPlainString()
                + " "
                + row.timing()
                + " "
                + row.pane()
                + (row.last() ? " last" : "")
                + (row.retraction() ? " retraction" : "");
    }
}
