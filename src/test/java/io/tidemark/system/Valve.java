package io.tidemark.system;

import static java.util.Objects.requireNonNull;

import io.tidemark.jobs.orders.Order;
import io.tidemark.operators.deadletter.DeadLetter;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.types.Either;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;

/**
 * A valve in the source of a job: lets a stated number of records pass and then holds, without
 * stopping checkpoints; throws a fault, or loses a record, when told to, and tells that it did.
 *
 * <p>It counts over all readers, and counts a record again that is read again after a crash. One
 * valve serves one start of a job.
 */
public final class Valve {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Map<Integer, Valve> VALVES = new ConcurrentHashMap<>();
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private final Map<TopicPartition, Long> checkpointed = new ConcurrentHashMap<>();
    private final int number = NUMBERS.incrementAndGet();
    private final AtomicLong passed = new AtomicLong();
    private final AtomicInteger readers = new AtomicInteger();
    private final AtomicInteger splits = new AtomicInteger();
    private final AtomicBoolean faultDue = new AtomicBoolean();
    private final AtomicBoolean faultThrown = new AtomicBoolean();
    private final AtomicLong faultAfter = new AtomicLong(Long.MAX_VALUE);
    private final AtomicLong lost = new AtomicLong(Long.MAX_VALUE);
    private volatile long limit;
    private volatile CompletableFuture<Void> opened = new CompletableFuture<>();

    private Valve(long limit) {
        this.limit = limit;
        VALVES.put(number, this);
    }

    /** A valve that holds nothing back. */
    public static Valve open() {
        return new Valve(Long.MAX_VALUE);
    }

    /**
     * A valve that holds after so many records; a few more if several readers race for the last.
     */
    public static Valve holdingAfter(long records) {
        return new Valve(records);
    }

    static Valve numbered(int number) {
        return requireNonNull(VALVES.get(number));
    }

    /** By which a part of the job finds this valve. */
    int number() {
        return number;
    }

    /** The same source with this valve in it. */
    public Source<Either<DeadLetter, Order>, ?, ?> around(
            Source<Either<DeadLetter, Order>, ?, ?> source) {
        return ValvedSource.of(source, number);
    }

    /** Holds after so many records, counted from the first. */
    void holdAfter(long records) {
        limit = records;
        CompletableFuture<Void> before = opened;
        opened = new CompletableFuture<>();
        before.complete(null);
    }

    void openWide() {
        holdAfter(Long.MAX_VALUE);
    }

    /** Throws a fault in a reader when so many records have passed, counted from the first. */
    void failAfter(long records) {
        faultAfter.set(records);
    }

    /** Loses one record: that which comes after so many, counted from the first. */
    void loseOneAfter(long records) {
        lost.set(records);
    }

    /** Waits until as many records as allowed have left the source. */
    public void awaitHeld() {
        await("records held back", () -> passed.get() >= limit);
    }

    /** Waits until at least so many records have left the source. */
    void awaitPassed(long records) {
        await(records + " records passed", () -> passed.get() >= records);
    }

    /** Waits until the readers have been given so many partitions to read. */
    void awaitPartitions(int number) {
        await(number + " partitions being read", () -> splits.get() >= number);
    }

    /** Waits until the fault has been thrown; without it a test says nothing. */
    void awaitFault() {
        await("the fault thrown", faultThrown::get);
    }

    /** Readers opened so far: more than the parallelism after a crash. */
    int readersOpened() {
        return readers.get();
    }

    /** Waits until the readers have been opened anew after a crash. */
    void awaitRestart(int readersBefore) {
        await("readers opened anew", () -> readers.get() > readersBefore);
    }

    private static void await(String what, Callable<Boolean> condition) {
        Awaitility.await(what)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .until(condition);
    }

    /**
     * Where the last complete checkpoint would read on, by partition. (The consumer group's offsets
     * say the same, but on a quiet topic up to ten seconds later.)
     */
    public Map<TopicPartition, Long> checkpointed() {
        return Map.copyOf(checkpointed);
    }

    // What the source asks and tells.

    void checkpointed(TopicPartition partition, long next) {
        checkpointed.put(partition, next);
    }

    void readerOpened() {
        readers.incrementAndGet();
    }

    void partitionsGiven(int partitions) {
        splits.addAndGet(partitions);
    }

    boolean isShut() {
        return passed.get() >= limit;
    }

    CompletableFuture<Void> opened() {
        return opened;
    }

    /** Whether the record may go on; false for the one to be lost. */
    boolean pass() {
        return passed.getAndIncrement() != lost.get();
    }

    void throwIfDue() {
        if (passed.get() >= faultAfter.get() && faultDue.compareAndSet(false, true)) {
            faultThrown.set(true);
            throw new InjectedFault();
        }
    }

    /** The fault that a test injects. */
    static final class InjectedFault extends RuntimeException {

        private static final long serialVersionUID = 1L;

        InjectedFault() {
            super("a fault that the test injected");
        }
    }
}
