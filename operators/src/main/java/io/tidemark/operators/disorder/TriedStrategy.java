package io.tidemark.operators.disorder;

import java.io.Serializable;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;

/**
 * A watermark strategy that a study runs the same events against.
 *
 * @param name a short name that tells it from the others
 * @param java the line that builds it
 * @param strategy the strategy; its generators must be able to write their state ({@link
 *     org.apache.flink.core.io.IOReadableWritable})
 */
public record TriedStrategy(String name, String java, WatermarkStrategy<Arrival> strategy)
        implements Serializable {}
