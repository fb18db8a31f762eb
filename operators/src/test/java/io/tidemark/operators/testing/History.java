package io.tidemark.operators.testing;

import java.util.ArrayList;
import java.util.List;

/**
 * What an operator meets, step by step, before its input ends.
 *
 * @param steps the steps in their order; the end of the input, with its last watermark, follows by
 *     itself
 * @param <T> the type of the elements
 */
public record History<T>(List<Step<T>> steps) {

    /** A history to be written step by step. */
    public static <T> History<T> empty() {
        return new History<>(new ArrayList<>());
    }

    /** Adds an element with its Flink timestamp. */
    public History<T> element(T value, long timestamp) {
        steps.add(new Step.Element<>(value, timestamp));
        return this;
    }

    /** Adds a watermark. */
    public History<T> watermark(long time) {
        steps.add(new Step.Mark<>(time));
        return this;
    }

    /** Lets the clock move on, to epoch milliseconds; it stands at 0 at the start. */
    public History<T> clock(long time) {
        steps.add(new Step.Clock<>(time));
        return this;
    }

    /** Adds a checkpoint barrier. */
    public History<T> barrier() {
        steps.add(new Step.Barrier<>());
        return this;
    }

    /** The elements alone. */
    public List<T> elements() {
        List<T> elements = new ArrayList<>();
        for (Step<T> step : steps) {
            if (step instanceof Step.Element<T> element) {
                elements.add(element.value());
            }
        }
        return elements;
    }
}
