/**
 * The test harness of the operators: one history, replayed under every disturbance that a cluster
 * has to offer, without a cluster.
 *
 * <p>A test builds its operator with the operator's own public API, on a {@link
 * io.tidemark.operators.testing.TestStream}, writes a {@link io.tidemark.operators.testing.History}
 * of elements, watermarks and barriers, and runs it as a {@link
 * io.tidemark.operators.testing.Replay}: on heap or RocksDB, with snapshot and restore at each
 * step, with steps that are lost and done again, with a rescale. What it gets is the {@link
 * io.tidemark.operators.testing.Outcome} that a downstream task which reads committed records only
 * would see.
 *
 * <p>At the end of every replay the input ends, and state and timers must be empty; whoever keeps
 * something on purpose says how much. Random tests take their randomness from {@link
 * io.tidemark.operators.testing.SeededRandom}, which tells the seed of a failure and accepts it.
 * That a check can fail is shown with {@link io.tidemark.operators.testing.Mutant}.
 */
@NullMarked
package io.tidemark.operators.testing;

import org.jspecify.annotations.NullMarked;
