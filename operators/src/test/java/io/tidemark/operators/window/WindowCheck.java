package io.tidemark.operators.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.late.LedgerAccount;
import io.tidemark.operators.late.Ledgers;
import io.tidemark.operators.testing.Backend;
import io.tidemark.operators.testing.Disturbance;
import io.tidemark.operators.testing.History;
import io.tidemark.operators.testing.Outcome;
import io.tidemark.operators.testing.Replay;
import io.tidemark.operators.testing.Step;
import io.tidemark.operators.testing.TestStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/** What must hold of windows of any kind, sound or broken: they do what the reference does. */
final class WindowCheck {

    private WindowCheck() {}

    /**
     * Replays a history and compares.
     *
     * @param asked what the windows should be
     * @param windows puts them into a stream
     */
    static <O> void run(
            OperatorCase<O> asked,
            Function<DataStream<Sale>, WindowedResults<O, Sale>> windows,
            History<Sale> given,
            Backend backend,
            Disturbance disturbance)
            throws Exception {
        History<Sale> history = possible(given, disturbance);
        DataStream<Sale> input = TestStream.of(Sale.TYPE);
        WindowedResults<O, Sale> results = windows.apply(input);
        Outcome<O> outcome =
                Replay.through(input, results.results())
                        .on(backend)
                        .under(disturbance)
                        .run(history);
        WindowReference<O> reference = asked.reference();
        reference.meet(history);
        compare(asked, results, outcome, reference, history);
        asked.read(history, outcome.values());
        if (outcome.restores() == 0 && disturbance.parallelismAtStart() == 1) {
            assertThat(outcome.watermarks()).isEqualTo(marks(history));
        }
    }

    /** Compares all that came out with a reference that has met the same history. */
    static <O> void compare(
            OperatorCase<O> asked,
            WindowedResults<O, Sale> results,
            Outcome<O> outcome,
            WindowReference<O> reference,
            History<Sale> history) {
        int from = 0;
        List<O> rows = outcome.values();
        for (int i = 0; i < reference.rows().size(); i++) {
            List<O> expected = new ArrayList<>(reference.rows().get(i));
            int to = Math.min(rows.size(), from + expected.size());
            List<O> actual = new ArrayList<>(rows.subList(from, to));
            from = to;
            expected.sort(asked.order());
            actual.sort(asked.order());
            if (!actual.equals(expected)) {
                assertThat(actual).as("rows %s", after(i, history)).isEqualTo(expected);
            }
        }
        assertThat(rows.subList(from, rows.size())).as("rows too many").isEmpty();
        for (StreamRecord<O> row : outcome.records()) {
            assertThat(row.getTimestamp()).isEqualTo(asked.timestampOf(row.getValue()));
        }
        compareSides(asked, results, outcome, reference, history);
    }

    /** Compares what is in no window, or not in all of its windows, and what was counted. */
    static <O> void compareSides(
            OperatorCase<O> asked,
            WindowedResults<O, Sale> results,
            Outcome<O> outcome,
            WindowReference<O> reference,
            History<Sale> history) {
        assertThat(outcome.side(results.late())).isEqualTo(reference.late());
        assertThat(outcome.side(results.partlyLate()).stream().map(WindowReference::text).toList())
                .isEqualTo(asked.plan().reportsPartlyLate() ? reference.partlyLate() : List.of());
        assertThat(outcome.side(results.outOfRange())).isEqualTo(reference.outOfRange());
        long late = Ledgers.total(outcome.side(results.ledger()), LedgerAccount.LATE_AT_WINDOW);
        assertThat(reference.windowed() + late + reference.outOfRange().size())
                .as("in = windowed + late + out of range")
                .isEqualTo(history.elements().size());
    }

    /**
     * A history in which the watermark goes back only where it may: in the first steps after a
     * restore, which brings none.
     */
    static History<Sale> possible(History<Sale> history, Disturbance disturbance) {
        boolean restarts = disturbance.everySteps() > 0 && disturbance.lostSteps() == 0;
        History<Sale> possible = History.empty();
        long last = Long.MIN_VALUE;
        for (Step<Sale> step : history.steps()) {
            if (step instanceof Step.Mark<Sale> mark) {
                last = Math.max(last, mark.time());
                possible.watermark(last);
            } else {
                possible.steps().add(step);
            }
            if (restarts && possible.steps().size() % disturbance.everySteps() == 0) {
                last = Long.MIN_VALUE;
            }
        }
        return possible;
    }

    private static List<Long> marks(History<Sale> history) {
        List<Long> marks = new ArrayList<>();
        for (Step<Sale> step : history.steps()) {
            if (step instanceof Step.Mark<Sale> mark) {
                marks.add(mark.time());
            }
        }
        marks.add(Long.MAX_VALUE);
        return marks;
    }

    private static String after(int step, History<Sale> history) {
        return step == history.steps().size()
                ? "at the end of the input"
                : "after step " + step + ", " + history.steps().get(step);
    }
}
