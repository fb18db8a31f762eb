package io.tidemark.operators.disorder;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The progress of several partitions as one, as a job's windows have it: that of the slowest, and
 * none before each has begun. It hangs on the points alone and not on the order in which partitions
 * are given.
 *
 * <p>It is known at the ends of the stretches of the partition with the longest ones, see {@link
 * ProgressCurve}. From there come the means of how far partitions lie apart, over event time. Where
 * a partition begins a tenth of the whole time after the others or ends as long before them, the
 * means are those of the time in which all were there.
 */
final class JoinedProgress {

    private static final long NONE = Long.MIN_VALUE;

    /** Longer without a partition is no matter of how far apart they lie. */
    private static final double ABSENT = 0.1;

    private final List<PartitionFindings> partitions;
    private final TreeMap<Long, List<Step>> stretches = new TreeMap<>();
    private final List<ProgressPoint> points = new ArrayList<>();

    private long first = NONE;
    private long newest = NONE;
    private long lastBeginning = NONE;
    private long newestWhenLastMoved = NONE;

    private final double[] trails;
    private double spread;

    private JoinedProgress(List<PartitionFindings> partitions) {
        this.partitions = partitions;
        this.trails = new double[partitions.size()];
    }

    /** The progress of these partitions, of which those without any do not count. */
    static JoinedProgress of(List<PartitionFindings> partitions) {
        JoinedProgress joined =
                new JoinedProgress(
                        partitions.stream()
                                .filter(one -> !one.points().isEmpty())
                                .sorted(Comparator.comparingInt(PartitionFindings::partition))
                                .toList());
        joined.stretch();
        joined.join();
        joined.measure();
        return joined;
    }

    /** The progress of the partition with that index at the end of a stretch. */
    private record Step(int index, ProgressPoint to) {}

    private void stretch() {
        int doublings = partitions.stream().mapToInt(PartitionFindings::doublings).max().orElse(0);
        for (int i = 0; i < partitions.size(); i++) {
            for (ProgressPoint point : partitions.get(i).points()) {
                stretches
                        .computeIfAbsent(point.arrival() >> doublings, at -> new ArrayList<>())
                        .add(new Step(i, point));
            }
        }
    }

    private void join() {
        partitions.stream()
                .map(one -> one.points().get(0))
                .min(
                        Comparator.comparingLong(ProgressPoint::arrival)
                                .thenComparingLong(ProgressPoint::progress))
                .ifPresent(earliest -> first = earliest.progress());
        lastBeginning =
                partitions.stream()
                        .mapToLong(one -> one.points().get(0).progress())
                        .max()
                        .orElse(NONE);
        long[] reached = new long[partitions.size()];
        Arrays.fill(reached, NONE);
        long slowest = NONE;
        for (List<Step> steps : stretches.values()) {
            long arrival = NONE;
            for (Step step : steps) {
                reached[step.index()] = step.to().progress();
                newest = Math.max(newest, step.to().progress());
                arrival = Math.max(arrival, step.to().arrival());
            }
            long now = Arrays.stream(reached).min().orElse(NONE);
            if (now == NONE) {
                continue;
            }
            if (slowest == NONE) {
                begin(steps, arrival);
            }
            if (now > slowest) {
                slowest = now;
                newestWhenLastMoved = newest;
            }
            points.add(new ProgressPoint(arrival, slowest));
        }
    }

    /** The stretch in which the last one begins may end well after that. */
    private void begin(List<Step> steps, long endOfStretch) {
        if (partitions.size() == 1 && steps.get(0).to().arrival() < endOfStretch) {
            points.add(steps.get(0).to());
        }
    }

    private void measure() {
        long from = oneBeganLate() ? lastBeginning : first;
        long to = oneEndedEarly() ? newestWhenLastMoved : newest;
        long[] reached = new long[partitions.size()];
        Arrays.fill(reached, first);
        long front = first;
        for (List<Step> steps : stretches.values()) {
            long frontBefore = front;
            for (Step step : steps) {
                front = Math.max(front, step.to().progress());
            }
            if (frontBefore >= from && front <= to && front > frontBefore) {
                // While event time jumps, the others stand where they stood before.
                double weight = (double) (front - frontBefore) / (to - from);
                spread += weight * (frontBefore - Arrays.stream(reached).min().orElse(0));
                for (int i = 0; i < reached.length; i++) {
                    trails[i] += weight * (frontBefore - reached[i]);
                }
            }
            for (Step step : steps) {
                reached[step.index()] = step.to().progress();
            }
        }
    }

    /** At most so many points, evenly thinned, and the last one. */
    List<ProgressPoint> points(int most) {
        if (points.size() <= most) {
            return List.copyOf(points);
        }
        List<ProgressPoint> kept = new ArrayList<>(most);
        for (int i = 0; i < most; i++) {
            kept.add(points.get((int) ((long) i * (points.size() - 1) / (most - 1))));
        }
        return List.copyOf(kept);
    }

    /** How many points there are in all. */
    int size() {
        return points.size();
    }

    /** How far a partition lies ahead of the slowest one, mean milliseconds. */
    double aheadOfSlowest(int partition) {
        return spread - trail(partition);
    }

    /** How far a partition trails the newest event time, mean milliseconds. */
    double trail(int partition) {
        for (int i = 0; i < trails.length; i++) {
            if (partitions.get(i).partition() == partition) {
                return trails[i];
            }
        }
        return 0;
    }

    /** The partition that trails the newest event time least; 0 if there is none. */
    int fastest() {
        return IntStream.range(0, trails.length)
                .boxed()
                .min(Comparator.comparingDouble(i -> trails[i]))
                .map(i -> partitions.get(i).partition())
                .orElse(0);
    }

    /** The one that trails it most; 0 if there is none. */
    int slowest() {
        return IntStream.range(0, trails.length)
                .boxed()
                .max(Comparator.comparingDouble(i -> trails[i]))
                .map(i -> partitions.get(i).partition())
                .orElse(0);
    }

    /** The one whose first event happened last; 0 if there is none. */
    int beganLast() {
        return partitions.stream()
                .max(Comparator.comparingLong(one -> one.points().get(0).progress()))
                .map(PartitionFindings::partition)
                .orElse(0);
    }

    /** The one that had come least far at the end; 0 if there is none. */
    int endedFirst() {
        return partitions.stream()
                .min(
                        Comparator.comparingLong(
                                one -> one.points().get(one.points().size() - 1).progress()))
                .map(PartitionFindings::partition)
                .orElse(0);
    }

    /** From the first event time to the newest, milliseconds. */
    long span() {
        return newest - first;
    }

    /** Whether a partition began a tenth of the whole time after the others, or more. */
    boolean oneBeganLate() {
        return lastBeginning - first > ABSENT * span();
    }

    /** Whether one ended a tenth of the whole time before the others, or more. */
    boolean oneEndedEarly() {
        return newest - newestWhenLastMoved > ABSENT * span();
    }

    /** How long after the first event the first one of the last partition happened. */
    long beganAfter() {
        return lastBeginning - first;
    }

    /** How far it went on after the slowest partition had moved for the last time. */
    long endedBefore() {
        return newest - newestWhenLastMoved;
    }
}
