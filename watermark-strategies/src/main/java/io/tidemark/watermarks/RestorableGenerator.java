package io.tidemark.watermarks;

import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.core.io.IOReadableWritable;

/**
 * A watermark generator that is a pure state machine: events in, watermarks out, and a state that
 * can be written into a checkpoint.
 *
 * <p>What {@link #onEvent onEvent} emits is a function of the events before it and of nothing else:
 * no clock, no tick, no other partition. A generator that read the state which another one wrote
 * goes on exactly as that one would have. {@link #onPeriodicEmit onPeriodicEmit} repeats the last
 * watermark, so that a partition that fell idle counts again when it wakes.
 *
 * <p>That is why one strategy can live in two homes: inside the source, where Flink starts it anew
 * after a crash, and in a lateness gate, which keeps its state with the checkpoints.
 *
 * @param <T> the type of the events
 */
public interface RestorableGenerator<T> extends WatermarkGenerator<T>, IOReadableWritable {}
