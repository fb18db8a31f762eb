package io.tidemark.bench.windows;

/**
 * One event: a key, when it happened in milliseconds, an amount. A plain record, which Flink
 * serializes field by field, for that is what a user's stream has; a type with a serializer of its
 * own would make the pass-through, and so every engine's shuffle, several times faster.
 */
public record Event(long key, long time, long amount) {}
