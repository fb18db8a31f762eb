package io.tidemark.operators.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.operators.aggregate.ExactSum;
import io.tidemark.operators.aggregate.Max;
import io.tidemark.operators.late.Late;
import io.tidemark.operators.testing.History;
import io.tidemark.operators.testing.Outcome;
import io.tidemark.operators.testing.Replay;
import io.tidemark.operators.testing.TestStream;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.junit.jupiter.api.Test;

/** One row an event, by examples that one can check by hand. */
class SlidingAggregationTest {

    private static final Duration RANGE = Duration.ofMillis(10);
    private static final Duration LATENESS = Duration.ofMillis(20);

    @Test
    void aRowHoldsWhatIsInTheRangeOfItsEvent() throws Exception {
        assertThat(rows(sum(), sales(1, 5, 11, 14, 30).watermark(30)))
                .containsExactly(
                        "1=1 ON_TIME last",
                        "5=6 ON_TIME last",
                        "11=16 ON_TIME last",
                        "14=30 ON_TIME last",
                        "30=30 ON_TIME last");
    }

    @Test
    void theSameOfAnAggregateThatCannotBeInverted() throws Exception {
        History<Sale> history =
                History.<Sale>empty()
                        .element(new Sale("a", 1, 9), 1)
                        .element(new Sale("a", 5, 3), 5)
                        .element(new Sale("a", 11, 2), 11)
                        .element(new Sale("a", 14, 7), 14)
                        .element(new Sale("a", 16, 1), 16)
                        .element(new Sale("a", 24, 1), 24);

        assertThat(rows(SlidingAggregation.over(RANGE, Max.<Sale>ofLong(Sale::amount)), history))
                .containsExactly(
                        "1=9 ON_TIME last",
                        "5=9 ON_TIME last",
                        "11=3 ON_TIME last",
                        "14=7 ON_TIME last",
                        "16=7 ON_TIME last",
                        "24=1 ON_TIME last");
    }

    @Test
    void rowsLeaveInTheOrderOfTimeWhenTheWatermarkReachesThem() throws Exception {
        History<Sale> history = sales(7, 3, 5).watermark(2).watermark(5);
        sale(history, 6).watermark(6).watermark(7);

        assertThat(rows(sum(), history))
                .containsExactly(
                        "3=3 ON_TIME last",
                        "5=8 ON_TIME last",
                        "6=14 ON_TIME last",
                        "7=21 ON_TIME last");
    }

    @Test
    void equalTimesSeeEachOther() throws Exception {
        assertThat(rows(sum(), sales(3, 5, 5)))
                .containsExactly("3=3 ON_TIME last", "5=13 ON_TIME last", "5=13 ON_TIME last");
    }

    @Test
    void keysDoNotSeeEachOther() throws Exception {
        History<Sale> history = sales(1).element(new Sale("b", 2, 100), 2);
        sale(history, 3);

        assertThat(rows(sum(), history))
                .containsExactlyInAnyOrder(
                        "1=1 ON_TIME last", "2=100 ON_TIME last", "3=4 ON_TIME last");
    }

    @Test
    void theLastEventsAreCountedInTheOrderOfTime() throws Exception {
        assertThat(rows(last(2), sales(4, 1, 3, 2)))
                .containsExactly(
                        "1=1 ON_TIME last",
                        "2=3 ON_TIME last",
                        "3=5 ON_TIME last",
                        "4=7 ON_TIME last");
    }

    @Test
    void theLastEventsOfEqualTimesAreOrderedByArrival() throws Exception {
        History<Sale> history = sales(1);
        for (long amount : new long[] {10, 20, 30}) {
            history.element(new Sale("a", 5, amount), 5);
        }

        assertThat(rows(last(2), history))
                .containsExactly(
                        "1=1 ON_TIME last",
                        "5=11 ON_TIME last",
                        "5=30 ON_TIME last",
                        "5=50 ON_TIME last");
    }

    @Test
    void theLastEventsAreNoOlderThanTheHorizon() throws Exception {
        assertThat(rows(last(3), sales(1, 10, 11, 21)))
                .containsExactly(
                        "1=1 ON_TIME last",
                        "10=11 ON_TIME last",
                        "11=21 ON_TIME last",
                        "21=21 ON_TIME last");
    }

    @Test
    void anEventAtTheWatermarkIsLate() throws Exception {
        DataStream<Sale> input = TestStream.of(Sale.TYPE);
        WindowedResults<SlidingResult<Sale, Object>, Sale> results =
                applied(sum().allowedLateness(LATENESS), input);
        History<Sale> history = sales(25).watermark(25);
        sale(history, 6);
        sale(history, 5);

        Outcome<SlidingResult<Sale, Object>> outcome =
                Replay.through(input, results.results()).run(history);

        assertThat(lines(outcome)).containsExactly("6=6 ON_TIME last", "25=25 ON_TIME last");
        assertThat(outcome.side(results.late()))
                .containsExactly(new Late<>(new Sale("a", 5, 5), 5, 25, 6));
    }

    @Test
    void finalRowsWaitForTheAllowedLateness() throws Exception {
        assertThat(rows(sum().allowedLateness(LATENESS), late()))
                .containsExactly(
                        "1=1 ON_TIME last",
                        "2=3 ON_TIME last",
                        "4=7 ON_TIME last",
                        "9=16 ON_TIME last",
                        "12=25 ON_TIME last");
    }

    @Test
    void anEventBehindTheWatermarkSendsTheRowsAgainThatHoldIt() throws Exception {
        assertThat(rows(late(Panes.accumulating()), late()))
                .containsExactly(
                        "1=1 ON_TIME",
                        "9=10 ON_TIME",
                        "12=21 ON_TIME",
                        "2=3 LATE",
                        "4=7 LATE",
                        "9=16 LATE",
                        "12=25 LATE");
    }

