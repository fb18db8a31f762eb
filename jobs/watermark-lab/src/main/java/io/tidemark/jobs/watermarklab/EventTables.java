package io.tidemark.jobs.watermarklab;

import io.tidemark.operators.disorder.DelayFindings;
import io.tidemark.operators.disorder.PartitionFindings;
import io.tidemark.operators.disorder.ProgressPoint;
import io.tidemark.operators.disorder.SampledEvent;
import io.tidemark.operators.disorder.StudyPlan;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The parts of the report that list events, or what they come from.
 *
 * @param plan what was counted
 */
record EventTables(StudyPlan plan) {

    private static final int MOST_DOTS = 6_000;
    private static final int MOST_PARTITIONS = 50;
    private static final int MOST_KEYS = 20;

    /** The worst partitions at a delay. */
    List<LabReport.Partition> partitions(DelayFindings delays, int delay) {
        return delays.partitions().stream()
                .filter(one -> one.events() > 0)
                .sorted(
                        Comparator.<PartitionFindings>comparingDouble(
                                        one -> -(double) one.lost(delay) / one.events())
                                .thenComparingLong(one -> -one.behind(delay)))
                .limit(MOST_PARTITIONS)
                .map(
                        one ->
                                new LabReport.Partition(
                                        String.valueOf(one.partition()),
                                        one.events(),
                                        one.behind(delay),
                                        one.lost(delay),
                                        one.disorderP99(),
                                        plan.arrivalClock() ? (Long) one.lagP99() : null))
                .toList();
    }

    /** The keys that lose most at a delay. */
    static List<LabReport.WorstKey> worstKeys(DelayFindings delays, int delay) {
        return delays.worstKeys(delay, MOST_KEYS).stream()
                .map(
                        one ->
                                new LabReport.WorstKey(
                                        one.key(),
                                        one.events(),
                                        one.behind(),
                                        one.lost(),
                                        one.disorderMax()))
                .toList();
    }

    /**
     * A sample of the events.
     *
     * @param shown how many delays of the grid the report has
     */
    LabReport.Dots dots(DelayFindings delays, int shown) {
        List<SampledEvent> sample = delays.dots(MOST_DOTS);
        return new LabReport.Dots(
                delays.events(),
                sample.stream().map(SampledEvent::eventTime).toList(),
                sample.stream().map(SampledEvent::lag).toList(),
                sample.stream().map(one -> Math.min(shown, one.okAt())).toList(),
                IntStream.range(0, plan.windows().size())
                        .mapToObj(
                                window ->
                                        sample.stream()
                                                .map(
                                                        one ->
                                                                Math.min(
                                                                        shown,
                                                                        one.keptAt().get(window)))
                                                .toList())
                        .toList(),
                sample.stream().map(SampledEvent::partition).toList());
    }

    /** How event time went on. */
    static LabReport.Progress progress(DelayFindings delays) {
        List<ProgressPoint> points = delays.progress();
        return new LabReport.Progress(
                delays.progressIsWhole(),
                points.stream().map(ProgressPoint::arrival).toList(),
                points.stream().map(ProgressPoint::progress).toList());
    }
}
