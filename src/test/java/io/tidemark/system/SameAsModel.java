package io.tidemark.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

/** Compares what was found with what should be there, record for record. */
final class SameAsModel {

    private SameAsModel() {}

    /** Every output holds exactly the records of the answer, in any order, each once. */
    static void check(Found found, Found answer, String run) {
        checkLate(found, answer, run);
        same(found.deadLetters(), answer.deadLetters(), "dead letters, " + run);
        same(strings(found.results()), strings(answer.results()), "results, " + run);
        checkLedger(found, answer, run);
    }

    /**
     * Like {@link #check}, but of the results only the last row of each window counts: how many
     * updates came before depends on the machine.
     */
    static void checkLastRows(Found found, Found answer, String run) {
        checkLate(found, answer, run);
        same(found.deadLetters(), answer.deadLetters(), "dead letters, " + run);
        assertThat(found.table()).as("last rows, %s", run).isEqualTo(answer.table());
        checkLedger(found, answer, run);
    }

    /** The late set is that of the answer. */
    static void checkLate(Found found, Found answer, String run) {
        same(found.late(), answer.late(), "late orders, " + run);
    }

    private static void checkLedger(Found found, Found answer, String run) {
        assertThat(found.ledger()).as("ledger, %s", run).isEqualTo(answer.ledger());
        assertThat(found.open()).as("orders in open windows after the end, %s", run).isZero();
    }

    private static List<String> strings(List<?> records) {
        return records.stream().map(Object::toString).toList();
    }

    private static void same(List<String> found, List<String> wanted, String what) {
        assertThat(found.stream().sorted().toList())
                .as(what)
                .isEqualTo(wanted.stream().sorted().toList());
    }
}
