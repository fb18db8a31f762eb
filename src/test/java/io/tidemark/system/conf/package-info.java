/**
 * Tests of {@code flink-conf}: that its profiles hold together, and that a cluster of separate
 * processes on each of them runs the fat jar as it is shipped.
 *
 * <p>{@link io.tidemark.system.conf.Reasons} wants one for each line. A profile is read by Flink's
 * own code; a key that no option of the cluster's jars has is refused, and {@link
 * io.tidemark.system.conf.Timeouts} compares what must fit together: the checkpoints, the restarts,
 * and the transactions that have to outlive both. Then {@code start-cluster} boots it as it does
 * for a user, Flink's own command line submits, saves, stops and resumes, and what a {@code
 * read_committed} reader finds is compared record for record with the {@link
 * io.tidemark.system.OrdersAtBroker answer}; the metrics of the cluster have to answer to the
 * {@link io.tidemark.system.conf.AlertRules}, labels included. Each check has a profile, or rules,
 * that are wrong, and must see it.
 */
@NullMarked
package io.tidemark.system.conf;

import org.jspecify.annotations.NullMarked;
