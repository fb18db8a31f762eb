package io.tidemark.bench.sinks;

import java.io.PrintStream;
import java.util.Locale;

/**
 * Runs the two of a pair, round by round, each first in every other round: ours theirs theirs ours.
 */
final class PairedRounds {

    private final SinkCluster cluster;
    private final int rounds;
    private final PrintStream progress;
    private int runs;

    PairedRounds(SinkCluster cluster, int rounds, PrintStream progress) {
        this.cluster = cluster;
        this.rounds = rounds;
        this.progress = progress;
    }

    PairResult of(Pair pair) throws Exception {
        PairResult result = new PairResult(pair);
        for (int round = 0; round <= rounds; round++) {
            boolean oursFirst = round % 2 == 0;
            Trial first = run(pair, oursFirst ? pair.ours() : pair.theirs());
            Trial second = run(pair, oursFirst ? pair.theirs() : pair.ours());
            Trial our = oursFirst ? first : second;
            Trial their = oursFirst ? second : first;
            String name = round == 0 ? "warm-up" : "round " + round;
            result.compare(name, our.content, their.content);
            if (round > 0) {
                result.add(our.run, their.run);
            }
            progress.printf(
                    Locale.ROOT,
                    "%-18s %-8s %s %,9.0f rows/s (%d checkpoints)   %s %,9.0f rows/s (%d)   ratio %.2f%n",
                    pair.name(),
                    name,
                    pair.ours().name(),
                    our.run.rate(),
                    our.run.checkpoints(),
                    pair.theirs().name(),
                    their.run.rate(),
                    their.run.checkpoints(),
                    our.run.rate() / their.run.rate());
        }
        return result;
    }

    private Trial run(Pair pair, Contender contender) throws Exception {
        String name = "run_" + ++runs;
        SinkCluster.Run run = cluster.run(name, pair.rows(), contender.sink(name));
        Content content = contender.content(name);
        contender.forget(name);
        return new Trial(run, content);
    }

    private record Trial(SinkCluster.Run run, Content content) {}
}
