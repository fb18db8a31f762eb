package io.tidemark.operators.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.aggregate.ExactSum;
import io.tidemark.operators.aggregate.Max;
import io.tidemark.operators.testing.TestStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Early rows of aligned windows by the machine's clock, which is the harness' here. */
class EarlyByTheClockTest {

    private static final Duration PERIOD = Duration.ofMillis(100);
    private static final FixedWindows TUMBLING = EventTimeWindows.tumbling(Duration.ofMillis(10));
    private static final long PLENTY = 1_000_000;

    private Subtask<?> subtask;

    /** One subtask, and how many of its rows were looked at. */
    private static final class Subtask<R> {

        private final KeyedOneInputStreamOperatorTestHarness<String, Sale, WindowResult<String, R>>
                harness;
        private int seen;

        @SuppressWarnings("unchecked") // The operator reads sales and writes such rows.
        Subtask(WindowAggregation<Sale, ?, R> aggregation) {
            DataStream<Sale> input = TestStream.of(Sale.TYPE);
            var node =
                    (OneInputTransformation<Sale, WindowResult<String, R>>)
                            aggregation
                                    .uid("windows")
                                    .applyTo(input.keyBy(Sale::shop, Types.STRING))
                                    .results()
                                    .getTransformation();
            try {
                harness =
                        new KeyedOneInputStreamOperatorTestHarness<>(
                                node.getOperator(), Sale::shop, Types.STRING);
                harness.setup(
                        node.getOutputType()
                                .createSerializer(
                                        input.getExecutionConfig().getSerializerConfig()));
            } catch (Exception failed) {
                throw new IllegalStateException(failed);
            }
        }

        void sale(String shop, long time, long amount) throws Exception {
            harness.processElement(new Sale(shop, time, amount), time);
        }

        /** The rows since one last looked, in order of their keys. */
        List<String> rows() {
            List<WindowResult<String, R>> all = harness.extractOutputValues();
            List<String> rows = new ArrayList<>();
            for (WindowResult<String, R> row : all.subList(seen, all.size())) {
                rows.add(
                        row.key()
                                + " "
                                + row.start()
                                + "="
                                + row.value()
                                + " "
                                + row.timing()
                                + " "
                                + row.pane()
                                + (row.retraction() ? " back" : "")
                                + (row.last() ? " last" : ""));
            }
            seen = all.size();
            return rows;
        }
    }

    private static WindowAggregation<Sale, ?, ?> sums(Panes panes, long partsInMemory) {
        return asking(TUMBLING, ExactSum.ofLong(Sale::amount), panes, partsInMemory);
    }

    private static <A, R> WindowAggregation<Sale, A, R> asking(
            AlignedWindows windows,
            AggregateFunction<Sale, A, R> aggregate,
            Panes panes,
            long partsInMemory) {
        return WindowAggregation.of(windows, aggregate)
                .emitting(panes.earlyEveryProcessingTime(PERIOD))
                .keepingInMemory(partsInMemory);
    }

    @SuppressWarnings("NullAway.Init") // Every test starts one.
    EarlyByTheClockTest() {}

    private void start(WindowAggregation<Sale, ?, ?> aggregation) throws Exception {
        subtask = new Subtask<>(aggregation);
        subtask.harness.open();
    }

    @AfterEach
    void close() throws Exception {
        subtask.harness.close();
    }

    @Test
    void aWindowThatChangedSendsARowOncePerPeriod() throws Exception {
        start(sums(Panes.accumulating(), PLENTY));
        subtask.sale("a", 1, 1);
        subtask.sale("a", 2, 2);
        subtask.sale("b", 3, 5);
        subtask.harness.setProcessingTime(99);
        assertThat(subtask.rows()).isEmpty();

        subtask.harness.setProcessingTime(100);
        assertThat(subtask.rows()).containsExactlyInAnyOrder("a 0=3 EARLY 0", "b 0=5 EARLY 0");

        subtask.harness.setProcessingTime(200);
        assertThat(subtask.rows()).as("nothing changed").isEmpty();

        subtask.sale("a", 4, 4);
        subtask.sale("a", 14, 8);
        subtask.harness.setProcessingTime(300);
        assertThat(subtask.rows()).containsExactly("a 0=7 EARLY 1", "a 10=8 EARLY 0");

        subtask.harness.processWatermark(9);
        assertThat(subtask.rows())
                .containsExactlyInAnyOrder("a 0=7 ON_TIME 2 last", "b 0=5 ON_TIME 1 last");

        subtask.harness.setProcessingTime(400);
        assertThat(subtask.rows()).as("nothing changed").isEmpty();

        subtask.harness.processWatermark(Long.MAX_VALUE);
        assertThat(subtask.rows()).containsExactly("a 10=8 ON_TIME 1 last");
        subtask.harness.setProcessingTime(500);
        assertThat(subtask.rows()).isEmpty();
    }

