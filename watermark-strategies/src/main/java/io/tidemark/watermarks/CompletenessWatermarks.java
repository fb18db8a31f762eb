package io.tidemark.watermarks;

import java.time.Duration;

/**
 * A watermark strategy that keeps a stated share of all events in their windows: of a thousand
 * events one comes behind its minute.
 *
 * <p><b>Definition.</b> An event is lost to its tumbling window when the watermark has reached the
 * window's end − 1 before it. Being behind the watermark costs nothing as long as the window is
 * open, so this asks for less delay than {@link QuantileWatermarks} does for the same share, and
 * for much less where windows are long beside the disorder. The delay that would have kept an event
 * is {@code max - window end + 1}; the strategy keeps a sketch of those and waits as long as all
 * but the rest of the events would have needed. Horizon, median, warm-up, hysteresis, worst case,
 * idleness, backpressure, restore and cost are those of {@link QuantileWatermarks}.
 *
 * <p>Completeness is measured over all events of the horizon, not window by window: a window in
 * which a burst of old events belongs may keep less, others keep more.
 *
 * @param <T> the type of the events
 */
public final class CompletenessWatermarks<T> extends TimedStrategy<T> {

    /**
     * The highest completeness that can be measured, inclusive: as {@link
     * QuantileWatermarks#SMALLEST_SHARE} says of the rest.
     */
    public static final double HIGHEST = 0.99999999;

    private static final long serialVersionUID = 1L;

    private final LearnedDelay.Settings settings;
    private final long windowMillis;

    private CompletenessWatermarks(
            LearnedDelay.Settings settings, long windowMillis, EventTimes<T> times) {
        super(times);
        this.settings = settings;
        this.windowMillis = windowMillis;
    }

    /**
     * A strategy that keeps {@code completeness} of the events in tumbling windows of the given
     * size, aligned to 1970-01-01T00:00:00Z.
     *
     * @param completeness above 0, up to {@link #HIGHEST}: 0.999
     * @param window the size of the windows, at least 1 ms; of hopping windows, their hop
     * @param atMost the longest delay; a completeness that only a longer one would reach is missed
     * @throws IllegalArgumentException if one of them is out of its range
     */
    public static <T> CompletenessWatermarks<T> keeping(
            double completeness, Duration window, Duration atMost, EventTimes<T> times) {
        if (!(completeness > 0 && completeness < 1)) {
            throw new IllegalArgumentException(
                    "completeness="
                            + completeness
                            + " is not between 0 and 1: give 0.999 to keep 99.9% of the events");
        }
        if (completeness > HIGHEST) {
            throw new IllegalArgumentException(
                    "completeness="
                            + completeness
                            + " is more than can be measured: give 0.99999999 or less");
        }
        if (Millis.isNone(window)) {
            throw new IllegalArgumentException(
                    "window="
                            + window
                            + " is below 1 ms: event time has no finer grain, give 1 ms or more");
        }
        return new CompletenessWatermarks<>(
                LearnedDelay.Settings.of(1 - completeness, atMost),
                Millis.of("window", window),
                times);
    }

    /**
     * The same strategy waiting at least {@code atLeast}.
     *
     * @throws IllegalArgumentException if it is negative or exceeds the longest delay
     */
    public CompletenessWatermarks<T> waitingAtLeast(Duration atLeast) {
        return new CompletenessWatermarks<>(settings.withFloor(atLeast), windowMillis, times());
    }

    /**
     * The same strategy measuring the latest {@code events} events of a partition.
     *
     * @throws IllegalArgumentException if too few of them would be lost to measure: less than 10 /
     *     (1 − completeness)
     */
    public CompletenessWatermarks<T> over(int events) {
        return new CompletenessWatermarks<>(settings.withHorizon(events), windowMillis, times());
    }

    @Override
    RestorableGenerator<T> begin(WatermarkMetrics metrics) {
        return new Generator<>(settings, windowMillis, times(), metrics);
    }

    @Override
    public String toString() {
        return settings + " lost to windows of " + windowMillis + " ms";
    }

    private static final class Generator<T> extends LearnedDelay.Generator<T> {

        private final long windowMillis;

        Generator(
                LearnedDelay.Settings settings,
                long windowMillis,
                EventTimes<T> times,
                WatermarkMetrics metrics) {
            super("completeness", settings, times, metrics);
            this.windowMillis = windowMillis;
        }

        @Override
        long needed(T event, long eventTime, long progressBefore) {
            long lastOfWindow =
                    eventTime + windowMillis - 1 - Math.floorMod(eventTime, windowMillis);
            return progressBefore - lastOfWindow;
        }
    }
}
