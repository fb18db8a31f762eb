/**
 * Benchmarks: ours beside Flink's own on the same input, in one run on one machine, reported as
 * ratios.
 *
 * <p>The contenders run in turn, several rounds, so that a machine that grows slower or faster
 * meets all of them; what counts is the median of the rounds' ratios. Absolute rates are printed to
 * show the order of magnitude and mean nothing on another machine.
 */
@NullMarked
package io.tidemark.bench;

import org.jspecify.annotations.NullMarked;
