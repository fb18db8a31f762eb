package io.tidemark.operators.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.late.Late;
import io.tidemark.operators.testing.Backend;
import io.tidemark.operators.testing.Disturbance;
import io.tidemark.operators.testing.Outcome;
import io.tidemark.operators.testing.Replay;
import io.tidemark.operators.testing.TestStream;
import java.math.BigDecimal;
import java.util.List;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;

/** What must hold of sessions: they send what the reference sends, row for row. */
final class SessionCheck {

    private SessionCheck() {}

    /** Runs one case and holds it to another, which is the same unless somebody plays false. */
    static void run(SessionCase built, SessionCase asked, Backend backend, Disturbance disturbance)
            throws Exception {
        Ran<?> ran = Ran.of(built.aggregation(), built, backend, disturbance);
        SessionReference expected = SessionReference.of(asked);

        assertThat(ran.rows).as("%s", asked).containsExactlyInAnyOrderElementsOf(expected.rows);
        assertThat(ran.late.stream().map(Late::event))
                .as("%s", asked)
                .containsExactlyInAnyOrderElementsOf(expected.late);
        assertThat(ran.late)
                .allSatisfy(
                        late ->
                                assertThat(late.missedWindowEnd())
                                        .isEqualTo(
                                                late.event().time() + asked.gapOf(late.event())));
        assertThat(ran.rows).as("%s", asked).satisfies(SessionReader::canFollow);
        SessionReader.check(asked, ran.rows, ran.late.size());
    }

    /** What came out. */
    record Ran<R>(List<SessionReference.Row> rows, List<Late<Sale>> late) {

        static <R> Ran<R> of(
                WindowAggregation<Sale, ?, R> aggregation,
                SessionCase built,
                Backend backend,
                Disturbance disturbance)
                throws Exception {
            DataStream<Sale> input = TestStream.of(Sale.TYPE);
            WindowedResults<WindowResult<String, R>, Sale> applied =
                    aggregation.applyTo(input.keyBy(Sale::shop, Types.STRING));
            Outcome<WindowResult<String, R>> outcome =
                    Replay.through(input, applied.results())
                            .on(backend)
                            .under(disturbance)
                            .run(built.history());
            if (disturbance.everySteps() > 0) {
                assertThat(outcome.restores()).as("the disturbance struck").isPositive();
            }
            assertThat(outcome.records())
                    .allMatch(record -> record.getTimestamp() == record.getValue().end() - 1);
            return new Ran<>(
                    outcome.values().stream().map(Ran::row).toList(), outcome.side(applied.late()));
        }

        static SessionReference.Row row(WindowResult<String, ?> row) {
            return new SessionReference.Row(
                    row.key(),
                    row.start(),
                    row.end(),
                    row.value() instanceof BigDecimal sum
                            ? sum.toPlainString()
                            : row.value().toString(),
                    row.timing(),
                    row.pane(),
                    row.last(),
                    row.retraction());
        }
    }
}
