package io.tidemark.system;

import io.tidemark.system.guarantee.History;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What stands in the output topics, or should stand in them.
 *
 * @param results the rows, those of one message key in the order in which they were written
 * @param late late orders, as JSON
 * @param deadLetters what could not be read, as JSON without the detail
 * @param ledger the total of each account that moved
 */
public record Found(
        List<Row> results, List<String> late, List<String> deadLetters, Map<String, Long> ledger) {

    /** A result; {@code sum} in the digits in which it was written. */
    public record Row(
            String windowStart, String windowEnd, String key, long count, String sum, String pane) {
        String messageKey() {
            return windowStart + ' ' + key;
        }
    }

    /** The last row of each message key, by message key: what a compacted topic keeps. */
    Map<String, Row> table() {
        Map<String, Row> table = new LinkedHashMap<>();
        results.forEach(row -> table.put(row.messageKey(), row));
        return new TreeMap<>(table);
    }

    long onTime() {
        return table().values().stream().mapToLong(Row::count).sum();
    }

    public long account(String name) {
        return ledger.getOrDefault(name, 0L);
    }

    /**
     * Admitted orders that no result and no late record tells of: their windows are open. It is
     * what the results leave over, so it is no account beside them: a row that is lost or doubled
     * would cancel out. It has to be what the log says, see {@link ReferenceModel#answerSoFar}, and
     * nothing when a job has drained.
     */
    long open() {
        return account("admitted") - onTime() - account("late_at_window");
    }

    /** Both sides of {@code in = on time + late + duplicates + rejected} of a drained job. */
    History ledgerOf(long in) {
        return new History()
                .in(in)
                .account("on time", onTime())
                .account("late", late.size())
                .account("duplicates", account("duplicate"))
                .account("rejected", deadLetters.size());
    }

    /** The right side. */
    long accountedFor() {
        return onTime() + late.size() + account("duplicate") + deadLetters.size();
    }
}
