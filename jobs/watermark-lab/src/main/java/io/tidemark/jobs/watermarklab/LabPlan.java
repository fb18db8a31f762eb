package io.tidemark.jobs.watermarklab;

import io.tidemark.operators.disorder.Arrival;
import io.tidemark.operators.disorder.DelayGrid;
import io.tidemark.operators.disorder.StudyPlan;
import io.tidemark.operators.disorder.TriedStrategy;
import io.tidemark.watermarks.CappedWatermarks;
import io.tidemark.watermarks.CompletenessWatermarks;
import io.tidemark.watermarks.EventTimes;
import io.tidemark.watermarks.FutureGuard;
import io.tidemark.watermarks.KeyOf;
import io.tidemark.watermarks.PerKeyWatermarks;
import io.tidemark.watermarks.QuantileWatermarks;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/** What the lab counts and tries, made of its options. */
final class LabPlan {

    /** How the names of the strategies begin that wait for the slowest key. */
    static final String PER_KEY = "per key ";

    private static final List<Duration> PER_KEY_DELAYS =
            List.of(
                    Duration.ofSeconds(1),
                    Duration.ofMinutes(1),
                    Duration.ofHours(1),
                    Duration.ofDays(1));

    private static final int CAP_WINDOWS = 10;
    private static final Duration LONGEST_CAP = Duration.ofDays(36_500);

    private LabPlan() {}

    /** What is counted. */
    static StudyPlan study(WatermarkLabOptions options) {
        StudyPlan plan =
                StudyPlan.of(options.windows().toArray(Duration[]::new))
                        .counting(
                                DelayGrid.standard()
                                        .with(options.delays().toArray(Duration[]::new)));
        return options.input().hasArrivalClock()
                ? plan.believingUpTo(options.maxAhead())
                : plan.withoutArrivalClock().guardedBy(new NeighbourGuard(options.maxAhead()));
    }

    /** The strategies that have to be run to be known; of those per key one is worth a look. */
    static List<TriedStrategy> strategies(WatermarkLabOptions options) {
        EventTimes<Arrival> times = times(options);
        Duration window = options.windows().get(0);
        // Not 1 - completeness in binary: the line to paste has the decimal, and so must the trial.
        BigDecimal lost = BigDecimal.ONE.subtract(BigDecimal.valueOf(options.completeness()));
        double share = lost.doubleValue();
        QuantileWatermarks<Arrival> quantile =
                QuantileWatermarks.losing(share, options.longest(), times);
        List<TriedStrategy> tried = new ArrayList<>();
        tried.add(
                new TriedStrategy(
                        "quantile " + Text.percent(share),
                        JavaLine.quantile(lost, options),
                        quantile));
        tried.add(
                new TriedStrategy(
                        "completeness "
                                + Text.percent(options.completeness())
                                + " of "
                                + Text.setting(window.toMillis()),
                        JavaLine.completeness(options),
                        CompletenessWatermarks.keeping(
                                options.completeness(), window, options.longest(), times)));
        if (options.input().hasArrivalClock()) {
            Duration cap = cap(options);
            tried.add(
                    new TriedStrategy(
                            "quantile "
                                    + Text.percent(share)
                                    + ", at most "
                                    + Text.setting(cap.toMillis())
                                    + " behind arrival",
                            JavaLine.capped(cap, lost, options),
                            CappedWatermarks.of(quantile, cap, Arrival::arrival)));
        }
        if (!options.input().fields().key().isEmpty()) {
            for (Duration delay : PER_KEY_DELAYS) {
                tried.add(
                        new TriedStrategy(
                                PER_KEY + Text.setting(delay.toMillis()),
                                JavaLine.perKey(delay, options),
                                PerKeyWatermarks.of(
                                        arrival -> KeyOf.hash(keyOf(arrival)), delay, times)));
            }
        }
        return tried;
    }

    private static String keyOf(Arrival arrival) {
        return Objects.requireNonNull(
                arrival.key(), "events have keys where a field for them is named");
    }

    /** Some windows' time behind arrival: who caps wants results, not the last straggler. */
    private static Duration cap(WatermarkLabOptions options) {
        Duration longest = Collections.max(options.windows());
        return longest.compareTo(LONGEST_CAP.dividedBy(CAP_WINDOWS)) > 0
                ? LONGEST_CAP
                : longest.multipliedBy(CAP_WINDOWS);
    }

    private static EventTimes<Arrival> times(WatermarkLabOptions options) {
        EventTimes<Arrival> byRows = EventTimes.of(Arrival::eventTime);
        return options.input().hasArrivalClock()
                ? byRows.loggedAt(Arrival::arrival)
                        .guardedBy(FutureGuard.byLogTime(options.maxAhead()))
                : byRows.guardedBy(FutureGuard.byNeighbours(options.maxAhead()));
    }
}
