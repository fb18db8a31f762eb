package io.tidemark.bench.sinks;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * The ratios of pairs of runs, round by round: their geometric mean, for a ratio and its reverse
 * are to weigh alike, and the 95% interval of it.
 */
final class Ratios {

    private final List<Double> logs = new ArrayList<>();

    void add(double ratio) {
        logs.add(Math.log(ratio));
    }

    double mean() {
        return Math.exp(meanLog());
    }

    /** The lower end of the interval; 0 of a single round. */
    double lower() {
        return Math.exp(meanLog() - half());
    }

    /** The upper end of the interval; infinite of a single round. */
    double upper() {
        return Math.exp(meanLog() + half());
    }

    List<Double> rounds() {
        return logs.stream().map(Math::exp).toList();
    }

    private double meanLog() {
        return logs.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
    }

    private double half() {
        int freedom = logs.size() - 1;
        if (freedom < 1) {
            return Double.POSITIVE_INFINITY;
        }
        double mean = meanLog();
        double squares = logs.stream().mapToDouble(log -> (log - mean) * (log - mean)).sum();
        double student = new TDistribution(freedom).inverseCumulativeProbability(0.975);
        return student * Math.sqrt(squares / freedom / logs.size());
    }
}
