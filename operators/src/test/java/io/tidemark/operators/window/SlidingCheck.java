package io.tidemark.operators.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.aggregate.ExactSum;
import io.tidemark.operators.late.LedgerAccount;
import io.tidemark.operators.late.LedgerEntry;
import io.tidemark.operators.late.Ledgers;
import io.tidemark.operators.testing.Backend;
import io.tidemark.operators.testing.Disturbance;
import io.tidemark.operators.testing.Outcome;
import io.tidemark.operators.testing.Replay;
import io.tidemark.operators.testing.TestStream;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;

/** What must hold of a sliding aggregation: it sends what the reference sends, and no row more. */
final class SlidingCheck {

    private final Backend backend;
    private final Disturbance disturbance;

    SlidingCheck(Backend backend, Disturbance disturbance) {
        this.backend = backend;
        this.disturbance = disturbance;
    }

    /** With an aggregate that can be inverted. */
    void ofSum(SlidingCase built, SlidingCase expected) throws Exception {
        check(
                built,
                expected,
                ExactSum.ofLong(Sale::amount),
                sales ->
                        sales.stream()
                                .map(sale -> BigDecimal.valueOf(sale.amount()))
                                .reduce(BigDecimal.ZERO, BigDecimal::add));
    }

    /** With one that cannot. */
    void ofList(SlidingCase built, SlidingCase expected) throws Exception {
        check(built, expected, new Listed(), sales -> sales.stream().map(Sale::amount).toList());
    }

    private <A, R> void check(
            SlidingCase built,
            SlidingCase expected,
            AggregateFunction<Sale, A, R> aggregate,
            Function<List<Sale>, R> valueOf)
            throws Exception {
        DataStream<Sale> input = TestStream.of(Sale.TYPE);
        WindowedResults<SlidingResult<Sale, R>, Sale> results =
                built.around(aggregate).applyTo(input.keyBy(Sale::shop, Types.STRING));

        Outcome<SlidingResult<Sale, R>> outcome =
                Replay.through(input, results.results())
                        .on(backend)
                        .under(disturbance)
                        .run(expected.history());

        if (disturbance.everySteps() > 0) {
            assertThat(outcome.restores()).as("the disturbance struck").isPositive();
        }
        SlidingReference reference = new SlidingReference(expected, valueOf);
        assertThat(byKey(outcome)).as("%s", expected).isEqualTo(reference.rows());
        assertThat(outcome.records()).allMatch(row -> row.getTimestamp() == row.getValue().time());
        assertThat(outcome.side(results.late()))
                .as("%s", expected)
                .containsExactlyInAnyOrderElementsOf(reference.late());
        assertThat(outcome.side(results.partlyLate())).isEmpty();
        assertThat(outcome.side(results.outOfRange())).isEmpty();
        List<LedgerEntry> ledger = outcome.side(results.ledger());
        assertThat(Ledgers.total(ledger, LedgerAccount.LATE_AT_WINDOW))
                .isEqualTo(reference.late().size());
    }

    private static <R> Map<String, List<SlidingResult<Sale, R>>> byKey(
            Outcome<SlidingResult<Sale, R>> outcome) {
        Map<String, List<SlidingResult<Sale, R>>> rows = new TreeMap<>();
        for (SlidingResult<Sale, R> row : outcome.values()) {
            rows.computeIfAbsent(row.event().shop(), shop -> new ArrayList<>()).add(row);
        }
        return rows;
    }
}
