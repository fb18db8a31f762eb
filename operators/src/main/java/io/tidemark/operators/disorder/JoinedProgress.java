package io.tidemark.operators.disorder;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The progress of several partitions as one: that of the one furthest behind of those that have
 * begun. It hangs on the points alone and not on the order in which partitions are given.
 */
final class JoinedProgress {

    private JoinedProgress() {}

    static List<ProgressPoint> of(List<PartitionFindings> partitions, int most) {
        record Step(int partition, ProgressPoint to) {}
        List<Step> steps = new ArrayList<>();
        for (PartitionFindings partition : partitions) {
            partition.points().forEach(to -> steps.add(new Step(partition.partition(), to)));
        }
        steps.sort(
                Comparator.comparingLong((Step step) -> step.to().arrival())
                        .thenComparingLong(step -> step.to().progress())
                        .thenComparingInt(Step::partition));
        Map<Integer, Long> progresses = new HashMap<>();
        TreeMap<Long, Integer> partitionsAt = new TreeMap<>();
        List<ProgressPoint> joined = new ArrayList<>();
        long progress = Long.MIN_VALUE;
        for (Step step : steps) {
            Long before = progresses.put(step.partition(), step.to().progress());
            partitionsAt.merge(step.to().progress(), 1, Integer::sum);
            if (before != null) {
                partitionsAt.computeIfPresent(before, (at, left) -> left == 1 ? null : left - 1);
            }
            progress = Math.max(progress, partitionsAt.firstKey());
            joined.add(new ProgressPoint(step.to().arrival(), progress));
        }
        return thinned(joined, most);
    }

    private static List<ProgressPoint> thinned(List<ProgressPoint> points, int most) {
        if (points.size() <= most) {
            return List.copyOf(points);
        }
        List<ProgressPoint> kept = new ArrayList<>(most);
        for (int i = 0; i < most; i++) {
            kept.add(points.get((int) ((long) i * (points.size() - 1) / (most - 1))));
        }
        return List.copyOf(kept);
    }
}
