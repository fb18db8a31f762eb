/**
 * The command line that all jobs share: the options of a job that reads from and writes to Kafka,
 * how durations are written, and how a job answers for itself.
 *
 * <p>Every job understands {@code --help}, which prints its manual, and {@code --describe}, which
 * checks the other arguments, touches no network, and prints as one JSON document what the job
 * would read and write. Whoever starts jobs for others (the local platform does) asks that first,
 * and so knows nothing of any job.
 */
@NullMarked
package io.tidemark.jobs.cli;

import org.jspecify.annotations.NullMarked;
