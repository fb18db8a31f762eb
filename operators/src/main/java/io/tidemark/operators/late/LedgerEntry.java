package io.tidemark.operators.late;

/**
 * How many events one subtask added to an account between two checkpoints; the sum over all entries
 * is the total.
 *
 * @param account what was counted
 * @param increment how many, at least 1
 */
public record LedgerEntry(LedgerAccount account, long increment) {}
