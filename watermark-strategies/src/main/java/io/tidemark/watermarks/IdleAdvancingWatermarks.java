package io.tidemark.watermarks;

import java.io.Serializable;
import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkGeneratorSupplier;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.util.clock.RelativeClock;
import org.apache.flink.util.clock.SystemClock;

/**
 * A watermark strategy that goes on with the clock while no events come, so that the last window of
 * a quiet stream closes without the next event.
 *
 * <p><b>Definition.</b> When nothing has come for {@code idleAfter}, each periodic tick moves the
 * watermark to the wrapped strategy's plus the time since the last event, as if events went on
 * coming with the same lag, but by at most {@code atMost}. The first events after the silence go on
 * where the wrapped strategy stands; until that has passed, the watermark stays. It never goes
 * back.
 *
 * <p><b>Only live.</b> A stream that is being caught up with or read anew is silent when a broker
 * hesitates, not because nothing happened. So the watermark goes on only if the newest event was
 * taken by the log at most {@link #liveWithin} (a minute, unless stated) before it was read, by the
 * wall clock; an event whose log time is not known advances nothing. Before the first watermark of
 * the wrapped strategy there is nothing to go on from.
 *
 * <p><b>Precision.</b> The advance begins at most one interval of the periodic tick ({@code
 * pipeline.auto-watermark-interval}) after {@code idleAfter}; where Flink's {@code withIdleness}
 * takes up to three. It never begins before, but in partitions with more than sixteen events an
 * interval: there the silence counts from one of the last sixteen events.
 *
 * <p><b>Worst case.</b> Events that were delayed on their way to the log, not by their time, come
 * after a silence and are late by up to {@code atMost}: that is what an idle partition may cost.
 * <b>Idleness.</b> The output is never declared idle. That is the difference to {@code
 * withIdleness}, by which a partition that wakes finds the others far ahead, and which Flink 2.3
 * answers by moving to the <em>highest</em> watermark when the last partition falls idle. If the
 * wrapped strategy declares its partition idle, nothing is advanced; to set partitions aside that
 * are silent for longer, call {@code withIdleness} on this with more than {@code idleAfter +
 * atMost}. A partition that has never had an event holds all back, as ever.
 *
 * <p><b>Backpressure.</b> The silence is measured by a clock that Flink stops while the source may
 * not emit. <b>Restore.</b> The advance is forgotten, the source starts with its next event. In a
 * lateness gate nothing ticks and nothing is advanced. But the advanced watermark of the source
 * comes to the gate too, as that of all partitions, and by it windows close: an event behind it is
 * late there, in a live run and not in a replay. That is what the advance costs, as idleness does.
 *
 * <p>Cost: one read of the log time an event, one of the clock for the first sixteen events after a
 * tick and then for every sixteenth; a message downstream a tick during silence. Metrics, by
 * subtask: {@code watermarksByIdleAdvance}, and {@code eventsBehindByIdleAdvance}, the events that
 * the advance alone has put behind.
 *
 * @param <T> the type of the events
 */
public final class IdleAdvancingWatermarks<T> extends WrappingStrategy<T> {

    /** The wall clock, shipped with the strategy. */
    @FunctionalInterface
    public interface WallClock extends Serializable {

        /** Now, epoch milliseconds. */
        long millis();
    }

    private static final long serialVersionUID = 1L;

    private static final Duration DEFAULT_LIVE_WITHIN = Duration.ofMinutes(1);

    private final Settings settings;
    private final TimeOf<T> logTime;
    private final WallClock wallClock;

    private record Settings(
            long idleAfterMillis, long atMostMillis, long liveWithinMillis, boolean on)
            implements Serializable {}

    private IdleAdvancingWatermarks(
            WatermarkStrategy<T> wrapped,
            Settings settings,
            TimeOf<T> logTime,
            WallClock wallClock) {
        super(wrapped);
        this.settings = settings;
        this.logTime = logTime;
        this.wallClock = wallClock;
    }

    /**
     * A strategy that moves the watermark of another one on after a silence of {@code idleAfter}.
     *
     * @param atMost how far the watermark goes beyond the one that events have brought
     * @param logTime when the log took an event, epoch milliseconds; {@code Long.MIN_VALUE} if that
     *     is not known
     * @throws IllegalArgumentException if one of the durations is below 1 ms
     */
    public static <T> IdleAdvancingWatermarks<T> of(
            WatermarkStrategy<T> strategy, Duration idleAfter, Duration atMost, TimeOf<T> logTime) {
        Settings settings =
                new Settings(
                        checkedMillis("idleAfter", idleAfter),
                        checkedMillis("atMost", atMost),
                        DEFAULT_LIVE_WITHIN.toMillis(),
                        true);
        return new IdleAdvancingWatermarks<>(
                strategy, settings, logTime, () -> SystemClock.getInstance().absoluteTimeMillis());
    }

