package io.tidemark.bench.windows;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * What the driver and the operators of one running job tell each other, all in this JVM: how far
 * the source may go and has gone, which watermark has reached the sink, how long barriers took, and
 * what rows came out.
 */
final class RunBoard {

    private static final Map<String, RunBoard> BOARDS = new ConcurrentHashMap<>();

    private final int parallelism;
    private final AtomicLongArray emitted;
    private final AtomicLongArray sinkWatermarks;
    private final Map<Integer, SecondSums> sums = new ConcurrentHashMap<>();
    private final Map<Long, Long> barrierLeft = new ConcurrentHashMap<>();
    private volatile long longestBarrierNanos;
    private volatile long limit;
    private CompletableFuture<Void> raised = new CompletableFuture<>();
    private volatile Awaited awaited = new Awaited(Long.MAX_VALUE);

    private RunBoard(int parallelism, long limit) {
        this.parallelism = parallelism;
        this.limit = limit;
        emitted = new AtomicLongArray(parallelism);
        sinkWatermarks = new AtomicLongArray(parallelism);
        for (int subtask = 0; subtask < parallelism; subtask++) {
            sinkWatermarks.set(subtask, Long.MIN_VALUE);
        }
    }

    static RunBoard open(String name, int parallelism, long limit) {
        RunBoard board = new RunBoard(parallelism, limit);
        BOARDS.put(name, board);
        return board;
    }

    static RunBoard named(String name) {
        RunBoard board = BOARDS.get(name);
        if (board == null) {
            throw new IllegalStateException("no run named " + name + " in this JVM");
        }
        return board;
    }

    static void close(String name) {
        BOARDS.remove(name);
    }

    /** The index of the first event that may not be emitted yet. */
    long limit() {
        return limit;
    }

    synchronized void limit(long index) {
        limit = index;
        raised.complete(null);
        raised = new CompletableFuture<>();
    }

    synchronized CompletableFuture<Void> allows(long index) {
        return index < limit ? CompletableFuture.completedFuture(null) : raised;
    }

    void emitted(int subtask, long next) {
        emitted.lazySet(subtask, next);
    }

    /** How many events have been emitted; an even progress of the subtasks taken for granted. */
    long emitted() {
        return minimum(emitted, 0);
    }

    /** A watermark that the driver waits for: when it left for the shuffle and reached the sink. */
    static final class Awaited {
        final long watermark;
        volatile long leftNanos;
        volatile long arrivedNanos;

        Awaited(long watermark) {
            this.watermark = watermark;
        }
    }

    Awaited await(long watermark) {
        Awaited next = new Awaited(watermark);
        awaited = next;
        return next;
    }

    /** Called before the shuffle. */
    void watermarkLeft(long watermark) {
        Awaited current = awaited;
        if (watermark >= current.watermark && current.leftNanos == 0) {
            current.leftNanos = System.nanoTime();
        }
    }

    void watermarkArrived(int subtask, long watermark) {
        sinkWatermarks.set(subtask, watermark);
        Awaited current = awaited;
        if (watermark >= current.watermark && current.arrivedNanos == 0) {
            current.arrivedNanos = System.nanoTime();
        }
    }

    /** The watermark that every subtask of the sink has seen. */
    long sinkWatermark() {
        return minimum(sinkWatermarks, Long.MIN_VALUE);
    }

    private long minimum(AtomicLongArray values, long ofNone) {
        long minimum = parallelism == 0 ? ofNone : Long.MAX_VALUE;
        for (int subtask = 0; subtask < parallelism; subtask++) {
            minimum = Math.min(minimum, values.get(subtask));
        }
        return minimum;
    }

    /** Called before the shuffle. */
    void barrierLeft(long checkpoint) {
        barrierLeft.putIfAbsent(checkpoint, System.nanoTime());
    }

    synchronized void barrierArrived(long checkpoint) {
        Long left = barrierLeft.get(checkpoint);
        if (left != null) {
            longestBarrierNanos = Math.max(longestBarrierNanos, System.nanoTime() - left);
        }
    }

    /** Barriers that arrive from now on count; the longest of all before is forgotten. */
    synchronized void forgetBarriers() {
        longestBarrierNanos = 0;
    }

    /** The longest that a barrier took from before the shuffle to the sink, in milliseconds. */
    double longestBarrierMillis() {
        return longestBarrierNanos / 1e6;
    }

    SecondSums sums(int subtask) {
        return sums.computeIfAbsent(subtask, any -> new SecondSums());
    }

    /** What came out, of all subtasks; to be read after the job has ended. */
    SecondSums sums() {
        SecondSums all = new SecondSums();
        sums.values().forEach(all::addAll);
        return all;
    }
}
