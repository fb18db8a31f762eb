package io.tidemark.watermarks;

import java.io.IOException;
import java.util.Arrays;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** How far the events of one partition are believed: {@link FutureGuard} at work. */
abstract class Credibility {

    /** The progress of a partition that has not seen a credible event. */
    static final long NO_PROGRESS = Long.MIN_VALUE;

    /** Whether {@link #progressAfter} asks for the log time. */
    boolean asksLogTime() {
        return false;
    }

    /**
     * The highest credible event time after one more event: never below {@code progress}, and never
     * above the highest event time so far.
     */
    abstract long progressAfter(long progress, long eventTime, long logTime);

    /** Writes what {@link #read} needs to go on. */
    void write(DataOutputView out) throws IOException {}

    void read(DataInputView in) throws IOException {}

    static final class OfAll extends Credibility {

        @Override
        long progressAfter(long progress, long eventTime, long logTime) {
            return Math.max(progress, eventTime);
        }
    }

    static final class ByLogTime extends Credibility {

        private final long aheadMillis;

        ByLogTime(long aheadMillis) {
            this.aheadMillis = aheadMillis;
        }

        @Override
        boolean asksLogTime() {
            return true;
        }

        @Override
        long progressAfter(long progress, long eventTime, long logTime) {
            return eventTime > progress && eventTime - aheadMillis <= logTime
                    ? eventTime
                    : progress;
        }
    }

    /** Believes what is near, and of what is far ahead the third highest of the last nine. */
    static final class ByNeighbours extends Credibility {

        private static final int REMEMBERED = 9;
        private static final int WITNESSES = 3;

        private final long aheadMillis;
        private final long[] last = new long[REMEMBERED];
        private final long[] ordered = new long[REMEMBERED];
        private int next;

        ByNeighbours(long aheadMillis) {
            this.aheadMillis = aheadMillis;
            Arrays.fill(last, NO_PROGRESS);
        }

        @Override
        long progressAfter(long progress, long eventTime, long logTime) {
            last[next] = eventTime;
            next = next + 1 == REMEMBERED ? 0 : next + 1;
            if (eventTime <= progress) {
                return progress;
            }
            if (progress != NO_PROGRESS && eventTime - aheadMillis <= progress) {
                return eventTime;
            }
            System.arraycopy(last, 0, ordered, 0, REMEMBERED);
            Arrays.sort(ordered);
            return Math.max(progress, ordered[REMEMBERED - WITNESSES]);
        }

        @Override
        void write(DataOutputView out) throws IOException {
            out.writeInt(next);
            for (long time : last) {
                out.writeLong(time);
            }
        }

        @Override
        void read(DataInputView in) throws IOException {
            next = in.readInt();
            for (int i = 0; i < REMEMBERED; i++) {
                last[i] = in.readLong();
            }
        }
    }
}
