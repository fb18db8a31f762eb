package io.tidemark.operators.disorder;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * How many event times look like seconds, microseconds or nanoseconds among milliseconds: times
 * that are more than a year from where they should be, and within a year of it in another unit.
 */
final class UnitCounts {

    private static final long YEAR = 366L * 24 * 3_600_000;

    /** Before 1980 the units lie too close together to tell. */
    private static final long EARLIEST = 10 * YEAR;

    private long seconds;
    private long micros;
    private long nanos;
    private long modern;
    private long early;

    /**
     * Takes an event time.
     *
     * @param expected about when it should be, epoch milliseconds
     */
    void add(long eventTime, long expected) {
        if (expected >= EARLIEST) {
            modern++;
        } else if (isEarly(eventTime) && isEarly(expected)) {
            early++;
        }
        if (!near(eventTime, expected) && expected >= EARLIEST) {
            if (Math.abs(eventTime) < Long.MAX_VALUE / 1_000 && near(eventTime * 1_000, expected)) {
                seconds++;
            } else if (near(eventTime / 1_000, expected)) {
                micros++;
            } else if (near(eventTime / 1_000_000, expected)) {
                nanos++;
            }
        }
    }

    /**
     * Seconds in both columns agree with each other, and are known only by the company they keep:
     * read as milliseconds they lie in the first weeks of 1970.
     */
    private static boolean isEarly(long time) {
        return time >= EARLIEST / 1_000 && time < 150 * YEAR / 1_000;
    }

    private static boolean near(long time, long expected) {
        long apart = time - expected;
        return apart < YEAR && apart > -YEAR;
    }

    /** Whether there is more than one unit. */
    boolean areMixed() {
        return seconds() + micros + nanos > 0;
    }

    long seconds() {
        return seconds + (modern > 0 ? early : 0);
    }

    long micros() {
        return micros;
    }

    long nanos() {
        return nanos;
    }

    void merge(UnitCounts other) {
        seconds += other.seconds;
        micros += other.micros;
        nanos += other.nanos;
        modern += other.modern;
        early += other.early;
    }

    void write(DataOutput out) throws IOException {
        out.writeLong(seconds);
        out.writeLong(micros);
        out.writeLong(nanos);
        out.writeLong(modern);
        out.writeLong(early);
    }

    static UnitCounts read(DataInput in) throws IOException {
        UnitCounts read = new UnitCounts();
        read.seconds = in.readLong();
        read.micros = in.readLong();
        read.nanos = in.readLong();
        read.modern = in.readLong();
        read.early = in.readLong();
        return read;
    }
}
