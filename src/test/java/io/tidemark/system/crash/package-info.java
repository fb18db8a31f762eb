/**
 * The crash matrix: a job on real processes is broken at each point at which a claim of exactly
 * once could be false, with each kind of sink, and what an outside reader sees is compared, by id,
 * with what went in.
 *
 * <p>A journal is read from Kafka, counted by key, and written through the sink under test. A fault
 * is armed, must be seen to have happened, and the job must go on to the end of the journal.
 */
@NullMarked
package io.tidemark.system.crash;

import org.jspecify.annotations.NullMarked;
