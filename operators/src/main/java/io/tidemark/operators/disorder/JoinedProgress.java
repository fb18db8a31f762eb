package io.tidemark.operators.disorder;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * The progress of several partitions as one, as a job's windows have it: that of the slowest, and
 * none before each has begun. It hangs on the points alone and not on the order in which partitions
 * are given.
 *
 * <p>It is known at the ends of the stretches of the partition with the longest ones, see {@link
 * ProgressCurve}; in between all partitions are taken to go on evenly.
 */
final class JoinedProgress {

    private static final long NONE = Long.MIN_VALUE;

    /** Who is absent for a smaller part of the whole time is there, by and large. */
    private static final double ABSENT = 0.1;

    private final List<PartitionFindings> partitions;
    private final List<ProgressPoint> points = new ArrayList<>();
    private final Crossing slowest = new Crossing();
    private final List<Crossing> ofPartitions = new ArrayList<>();
    private final double[] trails;
    private double spread;
    private long widest;
    private long first = NONE;
    private long newest = NONE;

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
        if (!joined.partitions.isEmpty()) {
            joined.join();
        }
        return joined;
    }

    /** The progress of the partition with that index at the end of a stretch. */
    private record Step(int index, ProgressPoint to) {}

    private TreeMap<Long, List<Step>> stretches() {
        int doublings = partitions.stream().mapToInt(PartitionFindings::doublings).max().orElse(0);
        TreeMap<Long, List<Step>> stretches = new TreeMap<>();
        for (int i = 0; i < partitions.size(); i++) {
            for (ProgressPoint point : partitions.get(i).points()) {
                stretches
                        .computeIfAbsent(point.arrival() >> doublings, at -> new ArrayList<>())
                        .add(new Step(i, point));
            }
        }
        return stretches;
    }

    private void join() {
        ProgressPoint earliest =
                partitions.stream()
                        .map(one -> one.points().get(0))
                        .min(
                                Comparator.comparingLong(ProgressPoint::arrival)
                                        .thenComparingLong(ProgressPoint::progress))
                        .orElseThrow();
        first = earliest.progress();
        newest = first;
        long[] reached = new long[partitions.size()];
        Arrays.fill(reached, NONE);
        for (PartitionFindings partition : partitions) {
            ofPartitions.add(Crossing.from(partition.points().get(0).progress()));
        }
        if (partitions.size() == 1) {
            slowest.begin(first);
            points.add(earliest);
        }
        double eventTime = 0;
        for (List<Step> steps : stretches().values()) {
            long before = newest;
            steps.forEach(step -> newest = Math.max(newest, step.to().progress()));
            eventTime += measure(reached, before);
            steps.forEach(step -> reached[step.index()] = step.to().progress());
            endStretch(steps, reached, before);
        }
        if (eventTime > 0) {
            spread /= eventTime;
            for (int i = 0; i < trails.length; i++) {
                trails[i] /= eventTime;
            }
        }
    }

    /**
     * Adds up how far partitions are behind while event time goes on; until it has, the others
     * stand where they stood before.
     *
     * @return how far it goes, 0 while not all have begun
     */
    private double measure(long[] reached, long before) {
        long behind = Arrays.stream(reached).min().orElse(NONE);
        if (behind == NONE) {
            return 0;
        }
        double went = (double) newest - before;
        spread += went * (before - behind);
        for (int i = 0; i < reached.length; i++) {
            trails[i] += went * (before - reached[i]);
        }
        return went;
    }

    private void endStretch(List<Step> steps, long[] reached, long before) {
        steps.forEach(
                step ->
                        ofPartitions
                                .get(step.index())
                                .reach(reached[step.index()], before, newest));
        long behind = Arrays.stream(reached).min().orElse(NONE);
        if (behind != NONE) {
            slowest.reach(behind, before, newest);
            widest = Math.max(widest, newest - behind);
            long arrival = steps.stream().mapToLong(step -> step.to().arrival()).max().orElse(NONE);
            if (points.isEmpty() || arrival > points.get(points.size() - 1).arrival()) {
                points.add(new ProgressPoint(arrival, behind));
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

    /** Where the newest event time stands when the slowest partition reaches a moment. */
    Crossing slowest() {
        return slowest;
    }

    /** The same for one partition. */
    Crossing of(int partition) {
        for (int i = 0; i < partitions.size(); i++) {
            if (partitions.get(i).partition() == partition) {
                return ofPartitions.get(i);
            }
        }
        return new Crossing();
    }

    /** By how much event time jumps over moments, where no partition has events. */
    ProgressJumps.Overshoot overshoot() {
        return ProgressJumps.common(partitions.stream().map(PartitionFindings::overshoot).toList());
    }

    /** The newest event time, {@code Long.MIN_VALUE} if there is none. */
    long newest() {
        return newest;
    }

    /** From the first event time to the newest, milliseconds. */
    long span() {
        return newest - first;
    }

    /** How far the slowest partition is behind the newest event time, mean milliseconds. */
    double spread() {
        return spread;
    }

    /** How far it was behind at most. */
    long widest() {
        return widest;
    }

    /** How far one is behind that is not slower than half of the others, mean milliseconds. */
    double usualTrail() {
        double[] sorted = trails.clone();
        Arrays.sort(sorted);
        return sorted.length == 0 ? 0 : sorted[(sorted.length - 1) / 2];
    }

    /** How far a partition is behind, mean milliseconds. */
    double trail(int partition) {
        for (int i = 0; i < trails.length; i++) {
            if (partitions.get(i).partition() == partition) {
                return trails[i];
            }
        }
        return 0;
    }

    /** The partition that is behind most, on average; 0 if there is none. */
    int furthestBehind() {
        return partitions.stream()
                .max(Comparator.comparingDouble(one -> trail(one.partition())))
                .map(PartitionFindings::partition)
                .orElse(0);
    }

    /** The partitions that come up a tenth of the whole time after the others, or more. */
    List<PartitionFindings> late() {
        long begin = partitions.stream().mapToLong(JoinedProgress::begin).min().orElse(0);
        return partitions.stream()
                .filter(
                        one ->
                                begin(one) - begin > ABSENT * arrivalSpan()
                                        && beganAfter(one) > ABSENT * span())
                .toList();
    }

    /** The partitions that end a tenth of the whole time before the others, or more. */
    List<PartitionFindings> gone() {
        long end = partitions.stream().mapToLong(JoinedProgress::end).max().orElse(0);
        return partitions.stream()
                .filter(
                        one ->
                                end - end(one) > ABSENT * arrivalSpan()
                                        && endedBefore(one) > ABSENT * span())
                .toList();
    }

    /** How long after the first event of all its own first one happened, milliseconds. */
    long beganAfter(PartitionFindings partition) {
        return partition.points().get(0).progress() - first;
    }

    /** How far its progress is behind at the end, milliseconds. */
    long endedBefore(PartitionFindings partition) {
        return newest - lastOf(partition).progress();
    }

    private double arrivalSpan() {
        long begin = partitions.stream().mapToLong(JoinedProgress::begin).min().orElse(0);
        long end = partitions.stream().mapToLong(JoinedProgress::end).max().orElse(0);
        return (double) end - begin;
    }

    private static long begin(PartitionFindings partition) {
        return partition.points().get(0).arrival();
    }

    /** When it had its last event: there is a point for that. */
    private static long end(PartitionFindings partition) {
        return lastOf(partition).arrival();
    }

    private static ProgressPoint lastOf(PartitionFindings partition) {
        return partition.points().get(partition.points().size() - 1);
    }
}
