package io.tidemark.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.system.Found.Row;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A row that is lost or doubled is noticed, at the end of the log and before it. */
class SameAsModelTest {

    private static final int RECORDS = 2000;

    private final long seed = OrderHistory.seed();
    private final String run = "seed " + seed;
    private final List<Fed> log = OrderHistory.random(seed, 1, RECORDS);
    private final Found end = ReferenceModel.answer("orders", log, Rules.NARROW);
    private final Found middle =
            ReferenceModel.answerSoFar("orders", log.subList(0, RECORDS / 2), Rules.NARROW);

    @Test
    void theAnswerIsTheAnswer() {
        assertThat(end.open()).as(run).isZero();
        assertThat(middle.open()).as(run).isPositive();
        assertThatCode(
                        () -> {
                            SameAsModel.check(end, end, run);
                            SameAsModel.checkAddsUp(end, RECORDS, run);
                            SameAsModel.check(middle, middle, run);
                            SameAsModel.checkAddsUp(middle, RECORDS / 2, middle.open(), run);
                        })
                .doesNotThrowAnyException();
    }

    @Test
    void aLostRowUnbalancesTheLedger() {
        assertThatThrownBy(() -> SameAsModel.checkAddsUp(withoutOne(end), RECORDS, run))
                .hasMessageContaining("UNACCOUNTED");
        assertThatThrownBy(
                        () ->
                                SameAsModel.checkAddsUp(
                                        withoutOne(middle), RECORDS / 2, middle.open(), run))
                .hasMessageContaining("UNACCOUNTED");
    }

    @Test
    void aLostRowIsLost() {
        assertThatThrownBy(() -> SameAsModel.check(withoutOne(end), end, run))
                .hasMessageContaining("LOST");
        assertThatThrownBy(() -> SameAsModel.check(withoutOne(middle), middle, run))
                .hasMessageContaining("LOST");
    }

    @Test
    void aDoubledRowIsADuplicate() {
        for (Found answer : List.of(end, middle)) {
            List<Row> rows = new ArrayList<>(answer.results());
            rows.add(rows.get(0));

            assertThatThrownBy(() -> SameAsModel.check(with(answer, rows), answer, run))
                    .hasMessageContaining("INVENTED");
            assertThatThrownBy(() -> SameAsModel.checkLastRows(with(answer, rows), answer, run))
                    .hasMessageContaining("DUPLICATED");
        }
    }

    private static Found withoutOne(Found answer) {
        return with(answer, answer.results().subList(1, answer.results().size()));
    }

    private static Found with(Found answer, List<Row> rows) {
        return new Found(rows, answer.late(), answer.deadLetters(), answer.ledger());
    }
}
