package io.tidemark.operators.window;

import io.tidemark.operators.aggregate.LongOf;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.ZoneId;

/**
 * The event-time windows there are.
 *
 * <p>A window is [start, end) in epoch milliseconds.
 */
public final class EventTimeWindows {

    private EventTimeWindows() {}

    /**
     * Windows of one size, each starting where the one before ends; the first starts at
     * 1970-01-01T00:00:00Z unless they are {@linkplain FixedWindows#offsetBy offset}.
     *
     * @throws IllegalArgumentException if the size is not positive, no whole number of
     *     milliseconds, or beyond 2<sup>60</sup> of them
     */
    public static FixedWindows tumbling(Duration size) {
        return FixedWindows.of(size, size);
    }

    /**
     * Windows of one size, of which one starts every hop, so that they overlap; one of them starts
     * at 1970-01-01T00:00:00Z unless they are {@linkplain FixedWindows#offsetBy offset}. The hop
     * need not divide the size. These are Flink's {@code SlidingEventTimeWindows}.
     *
     * @throws IllegalArgumentException if the size or the hop is not positive, no whole number of
     *     milliseconds, or beyond 2<sup>60</sup> of them; and if the hop exceeds the size, which
     *     would leave gaps
     */
    public static FixedWindows hopping(Duration size, Duration hop) {
        return FixedWindows.of(size, hop);
    }

    /**
     * The days of a time zone: a day is as long as the zone makes it, mostly 24 hours, 23 or 25
     * when the clock is put forward or back, and not there at all if the zone skipped it.
     *
     * <p>A day begins with the first midnight of its date, or where the clock was put forward over
     * midnight with the first instant after. Where the clock is put back over midnight, the date on
     * the wall returns to the day before, the window does not.
     *
     * <p>The zone's rules are those of the running JVM; a later one may know better where the days
     * of the future begin.
     */
    public static AlignedWindows days(ZoneId zone) {
        return CalendarWindows.days(zone);
    }

    /**
     * The weeks of a time zone: seven dates each, the first of them the given day of the week, with
     * the edges of {@link #days}.
     */
    public static AlignedWindows weeks(ZoneId zone, DayOfWeek first) {
        return CalendarWindows.weeks(zone, first);
    }

    /** The months of a time zone, with the edges of {@link #days}. */
    public static AlignedWindows months(ZoneId zone) {
        return CalendarWindows.months(zone);
    }

    /**
     * Sessions: events of a key that follow one another within the gap, inclusive, are in one
     * window, which ends the gap after the last of them. These are Flink's {@code
     * EventTimeSessionWindows.withGap}.
     *
     * @param <T> the type of the events
     * @throws IllegalArgumentException if the gap is not positive, no whole number of milliseconds,
     *     or beyond 2<sup>60</sup> of them
     */
    public static <T> SessionWindows<T> sessions(Duration gap) {
        return SessionWindows.of(gap);
    }

    /**
     * Sessions with a gap that is read off each event: how long after the event its session goes
     * on, in milliseconds. These are Flink's {@code EventTimeSessionWindows.withDynamicGap}, but
     * for impossible gaps, which do not end the job: below 1 ms counts as 1 ms, beyond
     * 2<sup>60</sup> ms as that. And but for an event whose own window is exactly the session as it
     * stands, at which Flink may forget what is in it.
     *
     * @param gapOf the same gap each time it is asked about an event
     * @param <T> the type of the events
     */
    public static <T> SessionWindows<T> sessions(LongOf<? super T> gapOf) {
        return SessionWindows.of(gapOf);
    }
}
