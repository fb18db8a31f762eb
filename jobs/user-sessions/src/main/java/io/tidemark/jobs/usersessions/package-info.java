/**
 * The job {@code user-sessions}: when each user came and went, and what was ordered meanwhile, in
 * event time and effectively once.
 *
 * <p>{@link io.tidemark.jobs.usersessions.UserSessionsJob} starts it, {@link
 * io.tidemark.jobs.usersessions.UserSessionsTopology} is its data flow, {@link
 * io.tidemark.jobs.usersessions.UserSessionsOptions} what can be set.
 *
 * <p><b>The ledger.</b> Each order is in one session, and a session that grew takes back the row
 * that it had sent: the sum of the counts over the rows that stand is the number of orders on time.
 */
@NullMarked
package io.tidemark.jobs.usersessions;

import org.jspecify.annotations.NullMarked;
