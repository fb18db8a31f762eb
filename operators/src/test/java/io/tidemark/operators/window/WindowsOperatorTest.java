package io.tidemark.operators.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.operators.aggregate.Count;
import io.tidemark.operators.testing.Backend;
import io.tidemark.operators.testing.Disturbance;
import io.tidemark.operators.testing.History;
import io.tidemark.operators.testing.Outcome;
import io.tidemark.operators.testing.Replay;
import io.tidemark.operators.testing.TestStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What random histories once brought to light, each as the smallest example of it. */
class WindowsOperatorTest {

    private static final AlignedWindows TUMBLING = EventTimeWindows.tumbling(Duration.ofMillis(10));

    @Test
    @Timeout(value = 20, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void theLastWatermarkFindsRoomWhereNothingFits() throws Exception {
        History<Sale> history =
                sales("x", 1).element(new Sale("y", 2, 1), 2).element(new Sale("z", 3, 1), 3);

        assertThat(rows(count(TUMBLING).keepingInMemory(1), history, Disturbance.restoringEvery(3)))
                .containsExactlyInAnyOrder("x 0..10=1", "y 0..10=1", "z 0..10=1");
    }

    @Test
    void theEndOfTheInputSendsNoEarlyRows() throws Exception {
        assertThat(
                        rows(
                                count(TUMBLING)
                                        .emitting(
                                                Panes.accumulating()
                                                        .earlyEvery(Duration.ofMillis(3))),
                                sales("x", 1),
                                Disturbance.none()))
                .containsExactly("x 0..10=1");
    }

    @Test
    void theRowOfAnEmptyWindowIsTakenBackTooIfItChanges() throws Exception {
        // The slice of the event is forgotten at 29, the empty window may change until 39.
        assertThat(
                        rows(
                                count(TUMBLING)
                                        .allowedLateness(Duration.ofMillis(20))
                                        .emitting(Panes.retracting())
                                        .emittingEmptyFor(Duration.ofMillis(9)),
                                sales("x", 1).watermark(30).element(new Sale("x", 11, 1), 11),
                                Disturbance.none()))
                .containsExactly(
                        "x 0..10=1", "x 10..20=0", "x 10..20=0 LATE back", "x 10..20=1 LATE");
    }

    @Test
    void anEventAfterAPauseBringsNoRowsOfThePause() throws Exception {
        WindowAggregation<Sale, ?, Long> windows =
                count(TUMBLING)
                        .allowedLateness(Duration.ofMillis(100))
                        .emitting(Panes.accumulating())
                        .emittingEmptyFor(Duration.ofMillis(10));
        List<String> expected = List.of("x 0..10=1", "x 10..20=0", "x 50..60=1", "x 60..70=0");

        assertThat(rows(windows, sales("x", 1, 55), Disturbance.none())).isEqualTo(expected);
        assertThat(
                        rows(
                                windows,
                                sales("x", 1).watermark(30).element(new Sale("x", 55, 1), 55),
                                Disturbance.none()))
                .isEqualTo(expected);
    }

    @Test
    @Timeout(value = 20, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void anEngineThatLeavesAKeyDueIsNamed() {
        AlignedCase<?, ?> one = AlignedCase.of(NaiveWindows.fixed(10, 10, 0, false));
        History<Sale> history = sales("x", 1).watermark(9);

        assertThatThrownBy(
                        () ->
                                one.check(
                                        BrokenEngine.Fault.STAYS_DUE,
                                        history,
                                        Backend.HEAP,
                                        Disturbance.none()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith(
                        "BrokenAligned fired key x at watermark 9 and left it due at 9");
    }

    static History<Sale> sales(String shop, long... times) {
        History<Sale> history = History.empty();
        for (long time : times) {
            history.element(new Sale(shop, time, 1), time);
        }
        return history;
    }

    static WindowAggregation<Sale, ?, Long> count(AlignedWindows windows) {
        return WindowAggregation.of(windows, Count.<Sale>events());
    }

    static List<String> rows(
            WindowAggregation<Sale, ?, Long> aggregation,
            History<Sale> history,
            Disturbance disturbance)
            throws Exception {
        DataStream<Sale> input = TestStream.of(Sale.TYPE);
        WindowedResults<WindowResult<String, Long>, Sale> windows =
                aggregation.uid("windows").applyTo(input.keyBy(Sale::shop, Types.STRING));
        Outcome<WindowResult<String, Long>> outcome =
                Replay.through(input, windows.results()).under(disturbance).run(history);
        return outcome.values().stream()
                .map(
                        row ->
                                row.key()
                                        + " "
                                        + row.start()
                                        + ".."
                                        + row.end()
                                        + "="
                                        + row.value()
                                        + (row.timing() == PaneTiming.ON_TIME
                                                ? ""
                                                : " " + row.timing())
                                        + (row.retraction() ? " back" : ""))
                .toList();
    }
}
