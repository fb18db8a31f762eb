/**
 * Writing to the outside, effectively once: what leaves a job is seen once by whoever reads it,
 * whatever crashed in between.
 *
 * <p>Each kind of outside has a room of its own, which says what it guarantees, what it costs and
 * what it does not cover: {@code kafka} for topics, {@code jdbc} for tables.
 */
@NullMarked
package io.tidemark.operators.sink;

import org.jspecify.annotations.NullMarked;
