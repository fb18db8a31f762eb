/**
 * The job {@code orders-per-minute}: how many orders a minute, and of what value, for each key, in
 * event time and effectively once.
 *
 * <p>{@link io.tidemark.jobs.ordersperminute.OrdersPerMinuteJob} starts it, {@link
 * io.tidemark.jobs.ordersperminute.OrdersPerMinuteTopology} is its data flow, {@link
 * io.tidemark.jobs.ordersperminute.OrdersPerMinuteOptions} what can be set.
 */
@NullMarked
package io.tidemark.jobs.ordersperminute;

import org.jspecify.annotations.NullMarked;
