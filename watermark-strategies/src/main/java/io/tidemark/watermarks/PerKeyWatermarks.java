package io.tidemark.watermarks;

import java.io.IOException;
import java.io.Serializable;
import java.time.Duration;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.metrics.Counter;

/**
 * A watermark strategy that waits for the slowest key: keys whose events come at once do not make
 * late those of keys that are an hour behind.
 *
 * <p><b>Definition.</b> Each key has its own highest credible event time. After each event the
 * watermark is {@code floor((lowest - delay) / step) * step - 1} ms, where {@code lowest} is the
 * lowest of those times over the keys that are alive, and it never goes back. So the delay is
 * measured against a key's own disorder, not against how far keys lie apart.
 *
 * <p><b>Alive</b> is a key until nothing has come from it for {@code ttl} (an hour, unless {@link
 * #forgettingAfter stated}): then it no longer holds back. Time is the log's time on the events if
 * that is known, else the highest credible event time; and since a partition in which nobody speaks
 * says nothing about one key, a gap between two events counts for at most a tenth of the {@code
 * ttl}. Until {@code ttl} has passed since the first event there is no watermark, for nobody knows
 * yet which keys there are.
 *
 * <p><b>Worst case.</b> A key that speaks more seldom than every {@code ttl}, or for the first
 * time, and lies further back than the others is late until it has caught up with them. A key that
 * falls silent holds all windows open for {@code ttl}: state grows by as much. Of more than {@code
 * keys} (100,000, unless {@link #trackingAtMost stated}) the one that has been silent for longest
 * is forgotten before its time, and counted; give a number beyond the keys that are alive. A key
 * whose clock stands years back and that speaks on holds all others there: put {@link
 * CappedWatermarks} around it.
 *
 * <p><b>Idleness.</b> In a partition without events no key dies: add {@code withIdleness}, or
 * {@link IdleAdvancingWatermarks}. <b>Backpressure</b> changes nothing, for no clock is read.
 * <b>Restore.</b> In the source a partition waits for {@code ttl} of events again; a lateness gate
 * keeps the keys, 24 bytes each, and goes on exactly.
 *
 * <p>Cost: a look into a table an event, and O(log keys) comparisons when the slowest key moves; 64
 * to 128 bytes a key and partition. Metrics, by subtask: {@code watermarkDelayMillis} tells how far
 * the watermark is held behind the newest event, {@code keysForgotten} the keys forgotten for lack
 * of room.
 *
 * @param <T> the type of the events
 */
public final class PerKeyWatermarks<T> extends TimedStrategy<T> {

    private static final long serialVersionUID = 1L;

    private static final Duration DEFAULT_TTL = Duration.ofHours(1);
    private static final int DEFAULT_KEYS = 100_000;
    private static final int MOST_KEYS = 1 << 28;

    private final KeyOf<T> key;
    private final Settings settings;

    private record Settings(long delayMillis, long stepMillis, long ttlMillis, int keys)
            implements Serializable {}

    private PerKeyWatermarks(KeyOf<T> key, Settings settings, EventTimes<T> times) {
        super(times);
        this.key = key;
        this.settings = settings;
    }

    /**
     * A strategy that waits {@code delay} behind the slowest key, in steps of 1% of it.
     *
     * @throws IllegalArgumentException if the delay is negative
     */
    public static <T> PerKeyWatermarks<T> of(KeyOf<T> key, Duration delay, EventTimes<T> times) {
        if (delay.isNegative()) {
            throw new IllegalArgumentException(
                    "delay="
                            + delay
                            + " is negative: a watermark cannot run ahead of the events, give 0 or more");
        }
        long millis = Millis.of("delay", delay);
        return new PerKeyWatermarks<>(
                key,
                new Settings(
                        millis,
                        Steps.defaultStepMillis(millis),
                        DEFAULT_TTL.toMillis(),
                        DEFAULT_KEYS),
                times);
    }

    /**
     * The same strategy no longer waiting for a key from which nothing came for {@code ttl}.
     *
     * @throws IllegalArgumentException if it is below 1 ms
     */
    public PerKeyWatermarks<T> forgettingAfter(Duration ttl) {
        if (Millis.isNone(ttl)) {
            throw new IllegalArgumentException(
                    "ttl="
                            + ttl
                            + " is below 1 ms: give the longest silence of a key that you wait for");
        }
        return new PerKeyWatermarks<>(
                key,
                new Settings(
                        settings.delayMillis,
                        settings.stepMillis,
                        Millis.of("ttl", ttl),
                        settings.keys),
                times());
    }

