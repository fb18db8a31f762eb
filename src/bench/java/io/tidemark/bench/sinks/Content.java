package io.tidemark.bench.sinks;

/**
 * What a reader finds after a run, in a form that two runs can be compared by.
 *
 * @param rows how many
 * @param sum of a hash of each, in any order
 */
record Content(long rows, String sum) {}