    @Test
    void retractingRowsTakeBackTheRowBefore() throws Exception {
        assertThat(rows(late(Panes.retracting()), late()))
                .containsExactly(
                        "1=1 ON_TIME",
                        "9=10 ON_TIME",
                        "12=21 ON_TIME",
                        "2=3 LATE",
                        "4=7 LATE",
                        "9=10 LATE retraction",
                        "9=16 LATE",
                        "12=21 LATE retraction",
                        "12=25 LATE");
    }

    @Test
    void anEventBehindTheWatermarkChangesTheNextRowsOnlyIfTheyAreCounted() throws Exception {
        History<Sale> history = sales(1, 3, 5, 7).watermark(8);
        sale(history, 4).watermark(9);

        assertThat(rows(last(2).allowedLateness(LATENESS).emitting(Panes.accumulating()), history))
                .containsExactly(
                        "1=1 ON_TIME",
                        "3=4 ON_TIME",
                        "5=8 ON_TIME",
                        "7=12 ON_TIME",
                        "4=7 LATE",
                        "5=9 LATE");
    }

    @Test
    void aRowThatIsSentAgainAsItClosesIsTheLast() throws Exception {
        History<Sale> history = sales(5).watermark(5);
        sale(history, 3).watermark(24);

        assertThat(rows(late(Panes.accumulating()), history))
                .containsExactly("5=5 ON_TIME", "3=3 LATE last", "5=8 LATE");
    }

    @Test
    void aRowBearsTheTimeOfItsEvent() throws Exception {
        DataStream<Sale> input = TestStream.of(Sale.TYPE);

        assertThat(
                        Replay.through(input, applied(sum(), input).results())
                                .run(sales(3, 5))
                                .records())
                .allMatch(row -> row.getTimestamp() == row.getValue().event().time())
                .hasSize(2);
    }

    @Test
    void timesFarFrom1970AreTaken() throws Exception {
        long far = EventTimes.FARTHEST;

        assertThat(rows(sum(), sales(-far, -far + 9, far - 9, far)))
                .containsExactly(
                        -far + "=" + -far + " ON_TIME last",
                        (-far + 9) + "=" + "-9223372036854775799" + " ON_TIME last",
                        (far - 9) + "=" + (far - 9) + " ON_TIME last",
                        far + "=" + "9223372036854775799" + " ON_TIME last");
    }

    @Test
    void rowsThatAddUpAndEarlyRowsAreRefused() {
        assertThatThrownBy(() -> sum().emitting(Panes.discarding()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("emitting=discarding()")
                .hasMessageContaining("accumulating()");
        assertThatThrownBy(
                        () -> sum().emitting(Panes.accumulating().earlyEvery(Duration.ofMillis(3))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("earlyEvery");
    }

    @Test
    void rangesThatHoldNothingAreRefused() {
        assertThatThrownBy(() -> SlidingAggregation.over(Duration.ZERO, amount()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("range=PT0S");
        assertThatThrownBy(() -> SlidingAggregation.overLast(0, RANGE, amount()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("events=0");
        assertThatThrownBy(() -> SlidingAggregation.overLast(1, Duration.ZERO, amount()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("horizon=PT0S");
    }

    @Test
    void aUidIsAskedFor() {
        DataStream<Sale> input = TestStream.of(Sale.TYPE);

        assertThatThrownBy(() -> sum().applyTo(input.keyBy(Sale::shop, Types.STRING)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("uid");
    }

    /** Three sales in time, two within the allowed lateness before the next watermark. */
    private static History<Sale> late() {
        History<Sale> history = sales(1, 9, 12).watermark(12);
        sale(history, 4);
        sale(history, 2);
        return history.watermark(15).watermark(60);
    }

    /** Sales of as much as their time says. */
    private static History<Sale> sales(long... times) {
        History<Sale> history = History.empty();
        for (long time : times) {
            sale(history, time);
        }
        return history;
    }

    private static History<Sale> sale(History<Sale> history, long time) {
        return history.element(new Sale("a", time, time), time);
    }

    private static ExactSum<Sale> amount() {
        return ExactSum.ofLong(Sale::amount);
    }

    private static SlidingAggregation<Sale, ?, ?> sum() {
        return SlidingAggregation.over(RANGE, amount());
    }

    private static SlidingAggregation<Sale, ?, ?> last(int events) {
        return SlidingAggregation.overLast(events, RANGE, amount());
    }

    private static SlidingAggregation<Sale, ?, ?> late(Panes panes) {
        return sum().allowedLateness(LATENESS).emitting(panes);
    }

    @SuppressWarnings("unchecked") // Whatever the result, it is an object.
    private static WindowedResults<SlidingResult<Sale, Object>, Sale> applied(
            SlidingAggregation<Sale, ?, ?> aggregation, DataStream<Sale> input) {
        return ((SlidingAggregation<Sale, ?, Object>) aggregation)
                .uid("sliding")
                .applyTo(input.keyBy(Sale::shop, Types.STRING));
    }

    private static List<String> rows(
            SlidingAggregation<Sale, ?, ?> aggregation, History<Sale> history) throws Exception {
        DataStream<Sale> input = TestStream.of(Sale.TYPE);
        return lines(Replay.through(input, applied(aggregation, input).results()).run(history));
    }

    private static List<String> lines(Outcome<SlidingResult<Sale, Object>> outcome) {
        return outcome.values().stream()
                .map(
                        row ->
                                row.time()
                                        + "="
                                        + row.value()
                                        + " "
                                        + row.timing()
                                        + (row.last() ? " last" : "")
                                        + (row.retraction() ? " retraction" : ""))
                .collect(Collectors.toList());
    }
}
