package io.tidemark.watermarks;

import java.time.Duration;

/**
 * A watermark strategy that keeps the share of events behind the watermark at a target, by
 * measuring the disorder of each partition and waiting as long as that share asks for.
 *
 * <p><b>Definition.</b> The disorder of an event is how far it lies behind the highest credible
 * event time before it. Of the latest {@code horizon} events (20,000, or 20 / share if that is
 * more) a sketch of fixed size keeps the disorder; the delay is the one that all but {@code share}
 * of them would have found long enough, in three nested horizons (all, the latest quarter, the
 * latest tenth) of which the median decides. The watermark is {@code max - delay - 1} ms, in steps
 * of 1% of the delay, and never goes back.
 *
 * <p><b>Warm-up.</b> The first 100 events of a partition pass without a watermark, so that none of
 * them can be behind it. From then on the delay follows what was seen, anew after every 5% more
 * events, later after every fortieth of the horizon. But as long as event time has not run on for
 * three times the delay since the earliest of those 100 events, there is still no watermark: a log
 * that began with nothing holds no event older than itself, and what was seen of its delays is too
 * short (right truncation). So the first results of a partition come after three times the delay;
 * where older events come in from the beginning, sooner. <b>Hysteresis.</b> A delay stays as it is
 * until the measured one differs by more than 5% of it.
 *
 * <p><b>Worst case.</b> After a change, for the worse or the better, the delay has followed when a
 * quarter of the horizon and the fortieth until the next look have passed. Until then a change for
 * the worse puts about {@code share * ln(1 / share)} of a quarter of the horizon behind the
 * watermark beyond the target: 230 events at 1%, 35 at 0.1%, 750 at 5%; each further change costs
 * as many again, and a shorter horizon ({@link #over}) as many less. Never more than {@code atMost}
 * is waited, even if the target is missed: an event that is centuries old is late at any delay
 * worth having. The error of the sketch lets it wait up to 3.2% too long, never too short.
 *
 * <p><b>Idleness</b> and <b>backpressure</b> change nothing: events are counted, no clock is read.
 * <b>Restore.</b> In the source a partition begins with its warm-up again. A lateness gate keeps
 * the sketch in its state, so that its verdicts go on as if nothing had happened; let it hold the
 * watermark back, for the one of the source may be ahead of it until it has learned as much.
 *
 * <p>Cost: an addition an event, 180 kB a partition.
 *
 * @param <T> the type of the events
 */
public final class QuantileWatermarks<T> extends TimedStrategy<T> {

    /**
     * The smallest share that can be measured, inclusive: one event in a hundred million. To see
     * twenty events of a smaller one takes more events than a horizon holds.
     */
    public static final double SMALLEST_SHARE = 1e-8;

    private static final long serialVersionUID = 1L;

    private final LearnedDelay.Settings settings;

    private QuantileWatermarks(LearnedDelay.Settings settings, EventTimes<T> times) {
        super(times);
        this.settings = settings;
    }

    /**
     * A strategy that lets {@code share} of the events be behind the watermark.
     *
     * @param share from {@link #SMALLEST_SHARE}, below 1: 0.001 for one in a thousand
     * @param atMost the longest delay; a share that only a longer one would reach is missed
     * @throws IllegalArgumentException if the share is not in that range, or {@code atMost} is
     *     below 1 ms
     */
    public static <T> QuantileWatermarks<T> losing(
            double share, Duration atMost, EventTimes<T> times) {
        if (share > 0 && share < SMALLEST_SHARE) {
            throw new IllegalArgumentException(
                    "share=" + share + " is less than can be measured: give 0.00000001 or more");
        }
        return new QuantileWatermarks<>(LearnedDelay.Settings.of(share, atMost), times);
    }

    /**
     * The same strategy waiting at least {@code atLeast}.
     *
     * @throws IllegalArgumentException if it is negative or exceeds the longest delay
     */
    public QuantileWatermarks<T> waitingAtLeast(Duration atLeast) {
        return new QuantileWatermarks<>(settings.withFloor(atLeast), times());
    }

    /**
     * The same strategy measuring the latest {@code events} events of a partition: fewer follow a
     * change sooner, more chase less noise.
     *
     * @throws IllegalArgumentException if that is less than 10 / share, of which too few would be
     *     behind the watermark to measure
     */
    public QuantileWatermarks<T> over(int events) {
        return new QuantileWatermarks<>(settings.withHorizon(events), times());
    }

    @Override
    RestorableGenerator<T> begin(WatermarkMetrics metrics) {
        return new Generator<>(settings, times(), metrics);
    }

    @Override
    public String toString() {
        return settings + " behind the watermark";
    }

    private static final class Generator<T> extends LearnedDelay.Generator<T> {

        Generator(LearnedDelay.Settings settings, EventTimes<T> times, WatermarkMetrics metrics) {
            super("quantile", settings, times, metrics);
        }

        @Override
        long needed(T event, long eventTime, long progressBefore) {
            return progressBefore - eventTime;
        }
    }
}
