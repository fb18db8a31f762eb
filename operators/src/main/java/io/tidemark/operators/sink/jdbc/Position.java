package io.tidemark.operators.sink.jdbc;

/**
 * Where in the input a row came from: a place that a replay gives it again.
 *
 * @param partition the part of the input, such as topic and partition
 * @param offset how far in that part; it only grows
 */
public record Position(String partition, long offset) {}
