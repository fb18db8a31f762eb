package io.tidemark.watermarks;

import java.io.IOException;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.metrics.Counter;

/**
 * A generator around another one: the higher of what the other one and a {@link Lift} ask for, one
 * watermark an event at most, and never back.
 *
 * <p>It stands between the wrapped generator and the output. If the wrapped one declares its
 * partition idle, so does this, and lifts nothing until that is over.
 */
class WrappingGenerator<T> implements WatermarkGenerator<T>, WatermarkOutput {

    private final WatermarkGenerator<T> wrapped;
    private final Lift<T> lift;
    private final Counter lifted;
    private final Counter behind;

    private long ofWrapped = Long.MIN_VALUE;
    private long emitted = Long.MIN_VALUE;
    private boolean idle;

    private WrappingGenerator(
            WatermarkGenerator<T> wrapped, Lift<T> lift, Counter lifted, Counter behind) {
        this.wrapped = wrapped;
        this.lift = lift;
        this.lifted = lifted;
        this.behind = behind;
    }

    /**
     * A generator that can be checkpointed if the wrapped one can.
     *
     * @param kind what its state is called in a checkpoint
     * @param lifted counts watermarks that the lift moved
     * @param behind counts events that are behind the watermark because of the lift
     */
    static <T> WatermarkGenerator<T> around(
            WatermarkGenerator<T> wrapped,
            String kind,
            Lift<T> lift,
            Counter lifted,
            Counter behind) {
        return wrapped instanceof RestorableGenerator<T> restorable
                ? new Restorable<>(restorable, kind, lift, lifted, behind)
                : new WrappingGenerator<>(wrapped, lift, lifted, behind);
    }

    @Override
    public final void onEvent(T event, long eventTime, WatermarkOutput output) {
        if (eventTime <= emitted && eventTime > ofWrapped) {
            behind.inc();
        }
        boolean wasIdle = idle;
        wrapped.onEvent(event, eventTime, this);
        long asked = lift.afterEvent(event);
        if (asked > ofWrapped && asked > emitted) {
            lifted.inc();
        }
        long higher = Math.max(ofWrapped, asked);
        if (higher > emitted) {
            emitted = higher;
            output.emitWatermark(new Watermark(higher));
        }
        passOn(wasIdle, output);
    }

    @Override
    public final void onPeriodicEmit(WatermarkOutput output) {
        boolean wasIdle = idle;
        wrapped.onPeriodicEmit(this);
        long asked = idle ? Lift.NONE : lift.atTick(ofWrapped);
        if (asked > ofWrapped && asked > emitted) {
            lifted.inc();
        }
        long higher = Math.max(ofWrapped, asked);
        boolean moved = higher > emitted;
        emitted = Math.max(emitted, higher);
        // A repeat is dropped unless the partition was idle: then it is what makes it count again.
        if (moved || (emitted != Long.MIN_VALUE && !idle)) {
            output.emitWatermark(new Watermark(emitted));
        }
        passOn(wasIdle, output);
    }

    private void passOn(boolean wasIdle, WatermarkOutput output) {
        if (idle && !wasIdle) {
            output.markIdle();
        } else if (wasIdle && !idle) {
            output.markActive();
        }
    }

    /** Takes a watermark of the wrapped generator. */
    @Override
    public final void emitWatermark(Watermark watermark) {
        ofWrapped = Math.max(ofWrapped, watermark.getTimestamp());
        idle = false;
    }

    @Override
    public final void markIdle() {
        idle = true;
    }

    @Override
    public final void markActive() {
        idle = false;
    }

    private static final class Restorable<T> extends WrappingGenerator<T>
            implements RestorableGenerator<T> {

        /** Far from the formats of generators that wrap none, so that none is taken for another. */
        private static final int FORMAT = 1001;

        private final RestorableGenerator<T> wrapped;
        private final String kind;
        private final Lift<T> lift;

        Restorable(
                RestorableGenerator<T> wrapped,
                String kind,
                Lift<T> lift,
                Counter lifted,
                Counter behind) {
            super(wrapped, lift, lifted, behind);
            this.wrapped = wrapped;
            this.kind = kind;
            this.lift = lift;
        }

        @Override
        public void write(DataOutputView out) throws IOException {
            out.writeInt(FORMAT);
            out.writeUTF(kind);
            out.writeLong(super.ofWrapped);
            out.writeLong(super.emitted);
            lift.write(out);
            wrapped.write(out);
        }

        @Override
        public void read(DataInputView in) throws IOException {
            int format = in.readInt();
            String written = format == FORMAT ? in.readUTF() : "another kind";
            if (!written.equals(kind)) {
                throw new IOException(
                        "the watermark state is of "
                                + written
                                + " and this strategy is "
                                + kind
                                + ": restore with the strategies wrapped in the order in which they were,"
                                + " or without the state of this operator");
            }
            super.ofWrapped = in.readLong();
            super.emitted = in.readLong();
            lift.read(in);
            wrapped.read(in);
        }
    }
}
