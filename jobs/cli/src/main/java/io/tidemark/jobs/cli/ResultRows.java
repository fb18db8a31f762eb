package io.tidemark.jobs.cli;

/**
 * Where somebody who knows nothing of a job finds in its rows what is worth showing, and how many
 * events a row stands for; as JSON pointers (RFC 6901), such as {@code /top/0/key}.
 *
 * <p>Each row has a {@code pane} besides. A message without a value takes the row of its key back.
 *
 * @param start when what the row is about begins, ISO 8601
 * @param end when it ends; the same as {@code start} for a moment
 * @param key what the row is about
 * @param count a number of events
 * @param sum a sum of their values
 * @param events how many events the row stands for in the ledger: each event that was not late must
 *     be counted by exactly one message key, once its last window has closed; empty if a row always
 *     stands for one
 */
public record ResultRows(
        String start, String end, String key, String count, String sum, String events) {

    /** Rows of windows. */
    public static ResultRows ofWindows(String key, String count, String sum, String events) {
        return new ResultRows("/window_start", "/window_end", key, count, sum, events);
    }
}
