package io.tidemark.bench.windows;

import org.jspecify.annotations.Nullable;

/**
 * What the command line says about the events.
 *
 * @param keys replaces the usual number of keys, where a case has no number of its own; null leaves
 *     it
 */
record Inputs(long seed, long disorderMillis, @Nullable Integer keys) {}
