/**
 * Writing to Kafka, effectively once.
 *
 * <p><b>Guarantee.</b> With {@code EXACTLY_ONCE} a reader with {@code
 * isolation.level=read_committed} sees each record of a checkpoint once, and nothing of what was
 * computed after the last completed one, whatever crashed in between. Where Kafka cannot keep that,
 * because a transaction timed out or was fenced before its commit, the job does not go on in
 * silence: the broker is asked what became of the transaction, and a loss is counted and fails the
 * job ({@link io.tidemark.operators.sink.kafka.LostTransactions}); a commit that is refused only
 * because it had been done before, as in most recoveries, is told apart from it. With {@code
 * AT_LEAST_ONCE} a reader sees every record, and those since the last checkpoint twice after a
 * crash.
 *
 * <p>A job may change from one to the other with each restore. What a checkpoint of an exactly-once
 * life has still to commit, an at-least-once life commits, and judges a refusal in the same way;
 * what lies beyond the checkpoint it aborts, and no checkpoint is too old for it.
 *
 * <p><b>What it needs.</b> Checkpoints; a broker of 3.0 or newer (from 4.1 on it filters by name
 * itself) whose {@code transaction.max.timeout.ms} admits the transaction timeout; a transaction
 * timeout that outlives the checkpoint with which a transaction begins, those that may fail after
 * it, the one that commits it, and a restart: when it runs out, Kafka throws away what Flink
 * believes committed; a name that no other living job uses. {@link
 * io.tidemark.operators.sink.kafka.KafkaPreflight} refuses a job before it runs if one of these
 * does not hold.
 *
 * <p><b>What it costs.</b> Results become visible when a checkpoint completes, so the visible
 * latency is the checkpoint interval. One transaction a sink, subtask and checkpoint, with a name
 * of its own that the broker keeps for {@code transactional.id.expiration.ms}, a week by default:
 * at a checkpoint every 10 s, 60,480 names a sink and subtask. A writer's start asks the broker
 * three times (without transactions, once), and a start without a checkpoint takes over the names
 * that an earlier life of the job left. For that a broker of 4.1 or newer goes through all names
 * that it keeps; an older one sends them all, of all jobs, to each writer. Where that is many,
 * lower {@code transactional.id.expiration.ms} to the longest outage that is to be survived.
 * <b>State.</b> That of Flink's Kafka sink, and a number for each transaction that waits for its
 * commit.
 *
 * <p><b>Lateness.</b> Records are written with the broker's time, never with event time: a log
 * cleans up by record time, and results about the past would be deleted on arrival. <b>Restore.</b>
 * Transactions of a completed checkpoint are committed, later ones are aborted, also those of
 * subtasks that no longer are, so that readers reach the end of the log within a checkpoint. The
 * prefix of the transactional ids is made of the job's name and the sink's uid, so a restarted job
 * finds its own. A checkpoint after which records of any sink of the job are visible already is
 * refused by name, unless this was allowed, before anything is aborted: the newer one that the
 * refusal names is still whole. A savepoint is such a checkpoint too when the job was drained after
 * it, or went on to another checkpoint. So is the last checkpoint when a stop with a savepoint was
 * interrupted after some tasks had committed: what is to be restored is that savepoint. From a
 * newest checkpoint that cannot be read Flink does not go back to the one before by itself: the job
 * fails, and whoever starts it from the one before is refused as soon as anything of the newest is
 * visible, and with {@code --allow-older-checkpoint} gets the records since then twice. Sinks know
 * each other by {@link io.tidemark.operators.sink.kafka.KafkaOutput#sinks}; one that is told of no
 * other looks at its own transactions alone.
 *
 * <p><b>What it does not cover.</b> A start without a checkpoint where there was one; the loss of
 * what the brokers acknowledged; an older checkpoint whose successors the broker has forgotten,
 * after that week. A checkpoint or savepoint that is older than that week is not restored with
 * {@code LostTransactions.FAIL}, though all of it may have been committed: nobody can tell any
 * more; raise {@code transactional.id.expiration.ms} where savepoints are to be kept for longer, or
 * restore with {@code COUNT}. A job of the same name that is started within the same moments, or
 * that has neither traffic nor a checkpoint while this one looks, or for which nobody looks,
 * because the program runs in a JobManager with high availability: the broker then fences one of
 * the two jobs, which fails, and what both have read is there twice. What a job left open that is
 * never started again, until it times out or {@link
 * io.tidemark.operators.sink.kafka.TransactionSweep} aborts it. A savepoint of a job that went on,
 * if that job crashed before its next checkpoint: the restart aborted the transactions that only
 * the savepoint owned, and a restore of it fails and names them. Where a subtask had written
 * nothing into such a savepoint, the job that went back uses the number again for other records,
 * which the savepoint's restore would write twice: that is refused by name, too, but only if no
 * other savepoint or failed checkpoint lies between it and the checkpoint that the job went back
 * to. A TaskManager whose clock is ahead of the broker's by more than {@code
 * message.timestamp.after.max.ms}, an hour by default: the broker refuses its records, and the job
 * restarts until the clock is right; nothing is lost meanwhile.
 *
 * <p><b>Messages</b> name what to change by the options of our jobs. In a job of your own, {@code
 * --name}, {@code --delivery}, {@code --transaction-timeout}, {@code --lost-transactions} and
 * {@code --allow-older-checkpoint} are components of {@link
 * io.tidemark.operators.sink.kafka.KafkaOutput}; {@code --restart-allowance} and {@code
 * --alone-check} are the times that {@link io.tidemark.operators.sink.kafka.KafkaPreflight} is
 * given; {@code --bootstrap-servers} is the client's property.
 */
@NullMarked
package io.tidemark.operators.sink.kafka;

import org.jspecify.annotations.NullMarked;
