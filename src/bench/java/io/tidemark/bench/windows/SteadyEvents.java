package io.tidemark.bench.windows;

/**
 * An even flow: first a fill of its own density, then the case's, each event up to the disorder
 * behind the newest. The fill may be thinner than the rest, where a window is so long that as many
 * events as it holds take minutes, but what it keeps (a pane a hop and key) is there much earlier.
 */
record SteadyEvents(
        long seed,
        KeyChoice keys,
        long disorderMillis,
        long fillEvents,
        int fillEventsPerMilli,
        int eventsPerMilli)
        implements EventPattern {

    @Override
    public void open() {
        keys.open();
    }

    @Override
    public Event event(long index) {
        long first = Mixing.mix(seed ^ Mixing.mix(index));
        long second = Mixing.mix(first);
        long time = newest(index) - (second >>> 1) % (disorderMillis + 1);
        return new Event(keys.key(first), time, (first ^ second) & 1023);
    }

    private long newest(long index) {
        return index < fillEvents
                ? START + index / fillEventsPerMilli
                : START + fillEvents / fillEventsPerMilli + (index - fillEvents) / eventsPerMilli;
    }

    /** How many events there are up to the one that is the first as new as the given time. */
    long eventsUntil(long newest) {
        long fillMillis = fillEvents / fillEventsPerMilli;
        long millis = Math.max(0, newest - START);
        return millis < fillMillis
                ? millis * fillEventsPerMilli
                : fillEvents + (millis - fillMillis) * eventsPerMilli;
    }
}
