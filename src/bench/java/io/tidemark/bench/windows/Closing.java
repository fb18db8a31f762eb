package io.tidemark.bench.windows;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Measures how long the windows of all keys take to close at one watermark: from when it leaves for
 * the shuffle, with nothing before it, until it reaches the sink, which is behind the last result.
 * A checkpoint that is started at the same moment shows how long a barrier waits meanwhile.
 */
final class Closing {

    private static final Duration LONGEST = Duration.ofMinutes(3);

    private final ClosingBursts bursts;
    private final long delay;
    private final int rounds;
    private final RunBoard board;
    private final RunningJob job;

    Closing(WindowCase windowCase, Inputs inputs, Effort effort, RunBoard board, RunningJob job) {
        bursts = windowCase.bursts();
        delay = inputs.disorderMillis() + 1;
        rounds = effort.bursts();
        this.board = board;
        this.job = job;
    }

    Trials.Progress run() throws Exception {
        List<Double> millis = new ArrayList<>();
        double longestBarrier = 0;
        for (int burst = 0; burst < rounds; burst++) {
            long keys = bursts.keys();
            board.limit((burst + 1) * keys);
            long drained = bursts.burstEnd(burst) - delay;
            waitFor(() -> board.sinkWatermark() >= drained);
            board.forgetBarriers();
            RunBoard.Awaited closing =
                    board.await(bursts.burstStart(burst) + bursts.window().toMillis() - 1);
            board.limit((burst + 1) * keys + 1);
            waitFor(() -> closing.leftNanos != 0);
            var checkpoint = job.checkpoint();
            waitFor(() -> closing.arrivedNanos != 0);
            checkpoint.get(LONGEST.toSeconds(), TimeUnit.SECONDS);
            if (burst > 0) {
                longestBarrier = Math.max(longestBarrier, board.longestBarrierMillis());
                millis.add((closing.arrivedNanos - closing.leftNanos) / 1e6);
            }
        }
        double median = Medians.of(millis);
        return new Trials.Progress(
                bursts.keys() * 1000.0 / median,
                true,
                board.sinkWatermark(),
                median,
                longestBarrier);
    }

    private void waitFor(Condition condition) throws Exception {
        long deadline = System.nanoTime() + LONGEST.toNanos();
        while (!condition.holds()) {
            job.check();
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("keys did not close within " + LONGEST);
            }
            Thread.sleep(1);
        }
    }

    private interface Condition {
        boolean holds();
    }
}
