package io.tidemark.bench.sinks;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** How far a run has come, for whoever drives it: both are in one JVM. */
final class RunClock {

    private static final Map<String, RunClock> RUNS = new ConcurrentHashMap<>();

    private final AtomicLong begun = new AtomicLong();
    private final CountDownLatch portions;

    private RunClock(int parallelism) {
        portions = new CountDownLatch(parallelism);
    }

    static RunClock open(String run, int parallelism) {
        RunClock clock = new RunClock(parallelism);
        RUNS.put(run, clock);
        return clock;
    }

    static RunClock of(String run) {
        RunClock clock = RUNS.get(run);
        if (clock == null) {
            throw new IllegalStateException("no run " + run);
        }
        return clock;
    }

    static void close(String run) {
        RUNS.remove(run);
    }

    /** The first row is about to leave its source. */
    void begin() {
        begun.compareAndSet(0, System.nanoTime());
    }

    boolean hasBegun() {
        return begun.get() != 0;
    }

    /** A subtask's sink has taken its last row. */
    void portionIsEmitted() {
        portions.countDown();
    }

    /** Whether all rows are emitted, now or after a moment. */
    boolean allIsEmitted() throws InterruptedException {
        return portions.await(1, TimeUnit.MILLISECONDS);
    }

    /** Since the first row. */
    double seconds() {
        return (System.nanoTime() - begun.get()) / 1e9;
    }
}
