package io.tidemark.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.operators.late.LedgerAccount;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Compares summaries with the ledger and the late orders that they tell of. */
final class Summaries {

    private Summaries() {}

    /**
     * The summaries of a job that has drained add up to its ledger and to its late orders; each of
     * them is of one moment; and the last alone has the whole equation.
     */
    static void check(List<JsonNode> summaries, Found found, long recordsIn, String run) {
        // At the first checkpoint, at a later one and at the end.
        assertThat(summaries.size()).as("summaries, %s", run).isGreaterThanOrEqualTo(3);
        Map<String, Long> sums = new HashMap<>();
        long late = 0;
        String before = summaries.get(0).get("from").asText();
        for (JsonNode summary : summaries) {
            assertThat(summary.get("from").asText()).as("no gap, %s", run).isEqualTo(before);
            before = summary.get("to").asText();
            JsonNode increments = summary.get("increments");
            for (LedgerAccount account : LedgerAccount.values()) {
                sums.merge(account.label(), count(increments, account), Long::sum);
                assertThat(count(summary.get("totals"), account))
                        .as("total of %s so far, %s", account, run)
                        .isEqualTo(sums.get(account.label()));
            }
            late += checkLate(summary.get("late"), increments, run);
            assertThat(summary.at("/late/total").asLong()).isEqualTo(late);
            assertThat(summary.get("at_end").asBoolean())
                    .isEqualTo(summary.equals(summaries.get(summaries.size() - 1)));
        }
        for (LedgerAccount account : LedgerAccount.values()) {
            assertThat(sums.get(account.label()))
                    .as("%s, %s", account, run)
                    .isEqualTo(found.account(account.label()));
        }
        assertThat(late).as("late, %s", run).isEqualTo(found.late().size());
        checkLast(summaries.get(summaries.size() - 1).get("totals"), found, recordsIn, run);
    }

    private static long checkLate(JsonNode late, JsonNode increments, String run) {
        long count = late.get("count").asLong();
        assertThat(count)
                .as("late orders and the accounts of those who judge, %s", run)
                .isEqualTo(
                        count(increments, LedgerAccount.LATE_AT_GATE)
                                + count(increments, LedgerAccount.LATE_AT_WINDOW));
        for (String part : List.of("keys", "windows")) {
            long sum = late.get(part).get("others").asLong();
            for (JsonNode top : late.get(part).get("top")) {
                sum += top.get("count").asLong();
            }
            assertThat(sum).as("late by %s, %s", part, run).isEqualTo(count);
        }
        return count;
    }

    private static void checkLast(JsonNode totals, Found found, long recordsIn, String run) {
        long admitted = count(totals, LedgerAccount.ADMITTED);
        assertThat(
                        admitted
                                + count(totals, LedgerAccount.DUPLICATE)
                                + count(totals, LedgerAccount.LATE_AT_GATE)
                                + count(totals, LedgerAccount.REJECTED))
                .as("in by the last summary alone, %s", run)
                .isEqualTo(recordsIn);
        assertThat(admitted - count(totals, LedgerAccount.LATE_AT_WINDOW))
                .as("on time by the last summary alone, %s", run)
                .isEqualTo(found.onTime());
    }

    private static long count(JsonNode accounts, LedgerAccount account) {
        return accounts.get(account.label()).asLong();
    }
}
