/**
 * Windows: aggregates over event-time windows.
 *
 * <p><b>Guarantee.</b> What is here are aggregates for Flink's own window operator, exact and
 * mergeable: neither the order of the events nor the way in which partial results are merged
 * changes a result.
 *
 * <p><b>State.</b> One accumulator a key and window, in the window operator; of fixed size, but for
 * the digits of a sum. <b>Cost.</b> One addition an event, and what Flink's window operator takes:
 * one read and one write of the accumulator.
 *
 * <p><b>Lateness.</b> None is judged here. An event that the gate let pass within the allowed
 * lateness brings its window's row once more, whole, and marks it as an update. <b>Restore.</b>
 * Accumulators and the windows' timers go on where the checkpoint was cut.
 */
@NullMarked
package io.tidemark.operators.window;

import org.jspecify.annotations.NullMarked;
