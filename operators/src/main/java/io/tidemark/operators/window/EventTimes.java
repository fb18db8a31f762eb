package io.tidemark.operators.window;

import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/** The event times that windows can work with. */
final class EventTimes {

    /**
     * How far from 1970 an event may lie, in milliseconds, inclusive: some 146 million years. So no
     * edge of a window overflows.
     */
    static final long FARTHEST = 1L << 62;

    /** The longest window, gap, lateness or horizon, in milliseconds, inclusive. */
    static final long LONGEST = 1L << 60;

    private EventTimes() {}

    /**
     * The event time of an element.
     *
     * @throws IllegalStateException if it has none
     */
    static long of(StreamRecord<?> element) {
        if (!element.hasTimestamp()) {
            throw new IllegalStateException(
                    "an event without a timestamp reached event-time windows: "
                            + element.getValue()
                            + "; call assignTimestampsAndWatermarks on the stream in front of them");
        }
        return element.getTimestamp();
    }

    static boolean outOfRange(long time) {
        return time > FARTHEST || time < -FARTHEST;
    }

    /** The watermark so many milliseconds back; the lowest stays the lowest. */
    static long back(long watermark, long millis) {
        long back = watermark - millis;
        return back > watermark ? Long.MIN_VALUE : back;
    }

    /**
     * The first watermark after the given one that has passed a multiple of the period; {@link
     * HotKey#NEVER} if there is none any more.
     */
    static long nextTick(long watermark, long period) {
        if (watermark == Long.MIN_VALUE) {
            return Long.MIN_VALUE + 1;
        }
        return watermark >= Long.MAX_VALUE - period
                ? HotKey.NEVER
                : (Math.floorDiv(watermark + 1, period) + 1) * period - 1;
    }
}
