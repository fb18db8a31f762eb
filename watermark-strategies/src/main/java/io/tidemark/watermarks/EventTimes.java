package io.tidemark.watermarks;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Where the times of an event stand, and how far ahead of the others its event time is believed.
 *
 * <pre>{@code
 * EventTimes.of(Order::time).loggedAt(Order::logTime)
 * }</pre>
 *
 * <p>An event stamped further ahead than it can be flows on, but does not move the watermark: one
 * phone with a wrong clock must not make everybody else late. With a log time an event is believed
 * up to a minute ahead of it; without one the events before it decide ({@link
 * FutureGuard#byNeighbours}). {@link #guardedBy} sets another rule.
 *
 * @param <T> the type of the events
 */
public final class EventTimes<T> implements Serializable {

    private static final long serialVersionUID = 1L;

    private final TimeOf<T> eventTime;
    private final @Nullable TimeOf<T> logTime;
    private final FutureGuard guard;

    private EventTimes(TimeOf<T> eventTime, @Nullable TimeOf<T> logTime, FutureGuard guard) {
        this.eventTime = eventTime;
        this.logTime = logTime;
        this.guard = guard;
    }

    /**
     * Events of which only the event time is known.
     *
     * @param eventTime when an event happened, epoch milliseconds; {@code Long.MIN_VALUE} for a
     *     record that has no event time and must not move the watermark
     */
    public static <T> EventTimes<T> of(TimeOf<T> eventTime) {
        return new EventTimes<>(
                eventTime, null, FutureGuard.byNeighbours(FutureGuard.DEFAULT_AHEAD));
    }

    /**
     * The same events, of which it is also known when the log took them.
     *
     * @param logTime the log's own time, epoch milliseconds: a broker's append time, not a stamp of
     *     the producer that the event time is taken from too. Asked only of events that have an
     *     event time. {@code Long.MIN_VALUE}, for a time that is not known, makes the guard by log
     *     time believe nothing; {@code Long.MAX_VALUE} makes it believe the event
     */
    public EventTimes<T> loggedAt(TimeOf<T> logTime) {
        return new EventTimes<>(
                eventTime, logTime, FutureGuard.byLogTime(FutureGuard.DEFAULT_AHEAD));
    }

    /**
     * The same events, believed by another rule.
     *
     * @throws IllegalArgumentException if the rule needs a log time and none is known
     */
    public EventTimes<T> guardedBy(FutureGuard guard) {
        if (guard.needsLogTime() && logTime == null) {
            throw new IllegalArgumentException(
                    "guard="
                            + guard
                            + " needs the log time of events: give loggedAt(…) first, or guard by neighbours");
        }
        return new EventTimes<>(eventTime, logTime, guard);
    }

    TimeOf<T> eventTime() {
        return eventTime;
    }

    boolean knowsLogTime() {
        return logTime != null;
    }

    /** When the log took the event, {@code Long.MIN_VALUE} if that is not known. */
    long logTime(T event) {
        return logTime == null ? Long.MIN_VALUE : logTime.of(event);
    }

    FutureGuard guard() {
        return guard;
    }
}
