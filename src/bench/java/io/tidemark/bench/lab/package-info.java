/**
 * What measuring costs: the watermark strategies beside Flink's own in a pipeline that does nothing
 * else, and the lab beside reading the same file.
 */
@NullMarked
package io.tidemark.bench.lab;

import org.jspecify.annotations.NullMarked;
