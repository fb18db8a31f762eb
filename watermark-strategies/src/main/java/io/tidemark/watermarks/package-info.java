/**
 * Watermark strategies: how long a stream waits for events that are on their way, chosen and
 * stated.
 *
 * <p>A strategy is defined once, as a pure rule (event time in, watermark out), and lives in two
 * homes: the {@link org.apache.flink.api.common.eventtime.WatermarkGenerator generator} of each
 * partition inside the source, and the lateness gate behind it, which keeps the same progress in
 * checkpointed state. Both ask the same rule, so that watermark and verdict cannot disagree.
 *
 * <p>Two rules hold for every strategy here. A watermark is emitted on the very event that moves
 * it, so that the speed of a replay decides nothing; the periodic tick only repeats the last one.
 * And none reads a clock when an event comes: what "now" is, the events and the log say. The one
 * strategy that uses a clock at all, {@link io.tidemark.watermarks.IdleAdvancingWatermarks}, does
 * so between events only, at the periodic tick, and says what that costs.
 *
 * <p>{@link io.tidemark.watermarks.BoundedWatermarks}, {@link
 * io.tidemark.watermarks.QuantileWatermarks}, {@link
 * io.tidemark.watermarks.CompletenessWatermarks}, {@link io.tidemark.watermarks.PerKeyWatermarks}
 * and {@link io.tidemark.watermarks.PunctuatedWatermarks} say how long to wait; the others wrap any
 * strategy, and each other: {@link io.tidemark.watermarks.CappedWatermarks}, {@link
 * io.tidemark.watermarks.IdleAdvancingWatermarks}, {@link
 * io.tidemark.watermarks.AlignedWatermarks}. {@link io.tidemark.watermarks.EventTimeHygiene} stands
 * before all of them: what it refuses is no event, and leaves for the dead letters of the operators
 * before a strategy sees it ({@link io.tidemark.watermarks.EventTimeHygiene#millisOrThrow}).
 */
@NullMarked
package io.tidemark.watermarks;

import org.jspecify.annotations.NullMarked;
