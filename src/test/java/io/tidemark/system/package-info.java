/**
 * Tests of the whole system on the real parts, and of the rules that hold the house together.
 *
 * <p>One Kafka broker and one Flink cluster with several TaskManagers run in the process and serve
 * all classes; each test has topics, a consumer group and transactions of its own. A test feeds a
 * history whose truth it knows, runs the very wiring that the fat jar runs, does something bad to
 * it on the way, and compares what a {@code read_committed} reader finds with an exact reference
 * model, record for record.
 *
 * <p>Nothing is timed. A {@link io.tidemark.system.Valve} in the source says how far a run may go,
 * and whether a fault it was told to throw really was thrown; checkpoints are asked for when they
 * matter. A test whose fault did not fire is inconclusive and fails.
 */
@NullMarked
package io.tidemark.system;

import org.jspecify.annotations.NullMarked;
