package io.tidemark.watermarks;

import java.io.IOException;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** What a wrapping strategy adds to the watermark of the one that it wraps. */
abstract class Lift<T> {

    /** The watermark of a lift that asks for none. */
    static final long NONE = Long.MIN_VALUE;

    /**
     * The watermark that this asks for after one more event, {@link #NONE} if it asks for none. A
     * function of the events alone.
     */
    abstract long afterEvent(T event);

    /**
     * The watermark that this asks for at a periodic tick.
     *
     * @param ofWrapped the watermark of the wrapped strategy, {@link #NONE} if it has none
     */
    long atTick(long ofWrapped) {
        return NONE;
    }

    /** Writes what {@link #afterEvent} needs to go on. */
    abstract void write(DataOutputView out) throws IOException;

    abstract void read(DataInputView in) throws IOException;
}
