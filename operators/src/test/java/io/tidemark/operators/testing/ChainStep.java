package io.tidemark.operators.testing;

/**
 * One thing that happens to two operators, one behind the other. The first has several inputs, a
 * subtask each; where a step names an input that is not there, the numbers start again from zero.
 *
 * @param <T> the type of the elements
 */
public sealed interface ChainStep<T> {

    /** An element at one of the inputs, with its Flink timestamp. */
    record Element<T>(int input, T value, long timestamp) implements ChainStep<T> {}

    /** A watermark of one of the inputs. */
    record Mark<T>(int input, long time) implements ChainStep<T> {}

    /** One of the inputs has nothing more to say for now, or has again. */
    record Status<T>(int input, boolean idle) implements ChainStep<T> {}

    /** The clock of all subtasks moves on, to epoch milliseconds; it stands at 0 at the start. */
    record Clock<T>(long time) implements ChainStep<T> {}

    /** A checkpoint barrier at all inputs, whose checkpoint completes. */
    record Barrier<T>() implements ChainStep<T> {}

    /**
     * A checkpoint and a restore from it.
     *
     * @param inputs how many inputs there are from here on
     * @param subtasks how many subtasks the second operator has from here on
     * @param lostSteps how many steps are done before the restore, lost, and done again
     */
    record Restore<T>(int inputs, int subtasks, int lostSteps) implements ChainStep<T> {}
}