    @Test
    void rowsThatAddUpHoldWhatCameSince() throws Exception {
        start(sums(Panes.discarding(), PLENTY));
        subtask.sale("a", 1, 1);
        subtask.harness.setProcessingTime(100);
        subtask.sale("a", 2, 2);
        subtask.sale("a", 2, 2);
        subtask.harness.setProcessingTime(200);
        subtask.sale("a", 3, 8);
        subtask.harness.processWatermark(9);

        assertThat(subtask.rows())
                .containsExactly("a 0=1 EARLY 0", "a 0=4 EARLY 1", "a 0=8 ON_TIME 2 last");
    }

    @Test
    void anEarlyRowIsTakenBack() throws Exception {
        start(sums(Panes.retracting(), PLENTY));
        subtask.sale("a", 1, 1);
        subtask.harness.setProcessingTime(100);
        subtask.sale("a", 2, 2);
        subtask.harness.setProcessingTime(200);
        subtask.harness.processWatermark(9);

        assertThat(subtask.rows())
                .containsExactly(
                        "a 0=1 EARLY 0",
                        "a 0=1 EARLY 0 back",
                        "a 0=3 EARLY 1",
                        "a 0=3 ON_TIME 1 back",
                        "a 0=3 ON_TIME 2 last");
    }

    @Test
    void aKeyThatLeavesTheMemorySendsItsRowsThen() throws Exception {
        start(sums(Panes.accumulating(), 1));
        subtask.sale("a", 1, 1);
        subtask.sale("b", 2, 2);
        assertThat(subtask.rows()).containsExactly("a 0=1 EARLY 0");

        subtask.harness.setProcessingTime(100);
        assertThat(subtask.rows()).containsExactly("b 0=2 EARLY 0");

        subtask.harness.processWatermark(9);
        assertThat(subtask.rows())
                .containsExactlyInAnyOrder("a 0=1 ON_TIME 1 last", "b 0=2 ON_TIME 1 last");
    }

    @Test
    void aRestoreKnowsWhatWasSent() throws Exception {
        start(sums(Panes.retracting(), PLENTY));
        subtask.sale("a", 1, 1);
        subtask.harness.setProcessingTime(100);
        assertThat(subtask.rows()).containsExactly("a 0=1 EARLY 0");
        OperatorSubtaskState state = subtask.harness.snapshot(1, 1);

        subtask.harness.close();
        subtask = new Subtask<>(sums(Panes.retracting(), PLENTY));
        subtask.harness.initializeState(state);
        subtask.harness.open();
        subtask.sale("a", 2, 2);
        subtask.harness.setProcessingTime(100);
        subtask.harness.processWatermark(9);

        assertThat(subtask.rows())
                .containsExactly(
                        "a 0=1 EARLY 0 back",
                        "a 0=3 EARLY 1",
                        "a 0=3 ON_TIME 1 back",
                        "a 0=3 ON_TIME 2 last");
    }

    /** The tick comes when the backend is at some other key. */
    @ParameterizedTest
    @ValueSource(longs = {PLENTY, 1_000, 100})
    void aKeyWithMoreThanOneBlockSeesAllOfIt(long partsInMemory) throws Exception {
        FixedWindows overlapping =
                EventTimeWindows.hopping(Duration.ofMillis(600), Duration.ofMillis(300));
        AlignedWindows tiny = EventTimeWindows.tumbling(Duration.ofMillis(1));
        start(
                WindowAggregation.of(List.of(overlapping, tiny), Max.<Sale>ofLong(Sale::amount))
                        .emitting(Panes.accumulating().earlyEveryProcessingTime(PERIOD))
                        .keepingInMemory(partsInMemory));
        for (int time = 0; time < 600; time++) {
            subtask.sale("a", time, 1_000 - time);
        }
        subtask.harness.setProcessingTime(100);
        subtask.rows();
        subtask.sale("a", 599, 5);
        subtask.sale("b", 1_000, 1);
        subtask.harness.setProcessingTime(200);

        assertThat(subtask.rows())
                .contains("a 0=1000 EARLY 1", "a 300=700 EARLY 1", "a 599=401 EARLY 1")
                .contains("b 600=1 EARLY 0", "b 900=1 EARLY 0");
    }
}
