package io.tidemark.bench.sinks;

import java.util.ArrayList;
import java.util.List;

/** What the rounds of a pair gave. */
final class PairResult {

    private final Pair pair;
    private final Ratios ratios = new Ratios();
    private final List<SinkCluster.Run> ours = new ArrayList<>();
    private final List<SinkCluster.Run> theirs = new ArrayList<>();
    private final List<String> differences = new ArrayList<>();

    PairResult(Pair pair) {
        this.pair = pair;
    }

    void add(SinkCluster.Run our, SinkCluster.Run their) {
        ours.add(our);
        theirs.add(their);
        ratios.add(our.rate() / their.rate());
    }

    /** Notes what was not as it must be in a round's tables or topics. */
    void compare(String round, Content our, Content their) {
        if (!our.equals(their)) {
            differences.add(round + ": ours has " + our + ", theirs " + their);
        }
        if (our.rows() != pair.expected()) {
            differences.add(round + ": " + our.rows() + " rows instead of " + pair.expected());
        }
    }

    Pair pair() {
        return pair;
    }

    Ratios ratios() {
        return ratios;
    }

    List<String> differences() {
        return differences;
    }

    boolean reached() {
        return pair.aim().on(ratios) == Pair.Verdict.REACHED;
    }

    double ourRate() {
        return rate(ours);
    }

    double theirRate() {
        return rate(theirs);
    }

    double ourCheckpoints() {
        return checkpoints(ours);
    }

    double theirCheckpoints() {
        return checkpoints(theirs);
    }

    private static double rate(List<SinkCluster.Run> runs) {
        return runs.stream().mapToDouble(SinkCluster.Run::rate).average().orElse(Double.NaN);
    }

    private static double checkpoints(List<SinkCluster.Run> runs) {
        return runs.stream().mapToLong(SinkCluster.Run::checkpoints).average().orElse(Double.NaN);
    }
}
