/**
 * Deduplication: of the events that carry one identifier, the first is admitted and its repeats are
 * counted.
 *
 * <p><b>Guarantee.</b> An event is a duplicate if an event of the same identifier was admitted
 * whose event time lies within the horizon of its own, before or after, bounds included. Event time
 * alone decides: however slowly or fast the log is read, the same events are duplicates, as long as
 * the copies of one identifier share a partition. (Copies that are spread over partitions meet in
 * the order in which the partitions happen to be read: how many are admitted is still the same,
 * which of them is not.)
 *
 * <p><b>State.</b> A {@code long[]} of the admitted event times an identifier, nearly always one,
 * and one timer. It is cleared by the watermark, at event time + horizon + slack, where an event
 * that lies slack or more behind the watermark is late and counts no more: window size + allowed
 * lateness. Nothing is left once the watermark has passed.
 *
 * <p><b>Cost.</b> One state read an event; one write and one timer an admitted event; one shuffle
 * by identifier.
 *
 * <p><b>Lateness.</b> Events that the gate found late do not come here. <b>Restore.</b> State and
 * timers go on where the checkpoint was cut.
 */
@NullMarked
package io.tidemark.operators.dedup;

import org.jspecify.annotations.NullMarked;
