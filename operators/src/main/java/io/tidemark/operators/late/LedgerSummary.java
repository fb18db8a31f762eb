package io.tidemark.operators.late;

import java.util.List;
import java.util.Map;

/**
 * What became of events in one period, by the clock, and since the start.
 *
 * @param from when the summary before left, or the start; epoch milliseconds
 * @param to when this one left; epoch milliseconds
 * @param atEnd whether the input has ended, so that no window is open any more
 * @param increments what was counted in the period; an account that is absent did not move
 * @param totals what was counted since the start; an account that is absent never moved
 * @param lateness the late events of the period
 */
public record LedgerSummary(
        long from,
        long to,
        boolean atEnd,
        Map<LedgerAccount, Long> increments,
        Map<LedgerAccount, Long> totals,
        Lateness lateness) {

    /** What was counted in the period. */
    public long increment(LedgerAccount account) {
        return increments.getOrDefault(account, 0L);
    }

    /** What was counted since the start. */
    public long total(LedgerAccount account) {
        return totals.getOrDefault(account, 0L);
    }

    /**
     * Late events of a period.
     *
     * @param count how many there were
     * @param total how many there were since the start
     * @param p50 the median of how late they were, in milliseconds, within 0.8 %; 0 if there were
     *     none
     * @param p90 the same for 9 in 10
     * @param p99 the same for 99 in 100
     * @param max the most, exactly
     * @param keys the keys that most of them were of, the most frequent first, at most {@value
     *     LatenessSummary#SHOWN}
     * @param otherKeys how many are in none of these counts: {@code count} is the sum of all
     * @param keyError by how much each count of a key is too low at most, for keys that came and
     *     went in too great a number; never more than {@code count} / 257
     * @param windows the ends of the windows that most of them missed, in the same way
     * @param otherWindows how many are in none of these counts
     * @param windowError by how much each count of a window is too low at most; never more than
     *     {@code count} / 1025
     */
    public record Lateness(
            long count,
            long total,
            long p50,
            long p90,
            long p99,
            long max,
            List<LateKey> keys,
            long otherKeys,
            long keyError,
            List<MissedWindow> windows,
            long otherWindows,
            long windowError) {}

    /**
     * A key of late events.
     *
     * @param key the key, or its first 200 characters
     * @param count how many late events were of it
     */
    public record LateKey(String key, long count) {}

    /**
     * A window that late events missed.
     *
     * @param end where it ends, exclusive, epoch milliseconds
     * @param count how many late events missed it
     */
    public record MissedWindow(long end, long count) {}
}
