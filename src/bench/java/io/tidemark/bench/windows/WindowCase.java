package io.tidemark.bench.windows;

import java.util.List;
import java.util.Set;

/**
 * What an engine is asked to compute, over which events, and what ours has to reach.
 *
 * @param name the case's name in the table, in the figures and on the command line
 * @param kind its windows
 * @param keys how the events are spread over keys
 * @param ownKeys whether the number of keys makes the case, so that no option changes it
 * @param fillEventsPerMilli events a millisecond of event time until the largest window has filled
 * @param parallelism of the whole job
 * @param shape what is measured
 * @param cachedKeys how many keys an engine that caches keys is to hold; 0 leaves it to the engine
 * @param preAggregates whether an engine that can aggregates before the shuffle
 * @param backends where it is measured
 * @param engines which engines it is for
 * @param leftOutWhenQuick the engines that a quick run has no time for
 * @param targets what our engine has to reach
 */
record WindowCase(
        String name,
        WindowKind kind,
        KeyChoice keys,
        boolean ownKeys,
        int fillEventsPerMilli,
        int parallelism,
        Shape shape,
        int cachedKeys,
        boolean preAggregates,
        Set<Backend> backends,
        List<String> engines,
        Set<String> leftOutWhenQuick,
        List<Target> targets) {

    static final int EVENTS_PER_MILLI = 10;

    enum Shape {
        /** Events a second, once the largest window has filled. */
        SPEED,
        /** How long all keys' windows take to close at one watermark. */
        CLOSING
    }

    EventPattern events(Inputs inputs) {
        if (shape == Shape.CLOSING) {
            return bursts();
        }
        return steady(inputs);
    }

    SteadyEvents steady(Inputs inputs) {
        return new SteadyEvents(
                inputs.seed(),
                chosen(inputs),
                inputs.disorderMillis(),
                fillEvents(inputs),
                fillEventsPerMilli,
                EVENTS_PER_MILLI);
    }

    ClosingBursts bursts() {
        return new ClosingBursts(keys.keys(), kind.fill());
    }

    /** Whether the fill has fewer events, and so more results an event, than what follows. */
    boolean fillsThinly() {
        return fillEventsPerMilli < EVENTS_PER_MILLI;
    }

    /** The events until the first full window has closed; the last second is for the watermark. */
    long fillEvents(Inputs inputs) {
        return (kind.fill().toMillis() + inputs.disorderMillis() + 1000) * fillEventsPerMilli;
    }

    private KeyChoice chosen(Inputs inputs) {
        Integer asked = inputs.keys();
        return asked == null || ownKeys ? keys : new KeyChoice.Uniform(asked);
    }
}
