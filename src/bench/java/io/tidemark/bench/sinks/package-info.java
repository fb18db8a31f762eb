/**
 * Our sinks beside the bare connectors: the same rows to the same server, in pairs of runs whose
 * order turns round with each round, so that a machine that grows slower or faster meets both
 * alike.
 *
 * <p>What counts is the ratio of a pair's rates. Over the rounds its geometric mean is told with
 * the 95% interval of Student's t on the logarithms: below three rounds there is none worth
 * telling. After each pair the rows that both have written are compared; a pair that differs makes
 * the benchmark fail.
 */
@NullMarked
package io.tidemark.bench.sinks;

import org.jspecify.annotations.NullMarked;
