package io.tidemark.operators.window;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.TextStyle;
import java.time.temporal.TemporalAdjusters;
import java.time.zone.ZoneRules;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Days, weeks or months of a time zone.
 *
 * <p>A window starts at the first instant at which a clock on the wall shows midnight of its first
 * date, or a later time. It ends where the next one starts. A window that the zone skipped, as
 * Samoa did without 30 December 2011, does not exist.
 *
 * <p>A window is found by way of its local dates and then remembered in a direct-mapped cache of 1
 * KiB, which holds some 25 windows in a row: a question costs nanoseconds, or a few hundred when it
 * is the first in its window.
 */
final class CalendarWindows extends AlignedWindows {

    private static final long serialVersionUID = 1L;

    private static final int REMEMBERED = 64;

    private enum Unit {
        DAY(1),
        WEEK(7),
        MONTH(31);

        final long longestMillis;

        /**
         * How many low bits of a time the cache leaves out of account: 2 to their number is a
         * quarter to a half of a window, so that neighbours seldom share a place.
         */
        final int cacheShift;

        Unit(int days) {
            this.longestMillis = days * 86_400_000L;
            this.cacheShift = 62 - Long.numberOfLeadingZeros(longestMillis);
        }
    }

    private final Unit unit;
    private final ZoneId zone;

    /** What a week begins with; days and months do not look at it. */
    private final DayOfWeek firstOfWeek;

    /**
     * Starts and ends by turns, none before the first question. Windows do not overlap, so a time
     * between such a pair is known to be in that window, whichever time was asked about before. An
     * unused pair is empty and holds no time.
     */
    private transient long @Nullable [] remembered;

    private CalendarWindows(Unit unit, ZoneId zone, DayOfWeek firstOfWeek) {
        this.unit = unit;
        this.zone = zone;
        this.firstOfWeek = firstOfWeek;
    }

    static CalendarWindows days(ZoneId zone) {
        return new CalendarWindows(Unit.DAY, zone, DayOfWeek.MONDAY);
    }

    static CalendarWindows weeks(ZoneId zone, DayOfWeek first) {
        return new CalendarWindows(Unit.WEEK, zone, first);
    }

    static CalendarWindows months(ZoneId zone) {
        return new CalendarWindows(Unit.MONTH, zone, DayOfWeek.MONDAY);
    }

    @Override
    long sliceStart(long time) {
        long[] ranges = ranges();
        return ranges[placeOf(time, ranges)];
    }

    @Override
    long sliceEnd(long time) {
        long[] ranges = ranges();
        return ranges[placeOf(time, ranges) + 1];
    }

    @Override
    public long firstEnd(long time) {
        return sliceEnd(time);
    }

    @Override
    public long lastEnd(long time) {
        return sliceEnd(time);
    }

    @Override
    public long nextEnd(long end) {
        return sliceEnd(end);
    }

    @Override
    long latestEnd(long time) {
        return sliceStart(time);
    }

    @Override
    public long startOf(long end) {
        return sliceStart(end - 1);
    }

    /**
     * {@inheritDoc}
     *
     * <p>The longest day, week or month by the calendar, and as much as the zone's offset from UTC
     * ever differed: 26 h 7 min for a day in Berlin, which had double summer time in 1945.
     */
    @Override
    public long longestMillis() {
        ZoneRules rules = zone.getRules();
        int[] offsets =
                Stream.concat(
                                rules.getTransitions().stream(),
                                rules.getTransitionRules().stream()
                                        .map(rule -> rule.createTransition(2000)))
                        .flatMap(
                                change ->
                                        Stream.of(
                                                change.getOffsetBefore(), change.getOffsetAfter()))
                        .mapToInt(offset -> offset.getTotalSeconds())
                        .sorted()
                        .toArray();
        long differed = offsets.length == 0 ? 0 : offsets[offsets.length - 1] - offsets[0];
        return unit.longestMillis + 1_000 * differed;
    }

    @Override
    public String toString() {
        return switch (unit) {
            case DAY -> "days in " + zone;
            case WEEK ->
                    "weeks from "
                            + firstOfWeek.getDisplayName(TextStyle.FULL, Locale.ENGLISH)
                            + " in "
                            + zone;
            case MONTH -> "months in " + zone;
        };
    }

    private long[] ranges() {
        long[] ranges = remembered;
        if (ranges == null) {
            ranges = new long[2 * REMEMBERED];
            remembered = ranges;
        }
        return ranges;
    }

    /** The index of the start, before the end, of the window that holds the time. */
    private int placeOf(long time, long[] ranges) {
        int place = 2 * (int) (time >>> unit.cacheShift & (REMEMBERED - 1));
        if (time < ranges[place] || time >= ranges[place + 1]) {
            find(time, ranges, place);
        }
        return place;
    }

    private void find(long time, long[] ranges, int place) {
        LocalDate first = firstDateOf(LocalDate.ofInstant(Instant.ofEpochMilli(time), zone));
        long start = startOfDay(first);
        LocalDate next = following(first);
        long end = startOfDay(next);
        // Where the clock was put back over midnight, the date on the wall is for a while behind
        // the one whose window has begun. It is never ahead: a window begins no later than the
        // clock first shows its date.
        while (end <= time) {
            start = end;
            next = following(next);
            end = startOfDay(next);
        }
        ranges[place] = start;
        ranges[place + 1] = end;
    }

    private LocalDate firstDateOf(LocalDate date) {
        return switch (unit) {
            case DAY -> date;
            case WEEK -> date.with(TemporalAdjusters.previousOrSame(firstOfWeek));
            case MONTH -> date.withDayOfMonth(1);
        };
    }

    private LocalDate following(LocalDate first) {
        return switch (unit) {
            case DAY -> first.plusDays(1);
            case WEEK -> first.plusWeeks(1);
            case MONTH -> first.plusMonths(1);
        };
    }

    private long startOfDay(LocalDate date) {
        return date.atStartOfDay(zone).toInstant().toEpochMilli();
    }
}
