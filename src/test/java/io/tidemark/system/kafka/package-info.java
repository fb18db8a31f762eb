/**
 * Tests of the transactional Kafka sink against a real broker: what it does when a commit is
 * refused, when a job starts again, and what is refused before it starts.
 *
 * <p>Where the moment of a crash matters to the step, writer and committer run in harnesses that
 * are told when to snapshot, commit and die; where it does not, whole jobs run on the cluster.
 */
@NullMarked
package io.tidemark.system.kafka;

import org.jspecify.annotations.NullMarked;
