package io.tidemark.bench;

import java.util.ArrayList;
import java.util.List;

/** The rates of two contenders, round by round. */
final class Rounds {

    private final List<Double> ours = new ArrayList<>();
    private final List<Double> theirs = new ArrayList<>();

    void add(double ourRate, double theirRate) {
        ours.add(ourRate);
        theirs.add(theirRate);
    }

    double ourMedian() {
        return median(ours);
    }

    double theirMedian() {
        return median(theirs);
    }

    /** The median over the rounds of our rate divided by theirs in the same round. */
    double medianRatio() {
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < ours.size(); round++) {
            ratios.add(ours.get(round) / theirs.get(round));
        }
        return median(ratios);
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1
                ? sorted.get(middle)
                : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
