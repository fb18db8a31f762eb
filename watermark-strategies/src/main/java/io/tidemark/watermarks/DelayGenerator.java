package io.tidemark.watermarks;

import java.io.IOException;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * A generator whose watermark lies a delay behind the highest credible event time: {@code
 * floor((progress - delay) / step) * step - 1}, and never goes back. What the delay is, the
 * subclass says.
 */
abstract class DelayGenerator<T> implements RestorableGenerator<T> {

    /** The delay of a generator that has not seen enough to name one: it emits nothing. */
    static final long NONE_YET = -1;

    private static final int FORMAT = 1;

    /** Below it, arithmetic with a delay could come out at the other end of time. */
    private static final long EARLIEST_PROGRESS = -(1L << 62);

    private final String kind;
    private final EventTimes<T> times;
    private final Credibility credibility;
    private final boolean asksLogTime;
    private final WatermarkMetrics metrics;

    private long progress = Credibility.NO_PROGRESS;
    private long emitted = Long.MIN_VALUE;

    /**
     * @param kind what the state of this generator is called in a checkpoint; one of another kind
     *     takes only the progress from it
     */
    DelayGenerator(String kind, EventTimes<T> times, WatermarkMetrics metrics) {
        this.kind = kind;
        this.times = times;
        this.credibility = times.guard().begin();
        this.asksLogTime = credibility.asksLogTime();
        this.metrics = metrics;
        metrics.watch(this);
    }

    /** The delay now, 0 or more, or {@link #NONE_YET}. */
    abstract long delayMillis();

    /** The grain in which the watermark moves, at least 1. */
    abstract long stepMillis();

    /**
     * Takes one more event into account, whose time is believed.
     *
     * @param progressBefore the highest credible event time before it, or {@link
     *     Credibility#NO_PROGRESS}
     * @return whether the delay changed
     */
    abstract boolean learn(T event, long eventTime, long progressBefore);

    /** Writes what the subclass needs to go on. */
    abstract void writeDelay(DataOutputView out) throws IOException;

    abstract void readDelay(DataInputView in) throws IOException;

    @Override
    public final void onEvent(T event, long eventTime, WatermarkOutput output) {
        if (eventTime == Long.MIN_VALUE) {
            return;
        }
        long before = progress;
        if (metrics.countAndChoose()) {
            measure(event, eventTime, before);
        }
        if (eventTime <= emitted) {
            metrics.behind();
        }
        long logTime = asksLogTime && eventTime > before ? times.logTime(event) : Long.MIN_VALUE;
        long after = credibility.progressAfter(before, eventTime, logTime);
        progress = after;
        boolean believed = eventTime <= after;
        if (!believed) {
            metrics.ahead();
        }
        // What is not believed is not learned from either: it would pass for an event in time.
        boolean learned =
                believed && eventTime >= EARLIEST_PROGRESS && learn(event, eventTime, before);
        if (learned || after != before) {
            emitIfMoved(output);
        }
    }

    /** The highest credible event time, or {@link Credibility#NO_PROGRESS}. */
    final long progress() {
        return progress;
    }

    private void measure(T event, long eventTime, long before) {
        long logTime = times.logTime(event);
        metrics.measured(
                before == Credibility.NO_PROGRESS ? 0 : before - eventTime,
                logTime == Long.MIN_VALUE ? Long.MIN_VALUE : logTime - eventTime);
    }

    private void emitIfMoved(WatermarkOutput output) {
        long delay = delayMillis();
        if (delay == NONE_YET || progress < EARLIEST_PROGRESS) {
            return;
        }
        long step = stepMillis();
        long watermark = Math.floorDiv(progress - delay, step) * step - 1;
        if (watermark > emitted) {
            emitted = watermark;
            output.emitWatermark(new Watermark(watermark));
        }
    }

    @Override
    public final void onPeriodicEmit(WatermarkOutput output) {
        metrics.tick();
        // A repeat is dropped unless the partition was idle: then it is what makes it count again.
        if (emitted != Long.MIN_VALUE) {
            output.emitWatermark(new Watermark(emitted));
        }
    }

    @Override
    public final void write(DataOutputView out) throws IOException {
        out.writeInt(FORMAT);
        out.writeUTF(kind);
        out.writeUTF(credibility.getClass().getSimpleName());
        out.writeLong(progress);
        out.writeLong(emitted);
        credibility.write(out);
        writeDelay(out);
    }

    @Override
    public final void read(DataInputView in) throws IOException {
        int format = in.readInt();
        if (format != FORMAT) {
            throw new IOException(
                    "the watermark state is of format "
                            + format
                            + ", and this version of Tidemark reads format "
                            + FORMAT
                            + ": restore with the version that wrote it");
        }
        boolean sameKind = in.readUTF().equals(kind);
        boolean sameGuard = in.readUTF().equals(credibility.getClass().getSimpleName());
        progress = in.readLong();
        emitted = in.readLong();
        // Another strategy took over: it goes on from where time had come, and learns the rest.
        if (sameKind && sameGuard) {
            credibility.read(in);
            readDelay(in);
        }
    }
}
