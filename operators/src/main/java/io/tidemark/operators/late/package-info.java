/**
 * Lateness, judged once and the same way every time: the gate, the late output and the ledger.
 *
 * <p><b>Guarantee.</b> Which events are late is a function of each partition's log alone. An event
 * is late when, by the events before it in its own partition, the watermark had already reached
 * {@code window end - 1 + allowed lateness} of the window that it is judged by, usually the last
 * that could take it ({@link io.tidemark.operators.late.WindowEnds}). The verdict is the same at
 * any parallelism, in a replay at full speed, after a crash and after a rescale: Flink's own
 * watermark starts again at {@code Long.MIN_VALUE} behind a restored source, the gate's progress
 * does not.
 *
 * <p>The watermark behind the gate is the minimum over partitions, so windows only trail the
 * verdicts, with one exception: a partition that was declared idle, or that was added while the job
 * ran, lets the others run ahead, and its events may then find their windows closed. (When all
 * partitions are idle, Flink goes on to the furthest of them.) Which partition is idle the clock
 * decides, so for such events alone two runs may judge differently. The gate knows that watermark
 * too, keeps it in checkpointed state (Flink would start again without one, and open closed windows
 * a second time), and finds such events late. What windows refuse all the same they send to their
 * own late output and count, so that nothing can vanish there.
 *
 * <p>Any strategy may judge whose generators can write their state: the gate runs one generator a
 * partition, the same that the source runs, and asks it by events alone. One that learns its delay
 * starts anew in a restored source, so there the gate has to hold the source's watermark behind its
 * own partitions' ({@code holdingWatermarks}).
 *
 * <p><b>State.</b> Two watermarks and the generator's state a partition (tens of bytes for a
 * constant delay, up to some 100 kB for one that is learned), keyed by the partition, kept for ever
 * (partitions do not go away); one watermark a subtask; the totals of the ledger as operator state,
 * one row an account and subtask. <b>Cost.</b> What the generator costs, in memory; a checkpoint
 * writes the partitions that had events; one shuffle by partition. <b>Restore.</b> Progress and
 * totals go on where the checkpoint was cut. That needs checkpoints in mode {@code EXACTLY_ONCE}:
 * in the other mode the progress is ahead of the events that are read again. A drained savepoint is
 * no place to go on from: it has closed every window, so that all that still comes is late.
 *
 * <p><b>The ledger</b> is a log: at each checkpoint barrier every operator that judges events sends
 * on what it counted since the last one ({@link io.tidemark.operators.late.LedgerEntry}), and the
 * sum of the log is the total. The increments leave in front of the barrier, so they are committed
 * with the very outputs that they count (with unaligned checkpoints what a barrier overtakes may
 * come with a later one). {@code in = on time + late + duplicates + rejected + open}. {@link
 * io.tidemark.operators.late.LatenessSummary} tells it once a minute, in one record, with how late
 * the late events were and what they were of.
 */
@NullMarked
package io.tidemark.operators.late;

import org.jspecify.annotations.NullMarked;
