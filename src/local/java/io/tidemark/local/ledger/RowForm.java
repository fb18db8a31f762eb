package io.tidemark.local.ledger;

/**
 * Where in a job's results stands what is shown and counted, as JSON pointers (RFC 6901).
 *
 * @param start when what a row is about begins
 * @param end when it ends; the same as {@code start} for a moment
 * @param key what a row is about
 * @param count a number of events
 * @param sum the sum of their values
 * @param events how many events the row stands for in the ledger; empty if each stands for one
 */
public record RowForm(
        String start, String end, String key, String count, String sum, String events) {

    /** Rows that count each event once and say so in the simplest way. */
    public static final RowForm PLAIN =
            new RowForm("/window_start", "/window_end", "/key", "/count", "/sum", "/count");
}
