/**
 * A tool that finds and aborts the Kafka transactions that a cancelled job left open.
 *
 * <p>It is no Flink job: it runs where it is started, asks the broker and the file system with the
 * checkpoints, and ends. What a retained checkpoint still owns it leaves alone, and it does nothing
 * while a job of that name is alive.
 */
@NullMarked
package io.tidemark.jobs.sweeptransactions;

import org.jspecify.annotations.NullMarked;