    /**
     * The same strategy taking a stream as live whose newest event was read at most {@code delay}
     * (inclusive) after the log took it. A difference between the clocks of broker and task counts
     * in.
     *
     * @throws IllegalArgumentException if it is below 1 ms
     */
    public IdleAdvancingWatermarks<T> liveWithin(Duration delay) {
        return with(
                new Settings(
                        settings.idleAfterMillis,
                        settings.atMostMillis,
                        checkedMillis("liveWithin", delay),
                        settings.on));
    }

    /** The same strategy, or with {@code false} the wrapped one and nothing else. */
    public IdleAdvancingWatermarks<T> switchedOn(boolean on) {
        return with(
                new Settings(
                        settings.idleAfterMillis,
                        settings.atMostMillis,
                        settings.liveWithinMillis,
                        on));
    }

    /** The same strategy reading another wall clock. */
    public IdleAdvancingWatermarks<T> readingClock(WallClock clock) {
        return new IdleAdvancingWatermarks<>(wrapped(), settings, logTime, clock);
    }

    private IdleAdvancingWatermarks<T> with(Settings other) {
        return new IdleAdvancingWatermarks<>(wrapped(), other, logTime, wallClock);
    }

    private static long checkedMillis(String name, Duration duration) {
        if (Millis.isNone(duration)) {
            throw new IllegalArgumentException(
                    name + "=" + duration + " is below 1 ms: give 1 ms or more");
        }
        return Millis.of(name, duration);
    }

    @Override
    String kind() {
        return "IdleAdvance";
    }

    @Override
    Lift<T> begin(WatermarkGeneratorSupplier.Context context) {
        return new Advance<>(settings, logTime, wallClock, context.getInputActivityClock());
    }

    @Override
    public WatermarkGenerator<T> createWatermarkGenerator(
            WatermarkGeneratorSupplier.Context context) {
        return settings.on
                ? super.createWatermarkGenerator(context)
                : wrapped().createWatermarkGenerator(context);
    }

    @Override
    public String toString() {
        return wrapped()
                + (settings.on
                        ? ", after "
                                + settings.idleAfterMillis
                                + " ms of silence with the clock for "
                                + settings.atMostMillis
                                + " ms"
                        : "");
    }

    private static final class Advance<T> extends Lift<T> {

        /** Of many events between two ticks every sixteenth reads the clock. */
        private static final int ALWAYS_READ = 16;

        private final Settings settings;
        private final TimeOf<T> logTime;
        private final WallClock wallClock;
        private final RelativeClock activity;

        private long eventsSinceTick;
        private long lastEventAt;
        private long newestLogTime = Long.MIN_VALUE;
        private boolean live;

        Advance(Settings settings, TimeOf<T> logTime, WallClock wallClock, RelativeClock activity) {
            this.settings = settings;
            this.logTime = logTime;
            this.wallClock = wallClock;
            this.activity = activity;
        }

        @Override
        long afterEvent(T event) {
            newestLogTime = logTime.of(event);
            if (eventsSinceTick < ALWAYS_READ || eventsSinceTick % ALWAYS_READ == 0) {
                lastEventAt = activity.relativeTimeMillis();
            }
            eventsSinceTick++;
            return NONE;
        }

        @Override
        long atTick(long ofWrapped) {
            long silence = activity.relativeTimeMillis() - lastEventAt;
            if (eventsSinceTick > 0) {
                eventsSinceTick = 0;
                live =
                        newestLogTime != Long.MIN_VALUE
                                && wallClock.millis() - silence - newestLogTime
                                        <= settings.liveWithinMillis;
            }
            if (!live || silence < settings.idleAfterMillis || ofWrapped == NONE) {
                return NONE;
            }
            long onwards = Math.min(silence, settings.atMostMillis);
            return ofWrapped > Long.MAX_VALUE - onwards ? Long.MAX_VALUE : ofWrapped + onwards;
        }

        @Override
        void write(DataOutputView out) {}

        @Override
        void read(DataInputView in) {}
    }
}
