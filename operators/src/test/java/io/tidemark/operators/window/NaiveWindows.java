package io.tidemark.operators.window;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

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
        return new NaiveWindows() {
            @Override
            AlignedWindows windows() {
                return EventTimeWindows.days(zone);
            }

            @Override
            List<Span> holding(String key, long time) {
                LocalDate around = LocalDate.ofInstant(Instant.ofEpochMilli(time), zone);
                List<Span> spans = new ArrayList<>();
                for (int day = -2; day <= 2; day++) {
                    long start = startOf(around.plusDays(day));
                    long end = startOf(around.plusDays(day + 1));
                    if (start <= time && time < end) {
                        spans.add(new Span(start, end));
                    }
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
