package io.tidemark.bench.sinks;

import java.time.Duration;

/**
 * What all runs have in common.
 *
 * @param rows of a run into a table
 * @param messages of a run into a topic
 * @param ids how many different rows a table with a key gets
 * @param batch rows of a batch
 * @param interval between two checkpoints
 */
record Load(long rows, long messages, long ids, int parallelism, int batch, Duration interval) {}
