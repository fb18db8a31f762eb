package io.tidemark.jobs.watermarklab;

import io.tidemark.operators.disorder.Arrival;
import io.tidemark.operators.disorder.DelayGrid;
import io.tidemark.operators.disorder.StudyPlan;
import io.tidemark.operators.disorder.TriedStrategy;
import io.tidemark.watermarks.CompletenessWatermarks;
import io.tidemark.watermarks.EventTimes;
import io.tidemark.watermarks.FutureGuard;
import io.tidemark.watermarks.QuantileWatermarks;
import java.time.Duration;
import java.util.List;

/** What the lab counts and tries, made of its options. */
final class LabPlan {

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

    /** The strategies that learn, and so have to be run to be known. */
    static List<TriedStrategy> strategies(WatermarkLabOptions options) {
        EventTimes<Arrival> times = times(options);
        Duration window = options.windows().get(0);
        double share = 1 - options.completeness();
        return List.of(
                new TriedStrategy(
                        "quantile " + Text.percent(share),
                        JavaLine.quantile(share, options),
                        QuantileWatermarks.losing(share, options.longest(), times)),
                new TriedStrategy(
                        "completeness "
                                + Text.percent(options.completeness())
                                + " of "
                                + Text.duration(window.toMillis()),
                        JavaLine.completeness(options),
                        CompletenessWatermarks.keeping(
                                options.completeness(), window, options.longest(), times)));
    }

    private static EventTimes<Arrival> times(WatermarkLabOptions options) {
        EventTimes<Arrival> byRows = EventTimes.of(Arrival::eventTime);
        return options.input().hasArrivalClock()
                ? byRows.loggedAt(Arrival::arrival)
                        .guardedBy(FutureGuard.byLogTime(options.maxAhead()))
                : byRows.guardedBy(FutureGuard.byNeighbours(options.maxAhead()));
    }
}
