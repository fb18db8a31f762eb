package io.tidemark.operators.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.aggregate.ExactSum;
import io.tidemark.operators.late.Late;
import io.tidemark.operators.late.LedgerAccount;
import io.tidemark.operators.late.Ledgers;
import io.tidemark.operators.testing.History;
import io.tidemark.operators.testing.Outcome;
import io.tidemark.operators.testing.Replay;
import io.tidemark.operators.testing.Step;
import io.tidemark.operators.testing.TestStream;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A savepoint of windows with a local aggregation in front, restored without it, and the reverse.
 */
class PreAggregatingSwitchedTest {

    private static final WindowAggregation<Sale, ?, BigDecimal> WINDOWS =
            WindowAggregation.of(
                            EventTimeWindows.tumbling(Duration.ofMillis(10)),
                            ExactSum.ofLong(Sale::amount))
                    .uid("windows");

    private static final History<Sale> BEFORE =
            History.<Sale>empty().element(new Sale("a", 12, 1), 12).watermark(11);

    /** One more in the window that was open, and one that is late by the watermark before. */
    private static final History<Sale> AFTER =
            History.<Sale>empty()
                    .element(new Sale("a", 15, 2), 15)
                    .element(new Sale("a", 5, 4), 5)
                    .watermark(30);

    private Path savepoint;

    @BeforeEach
    void nameTheSavepoint(@TempDir Path directory) {
        savepoint = directory.resolve("savepoint");
    }

    /** Windows of an input, with what stands in front of them. */
    private record Wired(
            DataStream<Sale> input,
            WindowedResults<WindowResult<String, BigDecimal>, Sale> windows) {

        static Wired by(WindowAggregation<Sale, ?, BigDecimal> windows) {
            DataStream<Sale> input = TestStream.of(Sale.TYPE);
            return new Wired(input, windows.applyTo(input.keyBy(Sale::shop, Types.STRING)));
        }

        SingleOutputStreamOperator<WindowResult<String, BigDecimal>> results() {
            return windows.results();
        }

        /** What the windows read: what the local aggregation sends. */
        @SuppressWarnings("unchecked") // That is its type.
        DataStream<Partial<String, Sale, ?>> folded() {
            Transformation<?> keyed =
                    ((OneInputTransformation<?, ?>) results().getTransformation())
                            .getInputs()
                            .get(0);
            return new DataStream<>(
                    input.getExecutionEnvironment(),
                    (Transformation<Partial<String, Sale, ?>>) keyed.getInputs().get(0));
        }
    }

    private static History<Partial<String, Sale, ?>> partials(History<Sale> history) {
        History<Partial<String, Sale, ?>> partials = History.empty();
        history.steps()
                .forEach(
                        step -> {
                            if (step instanceof Step.Element<Sale> one) {
                                partials.element(
                                        Partial.event(
                                                one.value().shop(), one.value(), one.timestamp()),
                                        one.timestamp());
                            } else if (step instanceof Step.Mark<Sale> mark) {
                                partials.watermark(mark.time());
                            }
                        });
        return partials;
    }

    /** Two sales of a shop and slice, as a local aggregation sends them. */
    private static Step<Partial<String, Sale, ?>> folded(Sale first, Sale second) {
        ExactSum<Sale> sum = ExactSum.ofLong(Sale::amount);
        return new Step.Element<>(
                new Partial<>(
                        first.shop(),
                        null,
                        sum.add(second, sum.add(first, sum.createAccumulator())),
                        2,
                        first.time(),
                        second.time()),
                second.time());
    }

    private static List<String> lines(List<WindowResult<String, BigDecimal>> rows) {
        return rows.stream().map(row -> row.start() + "=" + row.value()).toList();
    }

    @Test
    void theWindowsKeepTheirUid() {
        assertThat(Wired.by(WINDOWS).results().getTransformation().getUid()).isEqualTo("windows");
        assertThat(Wired.by(WINDOWS.preAggregating()).results().getTransformation().getUid())
                .isEqualTo("windows");
    }

    @Test
    void switchedOffTheWindowsGoOn() throws Exception {
        Wired with = Wired.by(WINDOWS.preAggregating());
        Replay.through(with.folded(), with.results()).save(partials(BEFORE), savepoint);

        Wired without = Wired.by(WINDOWS);
        assertThat(
                        lines(
                                Replay.through(without.input(), without.results())
                                        .resume(savepoint, AFTER)
                                        .values()))
                .containsExactly("10=3");
    }

    @Test
    void leftOnTheWindowsGoOn() throws Exception {
        Wired with = Wired.by(WINDOWS.preAggregating());
        Replay.through(with.folded(), with.results()).save(partials(BEFORE), savepoint);

        assertThat(
                        lines(
                                Replay.through(with.folded(), with.results())
                                        .resume(savepoint, partials(AFTER))
                                        .values()))
                .containsExactly("10=3");
    }

    @Test
    void switchedOnTheWindowsGoOnAndJudgeWhatIsFolded() throws Exception {
        Wired without = Wired.by(WINDOWS);
        Replay.through(without.input(), without.results()).save(BEFORE, savepoint);
        History<Partial<String, Sale, ?>> after = partials(AFTER);
        after.steps().add(0, folded(new Sale("a", 16, 8), new Sale("a", 17, 16)));
        after.steps().add(1, folded(new Sale("a", 7, 32), new Sale("a", 8, 64)));

        Wired with = Wired.by(WINDOWS.preAggregating());
        Outcome<WindowResult<String, BigDecimal>> outcome =
                Replay.through(with.folded(), with.results()).resume(savepoint, after);

        assertThat(lines(outcome.values())).containsExactly("10=27");
        assertThat(outcome.side(with.windows().late()))
                .extracting(Late::eventTime)
                .containsExactly(5L);
        assertThat(
                        Ledgers.total(
                                outcome.side(with.windows().ledger()),
                                LedgerAccount.LATE_AT_WINDOW))
                .isEqualTo(3);
    }
}
