package io.tidemark.operators.window;

import io.tidemark.operators.aggregate.LongOf;
import java.io.Serializable;
import java.time.Duration;

/**
 * Session windows: the events of a key that follow one another closely are in one window, which
 * ends with a silence.
 *
 * <pre>
 *  gap 5        ●──┬──●────┐            ●───────┐
 *  event time   1  3  4    9            20      25      sessions [1, 9) and [20, 25)
 * </pre>
 *
 * <p>An event at time t opens [t, t + gap). Windows that overlap or touch are one session: it
 * starts with its first event and ends the gap after its last. So two events exactly the gap apart
 * are in one session, as with Flink's {@code EventTimeSessionWindows}.
 *
 * <p><b>Lateness.</b> A session may change until the watermark reaches its end − 1 + the allowed
 * lateness; then it is closed. An event joins all sessions that its own window overlaps or touches
 * and that may still change, and makes one of them, however far back the event itself lies. If
 * there are none, and its own window is behind the watermark that far, it is late. A closed session
 * never changes, also if a later event would have bridged it and an open one: no event is in two
 * sessions, and nothing is thrown. An event is late for its session or it is not; there is no
 * <em>partly late</em>.
 *
 * <p><b>Rows.</b> A session sends its row {@code ON_TIME} when the watermark passes its end. Within
 * the allowed lateness, an event may join it afterwards. If the end is still behind the watermark,
 * a {@code LATE} row follows with the next step of the watermark, one however many events came; if
 * it is not, the session is open again and sends another {@code ON_TIME} row when its end is
 * passed. A session that was made behind the watermark sends {@code LATE} rows only.
 *
 * <p>A row is of the bounds that the session has when it leaves, and {@link WindowResult#pane()}
 * counts the rows of these bounds. Where a session has sent a row and then grows, or is merged into
 * another, the row's bounds are those of no session any more. What becomes of a reader that keeps
 * the last row by (key, start, end):
 *
 * <ul>
 *   <li>{@link Panes#finalOnly()}: a session sends one row, when it is closed. The reader has
 *       exactly the sessions; their ends differ, so (key, end) is enough of a key.
 *   <li>{@link Panes#retracting()}: together with the first row of new bounds, the last row of all
 *       bounds that went into them is taken back, labelled {@link WindowResult#last()}, for there
 *       is no such window any more. The reader who deletes what is taken back has exactly the
 *       sessions once they are closed, and no event twice at any time in between.
 *   <li>{@link Panes#discarding()}: a row holds what came since the last row of each of the parts.
 *       The sum of a key's rows counts every event once; the rows of one session lie within the
 *       bounds of its last one.
 *   <li>{@link Panes#accumulating()}: the rows of bounds that are no more stay with the reader, as
 *       they do behind Flink. A row replaces those of the same key that lie within it, unless it
 *       reached over a session that was closed before. With early rows or allowed lateness, take
 *       retracting panes if that matters.
 * </ul>
 *
 * <p><b>Cost.</b> An event costs two binary searches at most among the key's sessions that may
 * still change, mostly one or two, and one {@code add}; a session that only grows costs no timer.
 * <b>State.</b> One accumulator a session until it is closed, and, if panes are retracting, one for
 * each row that may have to be taken back. A key is one value in the backend, read and written
 * whole, so a key with thousands of sessions within the allowed lateness pays for all of them at
 * each checkpoint.
 *
 * @param <T> the type of the events
 */
public final class SessionWindows<T> implements Serializable {

    private static final long serialVersionUID = 1L;

    private final String name;
    private final LongOf<? super T> gapOf;

    private SessionWindows(String name, LongOf<? super T> gapOf) {
        this.name = name;
        this.gapOf = gapOf;
    }

    static <T> SessionWindows<T> of(Duration gap) {
        long millis = Durations.positive("gap", gap);
        return new SessionWindows<>("sessions " + gap, event -> millis);
    }

    static <T> SessionWindows<T> of(LongOf<? super T> gapOf) {
        return new SessionWindows<>("sessions with a gap of the event's", gapOf);
    }

    /** The gap that an event asks for, brought within what is possible. */
    long gapOf(T event) {
        return Math.max(1, Math.min(EventTimes.LONGEST, gapOf.of(event)));
    }

    /** The windows in a few words, such as {@code sessions PT5S}. */
    @Override
    public String toString() {
        return name;
    }
}
