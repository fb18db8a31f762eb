package io.tidemark.bench.windows;

import java.time.Duration;

/**
 * How long the contenders run.
 *
 * @param quick whether the slowest engines are left out
 * @param heap on heap
 * @param rocksdb on RocksDB
 * @param rounds of a fast engine
 * @param bursts of closing keys, the first of which does not count
 */
record Effort(boolean quick, Times heap, Times rocksdb, int rounds, int bursts) {

    /**
     * @param warmUp from the first event, before anything counts
     * @param measured once the largest window has filled
     * @param budget after which a slow engine is stopped, wherever it is
     * @param longestBudget after which an engine is stopped that got more time
     */
    record Times(Duration warmUp, Duration measured, Duration budget, Duration longestBudget) {}

    /** Takes in one checkpoint, whenever it starts. */
    static final int SECONDS = 5;

    static final int QUICK_SECONDS_ON_HEAP = 2;

    static Effort full(int seconds) {
        Times times =
                new Times(
                        Duration.ofSeconds(3),
                        Duration.ofSeconds(seconds),
                        Duration.ofSeconds(40),
                        Duration.ofSeconds(120));
        return new Effort(false, times, times, 3, 4);
    }

    static Effort quick(int secondsOnHeap, int secondsOnRocksdb) {
        return new Effort(true, quickTimes(secondsOnHeap), quickTimes(secondsOnRocksdb), 1, 2);
    }

    private static Times quickTimes(int seconds) {
        return new Times(
                Duration.ofSeconds(1),
                Duration.ofSeconds(seconds),
                Duration.ofSeconds(8),
                Duration.ofSeconds(20));
    }

    Times on(Backend backend) {
        return backend == Backend.HEAP ? heap : rocksdb;
    }
}
