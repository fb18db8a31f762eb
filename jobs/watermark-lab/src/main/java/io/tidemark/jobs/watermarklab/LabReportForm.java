package io.tidemark.jobs.watermarklab;

import io.tidemark.operators.disorder.Completeness;
import io.tidemark.operators.disorder.DelayFindings;
import io.tidemark.operators.disorder.DelayGrid;
import io.tidemark.operators.disorder.Recommendation;
import io.tidemark.operators.disorder.RightTruncation;
import io.tidemark.operators.disorder.StudyFindings;
import io.tidemark.operators.disorder.StudyPlan;
import io.tidemark.operators.disorder.TrialFindings;
import io.tidemark.operators.disorder.TriedStrategy;
import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The report as a form that findings are filled into.
 *
 * @param options what was asked
 * @param plan what was counted
 * @param tried the strategies that were run
 */
record LabReportForm(WatermarkLabOptions options, StudyPlan plan, List<TriedStrategy> tried)
        implements Serializable {

    private static final double[] SHARES = {0.9, 0.99, 0.999, 0.9999};
    private static final int FEWEST_DELAYS = 24;
    private static final int DELAYS_BEHIND = 8;

    static LabReportForm of(WatermarkLabOptions options) {
        return new LabReportForm(options, LabPlan.study(options), LabPlan.strategies(options));
    }

    /**
     * The report.
     *
     * @param madeAt now, epoch milliseconds
     */
    LabReport fill(StudyFindings found, long madeAt) {
        DelayFindings delays = found.delays();
        boolean any = delays.events() > 0;
        Recommendation answer = delays.recommend(options.completeness());
        EventTables events = new EventTables(plan);
        return new LabReport(
                LabReport.FORMAT,
                source(delays),
                madeAt,
                new LabReport.Events(
                        found.in(), delays.events(), ahead(delays), found.rejectedCounts()),
                any ? span(delays) : null,
                any && plan.arrivalClock() ? lag(delays) : null,
                any ? disorder(delays) : null,
                windows(),
                delays(delays, shown(delays, answer.index())),
                any ? reaching(delays) : List.of(),
                any ? recommendation(answer) : null,
                any ? truncation(delays) : null,
                warnings(found, answer),
                events.partitions(delays, answer.index()),
                EventTables.worstKeys(delays, answer.index()),
                events.dots(delays, shown(delays, answer.index())),
                EventTables.progress(delays),
                any ? strategies(found, answer.index()) : List.of());
    }

    /** By row order, whoever is ahead may only be the first behind a silence. */
    private long ahead(DelayFindings delays) {
        return plan.arrivalClock() ? delays.ahead() : 0;
    }

    private List<LabReport.Warning> warnings(StudyFindings found, Recommendation answer) {
        List<LabReport.Warning> all = new ArrayList<>(RowWarnings.of(found, options.input()));
        answer.warnings()
                .forEach(one -> all.add(new LabReport.Warning(one.code().id(), one.text())));
        return all;
    }

    private LabReport.Source source(DelayFindings delays) {
        TraceFields fields = options.input().fields();
        return new LabReport.Source(
                options.input().name(),
                fields.event(),
                options.input().arrival(),
                (int) delays.partitions().stream().filter(one -> one.events() > 0).count());
    }

    private LabReport.Span span(DelayFindings delays) {
        boolean clock = plan.arrivalClock();
        return new LabReport.Span(
                delays.firstEvent(),
                delays.lastEvent(),
                clock ? (Long) delays.firstArrival() : null,
                clock ? (Long) delays.lastArrival() : null);
    }

    private static LabReport.Lag lag(DelayFindings delays) {
        return new LabReport.Lag(
                delays.lag(0.5),
                delays.lag(0.9),
                delays.lag(0.95),
                delays.lag(0.99),
                delays.lag(0.999),
                delays.lag(1),
                delays.negativeLags());
    }

    private static LabReport.Disorder disorder(DelayFindings delays) {
        return new LabReport.Disorder(
                delays.disorder(0.5),
                delays.disorder(0.9),
                delays.disorder(0.95),
                delays.disorder(0.99),
                delays.disorder(0.999),
                delays.disorder(1),
                delays.outOfOrder());
    }

    private List<LabReport.Window> windows() {
        return plan.windows().stream()
                .map(Duration::toMillis)
                .map(size -> new LabReport.Window(Text.setting(size), size))
                .toList();
    }

    /** How many delays are worth a look: to a little behind the last that buys anything. */
    private int shown(DelayFindings delays, int recommended) {
        long[] behind = delays.behind();
        int last = behind.length - 1;
        while (last > recommended && behind[last - 1] == behind[behind.length - 1]) {
            last--;
        }
        return Math.min(behind.length, Math.max(FEWEST_DELAYS, last + DELAYS_BEHIND));
    }

    private LabReport.Delays delays(DelayFindings delays, int shown) {
        DelayGrid grid = plan.delays();
        return new LabReport.Delays(
                listed(grid.delaysMillis(), shown),
                listed(grid.stepsMillis(), shown),
                listed(delays.behind(), shown),
                ofWindows(window -> listed(delays.lost(window), shown)),
                ofWindows(window -> measured(delay -> delays.meanWait(window, delay), shown)),
                ofWindows(window -> measured(delay -> delays.meanOpen(window, delay), shown)));
    }

    private static List<@Nullable Double> measured(IntToDoubleFunction ofDelay, int shown) {
        List<@Nullable Double> column = new ArrayList<>();
        for (int delay = 0; delay < shown; delay++) {
            double value = ofDelay.applyAsDouble(delay);
            column.add(Double.isNaN(value) ? null : (Double) (Math.round(value * 100) / 100.0));
        }
        return column;
    }

    private <V extends @Nullable Object> List<V> ofWindows(IntFunction<V> ofWindow) {
        List<V> columns = new ArrayList<>();
        for (int window = 0; window < plan.windows().size(); window++) {
            columns.add(ofWindow.apply(window));
        }
        return columns;
    }

    private static List<Long> listed(long[] numbers, int first) {
        return Arrays.stream(numbers).limit(first).boxed().toList();
    }

    private List<LabReport.Reaching> reaching(DelayFindings delays) {
        List<LabReport.Reaching> rows = new ArrayList<>();
        for (double share : SHARES) {
            Completeness reached = Completeness.of(delays, share);
            rows.add(
                    new LabReport.Reaching(
                            share,
                            delayAt(reached.inTime()),
                            delayAt(reached.inTimeCorrected()),
                            ofWindows(window -> delayAt(reached.kept(window))),
                            ofWindows(window -> delayAt(reached.keptCorrected(window)))));
        }
        return rows;
    }

    private @Nullable Long delayAt(OptionalInt index) {
        return index.isPresent() ? (Long) plan.delays().delayMillis(index.getAsInt()) : null;
    }

    private LabReport.Recommendation recommendation(Recommendation answer) {
        return new LabReport.Recommendation(
                answer.delay().toMillis(),
                answer.index(),
                answer.window(),
                answer.asked(),
                answer.completeness(),
                answer.reason(),
                JavaLine.bounded(answer.delay().toMillis(), options));
    }

    private LabReport.Truncation truncation(DelayFindings delays) {
        RightTruncation lag = delays.lagTruncation();
        RightTruncation disorder = delays.disorderTruncation();
        OptionalDouble unseen = (plan.arrivalClock() ? lag : disorder).unseenShare();
        return new LabReport.Truncation(
                RightTruncation.METHOD,
                plan.arrivalClock() ? corrected(lag) : null,
                corrected(disorder),
                unseen.isPresent() ? (Double) unseen.getAsDouble() : null);
    }

    private static LabReport.Corrected corrected(RightTruncation hidden) {
        return new LabReport.Corrected(
                new LabReport.Quantiles(
                        hidden.naive(0.5),
                        hidden.naive(0.9),
                        hidden.naive(0.95),
                        hidden.naive(0.99)),
                new LabReport.Estimates(
                        told(hidden.corrected(0.5)),
                        told(hidden.corrected(0.9)),
                        told(hidden.corrected(0.95)),
                        told(hidden.corrected(0.99))));
    }

    private static @Nullable Long told(OptionalLong estimate) {
        return estimate.isPresent() ? (Long) estimate.getAsLong() : null;
    }

    private List<LabReport.Strategy> strategies(StudyFindings found, int recommended) {
        List<LabReport.Strategy> rows = new ArrayList<>();
        rows.add(bounded(found.delays(), recommended));
        for (int i : worthShowing(found)) {
            TrialFindings trial = found.trials().get(i);
            rows.add(
                    new LabReport.Strategy(
                            tried.get(i).name(),
                            tried.get(i).java(),
                            trial.behind(),
                            listed(trial.lost(), trial.lost().length),
                            trial.meanWait(),
                            trial.unmarked(),
                            new LabReport.Series(trial.seriesTimes(), trial.seriesDelays())));
        }
        return rows;
    }

    /**
     * All but those per key; of these the shortest delay that keeps enough, or else the longest.
     */
    private List<Integer> worthShowing(StudyFindings found) {
        List<Integer> shown = new ArrayList<>();
        int perKey = -1;
        boolean enough = false;
        long spare = Completeness.of(found.delays(), options.completeness()).spare();
        for (int i = 0; i < tried.size(); i++) {
            TrialFindings trial = found.trials().get(i);
            if (!tried.get(i).name().startsWith(LabPlan.PER_KEY)) {
                shown.add(i);
            } else if (!enough && 2 * trial.marked() >= trial.events()) {
                // One that had no watermark for most of the trace says nothing.
                perKey = i;
                enough = trial.lost()[0] <= spare;
            }
        }
        if (perKey >= 0) {
            shown.add(perKey);
        }
        return shown;
    }

    /** The constant delay needs no trial: the grid has it. */
    private LabReport.Strategy bounded(DelayFindings delays, int index) {
        long delay = plan.delays().delayMillis(index);
        List<Long> ends =
                LongStream.of(delays.firstEvent(), delays.lastEvent()).distinct().boxed().toList();
        return new LabReport.Strategy(
                "bounded " + Text.setting(delay),
                JavaLine.bounded(delay, options),
                delays.behind()[index],
                ofWindows(window -> delays.lost(window)[index]),
                delay + (plan.delays().stepMillis(index) - 1) / 2.0,
                delays.beforeProgress(),
                new LabReport.Series(ends, ends.stream().map(end -> delay).toList()));
    }
}
