/**
 * Writing to Kafka, effectively once.
 *
 * <p><b>Guarantee.</b> With {@code EXACTLY_ONCE} a reader with {@code
 * isolation.level=read_committed} sees each record of a checkpoint once, and nothing of what was
 * computed after the last completed one, whatever crashed in between. With {@code AT_LEAST_ONCE} it
 * sees every record, and those since the last checkpoint twice after a crash.
 *
 * <p><b>What it needs.</b> Checkpoints; a broker whose {@code transaction.max.timeout.ms} admits
 * the transaction timeout; a transaction timeout that outlives a checkpoint interval, a checkpoint
 * and a restart: when it runs out, Kafka throws away what Flink believes committed. {@link
 * io.tidemark.operators.sink.kafka.KafkaPreflight} refuses a job before it runs if one of these
 * does not hold.
 *
 * <p><b>What it costs.</b> Results become visible when a checkpoint completes, so the visible
 * latency is the checkpoint interval. One transaction a sink, subtask and checkpoint. <b>State.</b>
 * That of Flink's Kafka sink.
 *
 * <p><b>Lateness.</b> Records are written with the broker's time, never with event time: a log
 * cleans up by record time, and results about the past would be deleted on arrival. <b>Restore.</b>
 * Transactions of a completed checkpoint are committed, later ones are aborted; the prefix of the
 * transactional ids is made of the job's name and the sink's uid, so a restarted job finds its own.
 */
@NullMarked
package io.tidemark.operators.sink.kafka;

import org.jspecify.annotations.NullMarked;
