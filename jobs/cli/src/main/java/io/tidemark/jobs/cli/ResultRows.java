package io.tidemark.jobs.cli;

/**
 * Where somebody who knows nothing of a job finds in its rows what is worth showing, and how many
 * events a row stands for; as JSON pointers (RFC 6901), such as {@code /top/0/key}.
 *
 * <p>Each row has {@code window_start}, {@code window_end} and {@code pane} besides. A message
 * without a value takes the row of its key back.
 *
 * @param key what the row is about
 * @param count a number of events
 * @param sum a sum of their values
 * @param events how many events the row stands for in the ledger: each event that was not late must
 *     be counted by exactly one message key, once its last window has closed; empty if a row always
 *     stands for one
 */
public record ResultRows(String key, String count, String sum, String events) {}
