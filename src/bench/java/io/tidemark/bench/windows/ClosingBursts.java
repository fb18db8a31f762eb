package io.tidemark.bench.windows;

import java.time.Duration;

/**
 * One event of each key within a window, again and again: the first event of a burst lies so far
 * ahead that it closes the window of the burst before, with all its keys at once.
 *
 * @param window the size of the tumbling window; every other window stays empty
 */
record ClosingBursts(int keys, Duration window) implements EventPattern {

    @Override
    public void open() {}

    @Override
    public Event event(long index) {
        long within = index % keys;
        long time = burstStart(index / keys) + within * (window.toMillis() - 1) / (keys - 1);
        return new Event(within, time, Mixing.mix(index) & 1023);
    }

    /** The time of a burst's first event. */
    long burstStart(long burst) {
        return START + 2 * burst * window.toMillis();
    }

    /** The time of a burst's last event, which is its newest. */
    long burstEnd(long burst) {
        return burstStart(burst) + window.toMillis() - 1;
    }
}
