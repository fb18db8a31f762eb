/**
 * Windows: aggregates over event-time windows.
 *
 * <p>What is here are aggregates for Flink's own window operator: exact, mergeable, with a state of
 * fixed size a key and window.
 */
@NullMarked
package io.tidemark.operators.window;

import org.jspecify.annotations.NullMarked;
