package io.tidemark.operators.testing;

/**
 * One thing that an operator meets.
 *
 * @param <T> the type of the elements
 */
public sealed interface Step<T> {

    /**
     * An element.
     *
     * @param value the element itself
     * @param timestamp its Flink timestamp, epoch milliseconds
     */
    record Element<T>(T value, long timestamp) implements Step<T> {}

    /**
     * A watermark, which reaches every subtask.
     *
     * @param time no element at or before it is still expected, epoch milliseconds
     */
    record Mark<T>(long time) implements Step<T> {}

    /**
     * The clock of every subtask moves on.
     *
     * @param time what it shows, epoch milliseconds
     */
    record Clock<T>(long time) implements Step<T> {}

    /** A checkpoint barrier, which reaches every subtask and whose checkpoint completes. */
    record Barrier<T>() implements Step<T> {}
}
