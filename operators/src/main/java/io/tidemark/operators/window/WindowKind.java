package io.tidemark.operators.window;

import java.time.Duration;
import java.util.List;
import org.apache.flink.streaming.api.datastream.KeyedStream;

/**
 * The kinds of windows that an aggregation knows, each with the engine behind it.
 *
 * @param <T> the type of the events
 */
sealed interface WindowKind<T> {

    /**
     * Puts the windows into a stream.
     *
     * @throws IllegalArgumentException if these windows cannot do what the plan asks for
     */
    <K, A, R> WindowedResults<WindowResult<K, R>, T> applyTo(
            KeyedStream<T, K> events,
            Accumulators<T, A, R> aggregate,
            AggregateTypes<A, R> types,
            WindowPlan plan,
            String uid);

    /** Tumbling, hopping and calendar windows. */
    record Aligned<T>(List<AlignedWindows> windows) implements WindowKind<T> {

        @Override
        public <K, A, R> WindowedResults<WindowResult<K, R>, T> applyTo(
                KeyedStream<T, K> events,
                Accumulators<T, A, R> aggregate,
                AggregateTypes<A, R> types,
                WindowPlan plan,
                String uid) {
            AlignedEngine<K, T, A, R> engine = new AlignedEngine<>(windows, plan, aggregate);
            return plan.partsBeforeShuffle() == 0
                    ? WindowedResults.of(
                            events,
                            engine,
                            WindowResult.type(events.getKeyType(), types.result()),
                            plan,
                            uid)
                    : LocalAggregation.applyTo(
                            events,
                            new LocalAggregation<>(
                                    windows, aggregate, events.getKeySelector(), plan),
                            engine,
                            types,
                            plan,
                            uid);
        }
    }

    /** Session windows. */
    record Sessions<T>(SessionWindows<T> windows) implements WindowKind<T> {

        @Override
        public <K, A, R> WindowedResults<WindowResult<K, R>, T> applyTo(
                KeyedStream<T, K> events,
                Accumulators<T, A, R> aggregate,
                AggregateTypes<A, R> types,
                WindowPlan plan,
                String uid) {
            if (plan.sendsEmpty()) {
                throw new IllegalArgumentException(
                        "emittingEmptyFor="
                                + Duration.ofMillis(plan.emptyForMillis())
                                + " asks for empty windows, but of "
                                + windows
                                + " there are none: a session exists by its events; leave it out");
            }
            if (plan.partsBeforeShuffle() > 0) {
                throw new IllegalArgumentException(
                        "preAggregating() folds events slice by slice, but "
                                + windows
                                + " have no slices: leave it out");
            }
            return WindowedResults.of(
                    events,
                    new SessionEngine<>(windows, plan, aggregate),
                    WindowResult.type(events.getKeyType(), types.result()),
                    plan,
                    uid);
        }
    }
}