    /**
     * The same strategy keeping at most {@code keys} keys a partition.
     *
     * @throws IllegalArgumentException if that is below 1 or above 268,435,456
     */
    public PerKeyWatermarks<T> trackingAtMost(int keys) {
        if (keys < 1 || keys > MOST_KEYS) {
            throw new IllegalArgumentException(
                    "keys="
                            + keys
                            + " is not between 1 and "
                            + MOST_KEYS
                            + ": give more than the keys that are alive in one partition");
        }
        return new PerKeyWatermarks<>(
                key,
                new Settings(settings.delayMillis, settings.stepMillis, settings.ttlMillis, keys),
                times());
    }

    /**
     * The same strategy moving in steps of {@code step}.
     *
     * @throws IllegalArgumentException if the step is below 1 ms
     */
    public PerKeyWatermarks<T> movingBy(Duration step) {
        return new PerKeyWatermarks<>(
                key,
                new Settings(
                        settings.delayMillis,
                        Steps.checkedMillis(step),
                        settings.ttlMillis,
                        settings.keys),
                times());
    }

    @Override
    RestorableGenerator<T> begin(WatermarkMetrics metrics) {
        return new Generator<>(key, settings, times(), metrics);
    }

    @Override
    public String toString() {
        return "slowest key - "
                + settings.delayMillis
                + " ms, forgetting keys after "
                + settings.ttlMillis
                + " ms";
    }

    private static final class Generator<T> extends DelayGenerator<T> {

        /** A gap between two events counts for at most this part of the time to live. */
        private static final int GAP_PART = 10;

        private final KeyOf<T> key;
        private final Settings settings;
        private final EventTimes<T> times;
        private final long longestGap;
        private final KeyProgress keys;
        private final Counter forgotten;

        private long newestTime = Credibility.NO_PROGRESS;

        /** The time that has passed since the first event, gaps shortened. */
        private long age;

        private boolean warm;

        /** The highest time of the slowest key that is alive. */
        private long slowest = Credibility.NO_PROGRESS;

        Generator(KeyOf<T> key, Settings settings, EventTimes<T> times, WatermarkMetrics metrics) {
            super("per key", times, metrics);
            this.key = key;
            this.settings = settings;
            this.times = times;
            this.longestGap = Math.max(1, settings.ttlMillis / GAP_PART);
            this.keys = new KeyProgress(settings.keys, settings.ttlMillis);
            this.forgotten = metrics.counter("keysForgotten");
        }

        @Override
        boolean learn(T event, long eventTime, long progressBefore) {
            growOlder(times.knowsLogTime() ? times.logTime(event) : progress());
            if (keys.spoke(key.of(event), eventTime, age)) {
                forgotten.inc();
            }
            warm |= age >= settings.ttlMillis;
            if (!warm) {
                return false;
            }
            long before = slowest;
            slowest = keys.slowest();
            return slowest != before;
        }

        private void growOlder(long now) {
            if (now <= newestTime) {
                return;
            }
            if (newestTime != Credibility.NO_PROGRESS) {
                long gap = now - newestTime;
                // Below 0 the two lie further apart than numbers reach.
                age += gap < 0 ? longestGap : Math.min(gap, longestGap);
            }
            newestTime = now;
        }

        /** How far the slowest key lies behind the fastest, and the delay. */
        @Override
        long delayMillis() {
            return slowest == Credibility.NO_PROGRESS
                    ? NONE_YET
                    : progress() - slowest + settings.delayMillis;
        }

        @Override
        long stepMillis() {
            return settings.stepMillis;
        }

        @Override
        void writeDelay(DataOutputView out) throws IOException {
            out.writeLong(newestTime);
            out.writeLong(age);
            out.writeBoolean(warm);
            out.writeLong(slowest);
            keys.write(out);
        }

        @Override
        void readDelay(DataInputView in) throws IOException {
            newestTime = in.readLong();
            age = in.readLong();
            warm = in.readBoolean();
            slowest = in.readLong();
            keys.read(in);
        }
    }
}
