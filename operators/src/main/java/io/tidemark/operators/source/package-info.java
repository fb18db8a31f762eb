/**
 * Reading the log: Flink's Kafka source with checks at its start. Where Flink would skip deleted
 * offsets, stop at an old end without notice, or never end at all, the job fails with the reason or
 * does the right thing.
 *
 * <p><b>Guarantee.</b> A start from a checkpoint reads on exactly where it stopped, or fails. Flink
 * alone resumes at the log's start without a word when the offsets it wants have been deleted by
 * retention; here the job fails and names the partition and the missing range. A bounded start from
 * the savepoint of an unbounded run, which in Flink alone never ends, stops at the log's end as it
 * stood at the start.
 *
 * <p>The other way, a start without an end from the savepoint of a bounded run that had not come to
 * its own, is refused by name. Such a savepoint has the old end of each partition that was still
 * being read, where Flink alone stops in silence; and of the others nothing, so that nobody could
 * read on in them. A bounded start from it goes on to the old end.
 *
 * <p>A partition that is found on the way is read from the first record that it had when a reader
 * took it, and a checkpoint holds that offset, also before there is a record.
 *
 * <p>When a reader closes, the consumer group holds the offsets of the last completed checkpoint:
 * whoever watches lag after a stop sees the truth.
 *
 * <p><b>State.</b> That of Flink's Kafka source, byte for byte: a savepoint moves freely between
 * both. <b>Cost.</b> Nothing per event; two questions to the broker for each reader that is given
 * partitions. <b>Lateness.</b> None judged here; watermarks are generated per partition by the
 * given strategy.
 */
@NullMarked
package io.tidemark.operators.source;

import org.jspecify.annotations.NullMarked;
