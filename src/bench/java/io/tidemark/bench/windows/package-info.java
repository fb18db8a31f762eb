/**
 * Window aggregation measured: our windows beside Flink's WindowOperator, Flink SQL and a bare
 * keyBy → map, on the same seeded events, in one run on one machine.
 *
 * <p>A {@link WindowCase} says what is computed over which events, an {@link Engine} how. Every
 * engine reads the same endless source ({@link EventSource}) and ends in the same sink ({@link
 * RowSink}), which keeps an order-free checksum for each second of event time. The driver ({@link
 * Trials}) lets the source run until the largest window has filled, measures for some seconds and
 * cancels the job, so that no end of input is ever flushed, timed or counted. Two engines must
 * agree on each second that both had completed, by watermark, before they were cancelled; a case on
 * which they differ does not count.
 *
 * <p>What an engine is for the benchmark is one class, listed in {@link Engines}.
 */
@NullMarked
package io.tidemark.bench.windows;

import org.jspecify.annotations.NullMarked;
