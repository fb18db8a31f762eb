package io.tidemark.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Compares what was found with what should be there, record for record. */
final class SameAsModel {

    private static final int SHOWN = 5;

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

    /** The same records, each as often, in any order; a difference is told by what differs. */
    static void same(List<String> found, List<String> wanted, String what) {
        List<String> unexpected = tooMany(found, wanted);
        List<String> missing = tooMany(wanted, found);
        assertThat(unexpected.size() + missing.size())
                .as(
                        "%s: %d unexpected, as %s; %d missing, as %s",
                        what,
                        unexpected.size(),
                        unexpected.stream().limit(SHOWN).toList(),
                        missing.size(),
                        missing.stream().limit(SHOWN).toList())
                .isZero();
    }

    private static List<String> tooMany(List<String> here, List<String> there) {
        Map<String, Integer> left = new HashMap<>();
        there.forEach(record -> left.merge(record, 1, Integer::sum));
        return here.stream().filter(record -> left.merge(record, -1, Integer::sum) < 0).toList();
    }
}
