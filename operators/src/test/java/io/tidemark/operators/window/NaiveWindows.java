package io.tidemark.operators.window;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;

/** A kind of windows beside a list of its windows that one can check by eye. */
abstract class NaiveWindows {

    /**
     * A window.
     *
     * @param start inclusive
     * @param end exclusive
     */
    record Span(long start, long end) {}

    /** The windows under test. */
    abstract AlignedWindows windows();

    /** All windows of a key that hold the given time, the first to end first. */
    abstract List<Span> holding(String key, long time);

    /**
     * The first window of a key that ends after the given time: of those that hold it, for there
     * are no gaps.
     */
    final Span endingAfter(String key, long time) {
        return holding(key, time).get(0);
    }

    /** Windows of one size. */
    static NaiveWindows fixed(long size, long hop, long offset, boolean staggered) {
        FixedWindows plain =
                EventTimeWindows.hopping(Duration.ofMillis(size), Duration.ofMillis(hop))
                        .offsetBy(Duration.ofMillis(offset));
        FixedWindows windows = staggered ? plain.staggered() : plain;
        return new NaiveWindows() {
            @Override
            AlignedWindows windows() {
                return windows;
            }

            @Override
            List<Span> holding(String key, long time) {
                List<Span> spans = new ArrayList<>();
                long phase = offset + windows.shift(key.hashCode());
                long start = time - Math.floorMod(time - phase, hop);
                for (; start > time - size; start -= hop) {
                    spans.add(0, new Span(start, start + size));
                }
                return spans;
            }
        };
    }

    /** The days of a zone. */
    static NaiveWindows days(ZoneId zone) {
        return calendar(
                EventTimeWindows.days(zone), zone, date -> date, first -> first.plusDays(1));
    }

    /** The weeks of a zone. */
    static NaiveWindows weeks(ZoneId zone, DayOfWeek first) {
        return calendar(
                EventTimeWindows.weeks(zone, first),
                zone,
                date -> date.with(TemporalAdjusters.previousOrSame(first)),
                begin -> begin.plusWeeks(1));
    }

    /** The months of a zone. */
    static NaiveWindows months(ZoneId zone) {
        return calendar(
                EventTimeWindows.months(zone),
                zone,
                date -> date.withDayOfMonth(1),
                first -> first.plusMonths(1));
    }

    /**
     * Windows of whole dates.
     *
     * @param firstOf the first date of the window with a date
     * @param following the first date of the window behind the one with the given first date
     */
    private static NaiveWindows calendar(
            AlignedWindows windows,
            ZoneId zone,
            UnaryOperator<LocalDate> firstOf,
            UnaryOperator<LocalDate> following) {
        return new NaiveWindows() {
            @Override
            AlignedWindows windows() {
                return windows;
            }

            @Override
            List<Span> holding(String key, long time) {
                List<Span> spans = new ArrayList<>();
                LocalDate before =
                        LocalDate.ofInstant(Instant.ofEpochMilli(time), zone).minusDays(2);
                LocalDate first = firstOf.apply(before);
                while (startOf(first) <= time) {
                    LocalDate next = following.apply(first);
                    if (time < startOf(next)) {
                        spans.add(new Span(startOf(first), startOf(next)));
                    }
                    first = next;
                }
                return spans;
            }

            private long startOf(LocalDate date) {
                return date.atStartOfDay(zone).toInstant().toEpochMilli();
            }
        };
    }

    /** A time at an edge near the given one, or a step beside it. */
    final long edgeNear(String key, long time, Random random) {
        List<Span> spans = holding(key, time);
        Span one = spans.get(random.nextInt(spans.size()));
        return (random.nextBoolean() ? one.start : one.end) - random.nextInt(3);
    }

    @Override
    public String toString() {
        return windows().toString();
    }
}
