package io.tidemark.watermarks;

import java.io.Serializable;

/** An event of a test: when it happened, when the log took it, of what key, and a mark or none. */
record Event(long time, long logTime, long key, long mark) implements Serializable {

    static final long NO_TIME = Long.MIN_VALUE;

    static Event at(long time) {
        return new Event(time, time, 0, NO_TIME);
    }

    static Event at(long time, long logTime) {
        return new Event(time, logTime, 0, NO_TIME);
    }

    static Event ofKey(long key, long time, long logTime) {
        return new Event(time, logTime, key, NO_TIME);
    }

    static Event mark(long time) {
        return new Event(NO_TIME, NO_TIME, 0, time);
    }

    static EventTimes<Event> times() {
        return EventTimes.of(Event::time);
    }

    static EventTimes<Event> loggedTimes() {
        return EventTimes.of(Event::time).loggedAt(Event::logTime);
    }

    static EventTimes<Event> unguarded() {
        return EventTimes.of(Event::time).guardedBy(FutureGuard.none());
    }
}
