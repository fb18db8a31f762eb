/**
 * Aggregates: ready-made folds of events into one result, for Tidemark's windows and for Flink's.
 */
@NullMarked
package io.tidemark.operators.aggregate;

import org.jspecify.annotations.NullMarked;
