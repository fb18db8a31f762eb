package io.tidemark.operators.window;

import java.time.Duration;
import java.util.List;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;

/**
 * The kinds of windows that an aggregation knows, each with the engine behind it.
 *
 * @param <T> the type of the events
 */
sealed interface WindowKind<T> {

    /**
     * The operator.
     *
     * @throws IllegalArgumentException if these windows cannot do what the plan asks for
     */
    <K, A, R> OneInputStreamOperator<T, WindowResult<K, R>> operator(
            WindowPlan plan,
            Accumulators<T, A, R> aggregate,
            KeySelector<T, K> keyOf,
            WindowOutputs<T> outputs,
            WindowSettings settings);

    /** Tumbling, hopping and calendar windows. */
    record Aligned<T>(List<AlignedWindows> windows) implements WindowKind<T> {

        @Override
        public <K, A, R> OneInputStreamOperator<T, WindowResult<K, R>> operator(
                WindowPlan plan,
                Accumulators<T, A, R> aggregate,
                KeySelector<T, K> keyOf,
                WindowOutputs<T> outputs,
                WindowSettings settings) {
            return new WindowsOperator<>(
                    new AlignedEngine<>(windows, plan, aggregate), keyOf, outputs, settings);
        }
    }

    /** Session windows. */
    record Sessions<T>(SessionWindows<T> windows) implements WindowKind<T> {

        @Override
        public <K, A, R> OneInputStreamOperator<T, WindowResult<K, R>> operator(
                WindowPlan plan,
                Accumulators<T, A, R> aggregate,
                KeySelector<T, K> keyOf,
                WindowOutputs<T> outputs,
                WindowSettings settings) {
            if (plan.sendsEmpty()) {
                throw new IllegalArgumentException(
                        "emittingEmptyFor="
                                + Duration.ofMillis(plan.emptyForMillis())
                                + " asks for empty windows, but of "
                                + windows
                                + " there are none: a session exists by its events; leave it out");
            }
            return new WindowsOperator<>(
                    new SessionEngine<>(windows, plan, aggregate), keyOf, outputs, settings);
        }
    }
}
