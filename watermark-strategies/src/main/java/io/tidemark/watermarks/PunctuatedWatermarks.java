package io.tidemark.watermarks;

import java.io.IOException;
import org.apache.flink.api.common.eventtime.WatermarkGeneratorSupplier;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.metrics.Counter;

/**
 * A watermark strategy that follows marks in the stream: records in which the sender states that
 * everything before a time has been sent (a heartbeat, the end of a batch, a closed hour).
 *
 * <p><b>Definition.</b> After marks of which the highest says {@code t} the watermark is {@code t -
 * 1} milliseconds, emitted on the record that carries the mark, which may be an event or nothing
 * but a mark. By itself it moves by marks alone; {@link #over} takes the higher of a mark and of
 * another strategy's watermark, so that a heartbeat closes the windows of a quiet partition.
 *
 * <p><b>Worst case.</b> A mark is a promise: an event before it that comes after it is late, and a
 * sender that stops marking stops time. A mark further ahead of the log than an event could be
 * ({@link FutureGuard#byLogTime}) is not believed, and counted; without a log time every mark is,
 * for marks are rare and have no neighbours to be measured by.
 *
 * <p>A mark must be sent to every partition, after the events that it speaks of; one that stands in
 * one partition speaks for that one only.
 *
 * <p><b>Idleness.</b> Without marks the watermark stands still; with {@link #over} the other
 * strategy decides. The tick repeats the last watermark. <b>Backpressure</b> changes nothing.
 * <b>Restore.</b> In the source a partition begins with the next mark; a lateness gate keeps the
 * highest mark.
 *
 * <p>Cost: one more read and comparison an event; one {@code long} a partition, and the state of
 * the other strategy. Metrics, by subtask: {@code watermarksByMark}, the watermarks that marks have
 * lifted, {@code eventsBehindByMark}, the events that they alone have put behind, and {@code
 * marksAhead}, those not believed.
 *
 * @param <T> the type of the events
 */
public final class PunctuatedWatermarks<T> extends WrappingStrategy<T> {

    private static final long serialVersionUID = 1L;

    private final TimeOf<T> mark;
    private final EventTimes<T> times;

    private PunctuatedWatermarks(
            TimeOf<T> mark, EventTimes<T> times, WatermarkStrategy<T> wrapped) {
        super(wrapped);
        this.mark = mark;
        this.times = times;
    }

    /**
     * A strategy that moves by marks alone.
     *
     * @param mark the time before which everything has been sent, epoch milliseconds; {@code
     *     Long.MIN_VALUE} for a record that carries no mark
     */
    public static <T> PunctuatedWatermarks<T> by(TimeOf<T> mark, EventTimes<T> times) {
        return new PunctuatedWatermarks<>(mark, times, new Unmoved<>(times));
    }

    /** The strategy that moves by marks, and meanwhile as another strategy does. */
    public PunctuatedWatermarks<T> over(WatermarkStrategy<T> strategy) {
        return new PunctuatedWatermarks<>(mark, times, strategy);
    }

    @Override
    String kind() {
        return "Mark";
    }

    @Override
    Lift<T> begin(WatermarkGeneratorSupplier.Context context) {
        return new Marks<>(mark, times, counter(context, "marksAhead"));
    }

    @Override
    public String toString() {
        return wrapped() + ", or by marks";
    }

    private static final class Marks<T> extends Lift<T> {

        private final TimeOf<T> mark;
        private final EventTimes<T> times;
        private final FutureGuard guard;
        private final Counter ahead;

        private long lifted = NONE;

        Marks(TimeOf<T> mark, EventTimes<T> times, Counter ahead) {
            this.mark = mark;
            this.times = times;
            this.guard = times.guard();
            this.ahead = ahead;
        }

        @Override
        long afterEvent(T event) {
            long time = mark.of(event);
            if (time != Long.MIN_VALUE && time - 1 > lifted) {
                if (guard.needsLogTime() && guard.isAheadOfLog(time, times.logTime(event))) {
                    ahead.inc();
                } else {
                    lifted = time - 1;
                }
            }
            return lifted;
        }

        @Override
        void write(DataOutputView out) throws IOException {
            out.writeLong(lifted);
        }

        @Override
        void read(DataInputView in) throws IOException {
            lifted = in.readLong();
        }
    }

    /** Measures events and moves nothing. */
    private static final class Unmoved<T> extends TimedStrategy<T> {

        private static final long serialVersionUID = 1L;

        Unmoved(EventTimes<T> times) {
            super(times);
        }

        @Override
        RestorableGenerator<T> begin(WatermarkMetrics metrics) {
            return new Generator<>(times(), metrics);
        }

        @Override
        public String toString() {
            return "no watermark";
        }

        private static final class Generator<T> extends DelayGenerator<T> {

            Generator(EventTimes<T> times, WatermarkMetrics metrics) {
                super("unmoved", times, metrics);
            }

            @Override
            long delayMillis() {
                return NONE_YET;
            }

            @Override
            long stepMillis() {
                return 1;
            }

            @Override
            boolean learn(T event, long eventTime, long progressBefore) {
                return false;
            }

            @Override
            void writeDelay(DataOutputView out) {}

            @Override
            void readDelay(DataInputView in) {}
        }
    }
}
