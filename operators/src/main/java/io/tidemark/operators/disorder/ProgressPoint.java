package io.tidemark.operators.disorder;

/**
 * How far event time had come at an arrival.
 *
 * @param arrival the latest arrival so far, epoch milliseconds, or the row number where there is no
 *     arrival clock
 * @param progress the highest credible event time so far, epoch milliseconds
 */
public record ProgressPoint(long arrival, long progress) {}
