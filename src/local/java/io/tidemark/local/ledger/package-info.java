/**
 * The proof that nothing vanished: what a reader of the output topics finds, and whether it adds up
 * with what went in.
 *
 * <p>{@link io.tidemark.local.ledger.OutputReader} reads the four outputs of a job as any consumer
 * with {@code isolation.level=read_committed} would, and counts ({@link
 * io.tidemark.local.ledger.OutputCounts}). {@link io.tidemark.local.ledger.Ledger} sets these
 * counts against the number of records that the job took in, which the caller measures apart, from
 * offsets. {@link io.tidemark.local.ledger.OutputFiles} writes the same records to files.
 *
 * <p>Two independent witnesses speak about late and rejected records: the records themselves, and
 * the increments that the job writes to its ledger topic. The ledger adds up only if both say the
 * same; where they don't, the ledger can name the line that is off, not only that one is.
 *
 * <p>All of it is read in one pass and kept in a few counters, but for the number of events behind
 * each window: a window that was updated has several rows of which the last is the truth, so the
 * last count per message key is remembered (about 160 bytes for each window of each key).
 */
@NullMarked
package io.tidemark.local.ledger;

import org.jspecify.annotations.NullMarked;
