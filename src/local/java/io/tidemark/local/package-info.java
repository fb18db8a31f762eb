/**
 * The platform that a newcomer lacks, in one process: a Kafka broker, a Flink cluster with its web
 * UI, traffic, and a reader that checks what came out.
 *
 * <p>It runs the very fat jar that a cluster would get and knows of a job only what the jar says of
 * itself: {@link io.tidemark.local.JobArchive} asks it in a process of its own, {@link
 * io.tidemark.local.JobDescription} is the answer. The jar goes to the cluster as any client would
 * bring it, through {@link io.tidemark.local.FlinkRest REST}. No job and no connector may stand on
 * this class path: Flink loads {@code org.apache.flink.*} parent-first, and a connector on both
 * sides of its class loader ends in a LinkageError.
 *
 * <p>{@link io.tidemark.local.LocalRun} is the course of one run from its options to its ledger.
 * Everything that a run leaves on disk stands in one {@link io.tidemark.local.RunDirectory}, which
 * is deleted at the end unless the user asked to keep it; what the next run over a kept directory
 * has to know is the {@link io.tidemark.local.KeptRun}. How the cluster is set up is not decided
 * here but in the profile directory {@code flink-conf/local}; only paths and ports are.
 */
@NullMarked
package io.tidemark.local;

import org.jspecify.annotations.NullMarked;
