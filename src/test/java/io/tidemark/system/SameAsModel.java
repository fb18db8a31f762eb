package io.tidemark.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.system.Found.Row;
import io.tidemark.system.guarantee.EffectOnce;
import io.tidemark.system.guarantee.Guarantee;
import io.tidemark.system.guarantee.History;
import io.tidemark.system.guarantee.History.Effect;
import io.tidemark.system.guarantee.History.Entered;
import io.tidemark.system.guarantee.LedgerAddsUp;
import io.tidemark.system.guarantee.NothingLost;
import io.tidemark.system.guarantee.OrderPerKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Compares what was found with what should be there, record for record. */
public final class SameAsModel {

    private SameAsModel() {}

    /** Every output holds exactly the records of the answer, in any order, each once. */
    public static void check(Found found, Found answer, String run) {
        checkJudged(found, answer, run);
        same(strings(found.results()), strings(answer.results()), "results, " + run);
        checkOpen(found, answer, run);
    }

    /**
     * Like {@link #check}, but of the results only the last row of each window counts: how many
     * updates came before depends on the machine.
     */
    static void checkLastRows(Found found, Found answer, String run) {
        checkJudged(found, answer, run);
        assertThat(found.table()).as("last rows, %s", run).isEqualTo(answer.table());
        Guarantee.check("updates, " + run, updates(found), new EffectOnce(), new OrderPerKey());
        checkOpen(found, answer, run);
    }

    /** An update of a window stands once, and never before one with fewer orders. */
    private static History updates(Found found) {
        History history = new History();
        for (Row row : found.results()) {
            history.enter(new Entered(row.toString(), row.messageKey(), row.count()));
            history.see(new Effect(row.toString(), row.messageKey()));
        }
        return history;
    }

    /** What left before the windows, and the ledger of it, are those of the answer. */
    static void checkJudged(Found found, Found answer, String run) {
        checkLate(found, answer, run);
        same(found.deadLetters(), answer.deadLetters(), "dead letters, " + run);
        assertThat(found.ledger()).as("ledger, %s", run).isEqualTo(answer.ledger());
    }

    /** The late set is that of the answer. */
    static void checkLate(Found found, Found answer, String run) {
        same(found.late(), answer.late(), "late orders, " + run);
    }

    private static void checkOpen(Found found, Found answer, String run) {
        assertThat(found.open()).as("orders in open windows, %s", run).isEqualTo(answer.open());
    }

    private static List<String> strings(List<?> records) {
        return records.stream().map(Object::toString).toList();
    }

    /** The same records, each as often, in any order. */
    public static void same(List<String> found, List<String> wanted, String what) {
        History history = new History();
        toldApart(wanted).forEach(id -> history.enter(new Entered(id, "", 0)));
        toldApart(found).forEach(id -> history.see(new Effect(id, "")));
        Guarantee.check(what, history, new NothingLost(), new EffectOnce());
    }

    /** Of equal records the first, the second, and so on are different ones. */
    private static List<String> toldApart(List<String> records) {
        Map<String, Integer> times = new HashMap<>();
        return records.stream()
                .map(
                        record -> {
                            int time = times.merge(record, 1, Integer::sum);
                            return time == 1 ? record : record + " for the " + time + ". time";
                        })
                .toList();
    }

    /** {@code in = on time + late + duplicates + rejected} of a job that has drained. */
    public static void checkAddsUp(Found found, long in, String run) {
        checkAddsUp(found, in, 0, run);
    }

    /**
     * {@code in = on time + late + duplicates + rejected + open}.
     *
     * @param open orders in open windows, by the answer
     */
    static void checkAddsUp(Found found, long in, long open, String run) {
        History ledger = found.ledgerOf(in).account("open", open);
        Guarantee.check("in, " + run, ledger, new LedgerAddsUp());
    }
}
