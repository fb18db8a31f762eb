/**
 * The job {@code rolling-spend}: each order with what its customer has spent in the last minutes,
 * as of that order, in event time and effectively once.
 *
 * <p>{@link io.tidemark.jobs.rollingspend.RollingSpendJob} starts it, {@link
 * io.tidemark.jobs.rollingspend.RollingSpendTopology} is its data flow, {@link
 * io.tidemark.jobs.rollingspend.RollingSpendOptions} what can be set.
 *
 * <p><b>The ledger.</b> Each order on time has one row: the number of different message keys is the
 * number of orders on time. A message key is id and time, because ids may come again beyond the
 * horizon of the deduplication.
 */
@NullMarked
package io.tidemark.jobs.rollingspend;

import org.jspecify.annotations.NullMarked;
