/**
 * Deduplication: of the events that carry one identifier, the first is admitted and its repeats are
 * counted.
 *
 * <p><b>Guarantee.</b> An event is a duplicate if an event of the same identifier was admitted
 * whose event time lies within the horizon of its own, before or after, bounds included. Event time
 * alone decides: however slowly or fast the log is read, the same events are duplicates, as long as
 * the copies of one identifier share a partition. (Copies that are spread over partitions meet in
 * the order in which the partitions happen to be read: if all of them lie within one horizon, one
 * is admitted, and which of them it is may differ from run to run; otherwise also how many.)
 *
 * <p><b>State.</b> One map entry an admitted event, identifier → event time, in maps of one slot
 * (of 4,096) and one stretch of event time (as long as the horizon); one timer a map. A map is
 * dropped by the watermark when no event that counts can be a repeat of anything in it: an entry is
 * kept for at least horizon + slack behind the watermark and at most one horizon longer, where the
 * slack is window size + allowed lateness: an event that lies slack or more behind the watermark is
 * late and counts no more. Nothing is left once the watermark has passed.
 *
 * <p><b>Cost.</b> One look-up an event, two or three near the edge of a stretch; one write an
 * admitted event; one shuffle by slot.
 *
 * <p><b>Lateness.</b> Events that the gate found late do not come here. <b>Restore.</b> State and
 * timers go on where the checkpoint was cut.
 */
@NullMarked
package io.tidemark.operators.dedup;

import org.jspecify.annotations.NullMarked;
