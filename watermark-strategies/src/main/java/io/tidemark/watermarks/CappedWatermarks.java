package io.tidemark.watermarks;

import java.io.IOException;
import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkGeneratorSupplier;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * A watermark strategy that never stays further than a stated time behind the arrival of events,
 * whatever the strategy that it wraps would wait for: a partition whose event time is stuck costs
 * at most that much.
 *
 * <p><b>Definition.</b> After events of which the log took the newest at {@code log}, the watermark
 * is the higher of the wrapped strategy's and {@code floor((log - atMost) / step) * step - 1}
 * milliseconds, emitted on the event that moves it. Only the log's time on the events is read,
 * never a clock, so that a replay lifts it on the same events as the live run did.
 *
 * <p><b>Worst case.</b> An event that arrives more than {@code atMost} after its time may be behind
 * the watermark, and in a backfill that was written to the log long after it happened all are: give
 * more than the oldest lag that you want to keep. The log time must be the broker's append time: a
 * producer's wrong stamp lifts the watermark at once, and no guard stands before it.
 *
 * <p><b>Idleness.</b> A partition without events arrives nowhere: it holds the watermark back as
 * before (wrap {@link IdleAdvancingWatermarks} around this). If the wrapped strategy declares its
 * partition idle, it stays so until that strategy or an event moves the watermark.
 * <b>Backpressure</b> changes nothing. <b>Restore.</b> In the source the cap begins again with the
 * first event; in a lateness gate the highest log time is kept with the wrapped strategy's state,
 * if that one can be checkpointed, and so are the verdicts.
 *
 * <p>Cost: two comparisons an event, one division an event that the log took later than all before;
 * four {@code long}s a partition. Metrics, by subtask: {@code watermarksByCap}, the watermarks that
 * the cap has lifted, and {@code eventsBehindByCap}, the events that it alone has put behind.
 *
 * @param <T> the type of the events
 */
public final class CappedWatermarks<T> extends WrappingStrategy<T> {

    private static final long serialVersionUID = 1L;

    private final long atMostMillis;
    private final long stepMillis;
    private final TimeOf<T> logTime;

    private CappedWatermarks(
            WatermarkStrategy<T> wrapped, long atMostMillis, long stepMillis, TimeOf<T> logTime) {
        super(wrapped);
        this.atMostMillis = atMostMillis;
        this.stepMillis = stepMillis;
        this.logTime = logTime;
    }

    /**
     * A strategy that keeps the watermark of another one at most {@code atMost} behind the newest
     * log time, in steps of 1% of it.
     *
     * @param logTime when the log took an event, epoch milliseconds; {@code Long.MIN_VALUE} if that
     *     is not known
     * @throws IllegalArgumentException if {@code atMost} is negative
     */
    public static <T> CappedWatermarks<T> of(
            WatermarkStrategy<T> strategy, Duration atMost, TimeOf<T> logTime) {
        if (atMost.isNegative()) {
            throw new IllegalArgumentException(
                    "atMost="
                            + atMost
                            + " is negative: the watermark would run ahead of arrival, give 0 or more");
        }
        long millis = Millis.of("atMost", atMost);
        return new CappedWatermarks<>(strategy, millis, Steps.defaultStepMillis(millis), logTime);
    }

    /**
     * The same strategy lifting the watermark in steps of {@code step}: up to {@code step - 1} ms
     * later than {@code atMost} says, and never earlier.
     *
     * @throws IllegalArgumentException if the step is below 1 ms
     */
    public CappedWatermarks<T> movingBy(Duration step) {
        return new CappedWatermarks<>(wrapped(), atMostMillis, Steps.checkedMillis(step), logTime);
    }

    @Override
    String kind() {
        return "Cap";
    }

    @Override
    Lift<T> begin(WatermarkGeneratorSupplier.Context context) {
        return new Cap<>(atMostMillis, stepMillis, logTime);
    }

    @Override
    public String toString() {
        return wrapped() + ", at most " + atMostMillis + " ms behind arrival";
    }

    private static final class Cap<T> extends Lift<T> {

        /** Below it there is no time that a log could tell, and no arithmetic. */
        private static final long EARLIEST = -(1L << 62);

        private final long atMostMillis;
        private final long stepMillis;
        private final TimeOf<T> logTime;

        private long newest = EARLIEST;
        private long lifted = NONE;

        Cap(long atMostMillis, long stepMillis, TimeOf<T> logTime) {
            this.atMostMillis = atMostMillis;
            this.stepMillis = stepMillis;
            this.logTime = logTime;
        }

        @Override
        long afterEvent(T event) {
            long log = logTime.of(event);
            if (log > newest) {
                moveTo(log);
            }
            return lifted;
        }

        private void moveTo(long log) {
            newest = log;
            lifted = Math.floorDiv(log - atMostMillis, stepMillis) * stepMillis - 1;
        }

        @Override
        void write(DataOutputView out) throws IOException {
            out.writeLong(newest);
        }

        @Override
        void read(DataInputView in) throws IOException {
            long log = in.readLong();
            if (log > EARLIEST) {
                moveTo(log);
            }
        }
    }
}
