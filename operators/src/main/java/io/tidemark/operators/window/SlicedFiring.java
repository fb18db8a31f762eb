package io.tidemark.operators.window;

import java.util.ArrayDeque;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamElement;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;

/**
 * Does what is due at a watermark a slice of time at a time, so that barriers and events get their
 * turn in between, and sends the watermark on when all of it is done.
 *
 * <p>It goes by <em>rounds</em>: the watermark that begins a round is the one that its work is due
 * at and that leaves at its end. A watermark that comes meanwhile waits, and takes the place of one
 * that waits already. So a watermark leaves after a finite amount of work however many come, and
 * where the firing cannot keep up, what is skipped are steps and never the watermark as such.
 * Whether an input is idle waits in the same line: it leaves behind the watermarks that came before
 * it and in front of those that came later.
 *
 * <p>Of a round, keys in memory come first and those that left it after them. What is due at one
 * watermark is finite, and the watermark waits for both, so neither starves the other.
 *
 * <p>How long a barrier waits: for a slice of 100 ms, and for what is done between two looks at the
 * clock, which are 64 keys or rows, or 64 windows of each kind that one key has. Longer only for
 * what is done for one key at once: its rows after late events, its early rows, and everything that
 * is due if an event comes for it. Events are judged by the newest watermark that came and never by
 * that of the round: how fast windows are fired must not decide what is late. So a key that an
 * event comes for is fired through the newest first.
 */
final class SlicedFiring {

    private final Work work;
    private final TimeSlice slice;

    /** What came and did not leave yet; the first is what the round is about. */
    private final ArrayDeque<StreamElement> waiting = new ArrayDeque<>();

    private boolean inRound;
    private boolean announced;

    private long newest = Long.MIN_VALUE;
    private long left = Long.MIN_VALUE;

    SlicedFiring(Work work, TimeSlice slice) {
        this.work = work;
        this.slice = slice;
    }

    /** What there is to do. */
    interface Work {

        /** Makes ready what is due at a watermark; that of the round before was lower. */
        void begin(long watermark);

        /** Fires one key that is due, or a part of it; false if there is none. */
        boolean fireNext() throws Exception;

        /** Whether no key is due. */
        boolean nothingReady();

        /** Called when nothing is due any more at the watermark of the round. */
        void allFired(Watermark mark) throws Exception;

        /** Sends on what is known of idleness. */
        void forward(WatermarkStatus status);
    }

    /** Takes a watermark. */
    void add(Watermark mark) throws Exception {
        newest = mark.getTimestamp();
        if (waiting.size() > (inRound ? 1 : 0) && waiting.getLast() instanceof Watermark) {
            waiting.removeLast();
        }
        enqueue(mark);
    }

    /** Takes what is known of idleness. */
    void add(WatermarkStatus status) throws Exception {
        enqueue(status);
    }

    private void enqueue(StreamElement element) throws Exception {
        waiting.add(element);
        if (waiting.size() == 1) {
            fireSlice();
        }
    }

    /** Does all that is left, at once. */
    void finish() throws Exception {
        while (!waiting.isEmpty()) {
            go();
        }
    }

    /**
     * How far what left is behind what came, in event time: 0 if nothing waits, −1 if it cannot be
     * told, because no watermark has left yet or because the last of all came.
     */
    long lagMillis() {
        if (newest == left) {
            return 0;
        }
        return left == Long.MIN_VALUE || newest == Long.MAX_VALUE ? -1 : newest - left;
    }

    private void fireSlice() throws Exception {
        slice.begin();
        boolean moving = true;
        while (moving && !waiting.isEmpty()) {
            moving = go();
        }
        slice.end();
        if (!waiting.isEmpty() && !announced) {
            announced = true;
            slice.afterPause(
                    now -> {
                        announced = false;
                        if (!waiting.isEmpty()) {
                            fireSlice();
                        }
                    });
        }
    }

    /** Works on the first that waits, within the slice; whether it left. */
    private boolean go() throws Exception {
        if (waiting.getFirst() instanceof Watermark mark) {
            if (!allFired(mark)) {
                return false;
            }
            waiting.removeFirst();
            inRound = false;
            left = mark.getTimestamp();
            work.allFired(mark);
        } else {
            work.forward((WatermarkStatus) waiting.removeFirst());
        }
        return true;
    }

    private boolean allFired(Watermark mark) throws Exception {
        if (!inRound) {
            inRound = true;
            work.begin(mark.getTimestamp());
        }
        boolean more = true;
        while (more) {
            more = work.fireNext() && !slice.isOver();
        }
        return work.nothingReady();
    }
}
