package io.tidemark.operators.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.testing.SeededRandom;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.TemporalAdjusters;
import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Compares calendar windows with java.time, at every edge in every zone from 1970 to 2040. */
@ExtendWith(SeededRandom.class)
class EveryZoneTest {

    private static final LocalDate FIRST = LocalDate.of(1970, 1, 1);
    private static final LocalDate LAST = LocalDate.of(2041, 1, 1);

    @Test
    void everyDay(Random random) {
        inEveryZone(
                zone -> {
                    long[] edges = edges(zone, FIRST, date -> date.plusDays(1));
                    assertThat(edges).hasSizeBetween(25_930, 25_934);
                    check(EventTimeWindows.days(zone), edges, random);
                });
    }

    @Test
    void everyWeek(Random random) {
        inEveryZone(
                zone -> {
                    DayOfWeek first = DayOfWeek.of(1 + random.nextInt(7));
                    LocalDate begin = FIRST.with(TemporalAdjusters.nextOrSame(first));
                    long[] edges = edges(zone, begin, date -> date.plusDays(7));
                    assertThat(edges).hasSizeBetween(3_700, 3_710);
                    check(EventTimeWindows.weeks(zone, first), edges, random);
                });
    }

    @Test
    void everyMonth(Random random) {
        inEveryZone(
                zone -> {
                    long[] edges = edges(zone, FIRST, date -> date.plusMonths(1));
                    assertThat(edges).hasSize(71 * 12 + 1);
                    check(EventTimeWindows.months(zone), edges, random);
                });
    }

    private static void inEveryZone(Consumer<ZoneId> check) {
        Set<String> ids = new TreeSet<>(ZoneId.getAvailableZoneIds());
        assertThat(ids).hasSizeGreaterThan(500);
        for (String id : ids) {
            check.accept(ZoneId.of(id));
        }
    }

    /** The starts of the dates, without those that the zone skipped. */
    private static long[] edges(ZoneId zone, LocalDate first, UnaryOperator<LocalDate> next) {
        long[] edges = new long[30_000];
        int count = 0;
        for (LocalDate date = first; !date.isAfter(LAST); date = next.apply(date)) {
            long edge = date.atStartOfDay(zone).toInstant().toEpochMilli();
            if (count == 0 || edge > edges[count - 1]) {
                edges[count++] = edge;
            }
        }
        return Arrays.copyOf(edges, count);
    }

    private static void check(AlignedWindows windows, long[] edges, Random random) {
        long longest = windows.longestMillis();
        for (int i = 1; i < edges.length; i++) {
            long start = edges[i - 1];
            long end = edges[i];
            expect(windows, start, start, end);
            expect(windows, start + 1, start, end);
            expect(windows, start + random.nextLong(end - start), start, end);
            expect(windows, end - 1, start, end);
            if (windows.nextEnd(start) != end
                    || windows.startOf(end) != start
                    || end - start > longest) {
                throw new AssertionError(windows + " are wrong at the end " + end);
            }
        }
    }

    private static void expect(AlignedWindows windows, long time, long start, long end) {
        if (windows.sliceStart(time) != start
                || windows.sliceEnd(time) != end
                || windows.firstEnd(time) != end
                || windows.lastEnd(time) != end) {
            throw new AssertionError(
                    "%s at %d: expected [%d, %d), got [%d, %d)"
                            .formatted(
                                    windows,
                                    time,
                                    start,
                                    end,
                                    windows.sliceStart(time),
                                    windows.sliceEnd(time)));
        }
    }
}
