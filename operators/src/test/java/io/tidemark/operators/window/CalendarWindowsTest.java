package io.tidemark.operators.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.testing.SeededRandom;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SeededRandom.class)
class CalendarWindowsTest {

    private static final long FARTHEST_TIME = 1L << 62;

    @Test
    void aDayHas23HoursWhenTheClockIsPutForward() {
        tile(
                days("Europe/Berlin"),
                "2024-03-29T23:00:00Z",
                "2024-03-30T23:00:00Z",
                "2024-03-31T22:00:00Z",
                "2024-04-01T22:00:00Z");
    }

    @Test
    void aDayHas25HoursWhenTheClockIsPutBack() {
        tile(
                days("Europe/Berlin"),
                "2024-10-25T22:00:00Z",
                "2024-10-26T22:00:00Z",
                "2024-10-27T23:00:00Z",
                "2024-10-28T23:00:00Z");
    }

    @Test
    void aDayBeginsWithTheFirstOfTwoMidnights() {
        // On 3 November 2024 the clock went from 01:00 to 00:00: midnight was at 04:00Z and 05:00Z.
        tile(
                days("America/Havana"),
                "2024-11-02T04:00:00Z",
                "2024-11-03T04:00:00Z",
                "2024-11-04T05:00:00Z");
    }

    @Test
    void aDayThatHasBegunIsNotLeftWhenTheClockIsPutBackOverMidnight() {
        // At 00:01 on 7 November 2010 the clock went to 23:01 on the 6th.
        ZoneId zone = ZoneId.of("America/St_Johns");
        long eveningAgain = millis("2010-11-07T02:45:00Z");
        assertThat(LocalDate.ofInstant(Instant.ofEpochMilli(eveningAgain), zone))
                .isEqualTo("2010-11-06");
        // Asked first, when nothing is remembered.
        assertThat(EventTimeWindows.days(zone).sliceStart(eveningAgain))
                .isEqualTo(millis("2010-11-07T02:30:00Z"));
        tile(
                EventTimeWindows.days(zone),
                "2010-11-06T02:30:00Z",
                "2010-11-07T02:30:00Z",
                "2010-11-08T03:30:00Z");
    }

    @Test
    void aDayBeginsAtOneWhenMidnightIsSkipped() {
        tile(
                days("America/Sao_Paulo"),
                "2017-10-14T03:00:00Z",
                "2017-10-15T03:00:00Z",
                "2017-10-16T02:00:00Z");
    }

    @Test
    void aDayThatWasSkippedDoesNotExist() {
        // From the 29th, at UTC-10, to the 31st, at UTC+14.
        tile(
                days("Pacific/Apia"),
                "2011-12-29T10:00:00Z",
                "2011-12-30T10:00:00Z",
                "2011-12-31T10:00:00Z");
        tile(
                weeks("Pacific/Apia", DayOfWeek.FRIDAY),
                "2011-12-23T10:00:00Z",
                "2011-12-30T10:00:00Z",
                "2012-01-05T10:00:00Z");
        tile(
                days("Pacific/Kwajalein"),
                "1993-08-20T12:00:00Z",
                "1993-08-21T12:00:00Z",
                "1993-08-22T12:00:00Z");
    }

    @Test
    void aDayThatCameTwiceIsOneWindow() {
        // The clock went from the end of 30 September 1969, at UTC+11, to 01:00 that day.
        AlignedWindows days = days("Pacific/Kwajalein");
        tile(days, "1969-09-28T13:00:00Z", "1969-09-29T13:00:00Z", "1969-10-01T12:00:00Z");
        assertThat(days.longestMillis()).isGreaterThanOrEqualTo(Duration.ofHours(47).toMillis());
    }

    @Test
    void weeksBeginWithTheGivenDay() {
        tile(
                weeks("Europe/Berlin", DayOfWeek.MONDAY),
                "2024-03-24T23:00:00Z",
                "2024-03-31T22:00:00Z",
                "2024-04-07T22:00:00Z");
        tile(
                weeks("UTC", DayOfWeek.SUNDAY),
                "1969-12-21T00:00:00Z",
                "1969-12-28T00:00:00Z",
                "1970-01-04T00:00:00Z");
    }

    @Test
    void monthsAreAsLongAsTheyAre() {
        tile(
                EventTimeWindows.months(ZoneId.of("Europe/Berlin")),
                "2023-12-31T23:00:00Z",
                "2024-01-31T23:00:00Z",
                "2024-02-29T23:00:00Z",
                "2024-03-31T22:00:00Z",
                "2024-04-30T22:00:00Z");
    }

    @Test
    void tellsInAFewWordsWhatItIs() {
        assertThat(days("Europe/Berlin")).hasToString("days in Europe/Berlin");
        assertThat(weeks("UTC", DayOfWeek.SUNDAY)).hasToString("weeks from Sunday in UTC");
        assertThat(EventTimeWindows.months(ZoneId.of("+02:00"))).hasToString("months in +02:00");
    }

    @Test
    void aZoneThatNeverChangesItsClockHasNoLongDays() {
        assertThat(days("UTC").longestMillis()).isEqualTo(Duration.ofDays(1).toMillis());
        assertThat(weeks("+05:30", DayOfWeek.MONDAY).longestMillis())
                .isEqualTo(Duration.ofDays(7).toMillis());
        assertThat(days("Europe/Berlin").longestMillis())
                .isEqualTo(Duration.ofHours(26).toMillis() + millis("1970-01-01T00:06:32Z"));
    }

    @Test
    void isTheSameForAllKeys() {
        assertThat(days("UTC").isStaggered()).isFalse();
        assertThat(days("UTC").shift(7)).isZero();
    }

    @Test
    void travelsToTheSubtasksAndAnswersThere() throws Exception {
        for (AlignedWindows windows : all(ZoneId.of("Europe/Berlin"), DayOfWeek.TUESDAY)) {
            long end = windows.firstEnd(1_700_000_000_000L);
            AlignedWindows copy = InstantiationUtil.clone(windows);
            assertThat(copy.firstEnd(1_700_000_000_000L)).isEqualTo(end);
            assertThat(copy).hasToString(windows.toString());
        }
    }

    @RepeatedTest(100)
    void remembersNothingWrong(Random random) {
        List<String> zones = new ArrayList<>(new TreeSet<>(ZoneId.getAvailableZoneIds()));
        ZoneId zone = ZoneId.of(zones.get(random.nextInt(zones.size())));
        DayOfWeek first = DayOfWeek.of(1 + random.nextInt(7));
        for (AlignedWindows windows : all(zone, first)) {
            long time = 0;
            for (int i = 0; i < 1_000; i++) {
                time =
                        switch (random.nextInt(8)) {
                            case 0 -> random.nextLong(-FARTHEST_TIME, FARTHEST_TIME + 1);
                            case 1 -> FARTHEST_TIME - random.nextInt();
                            case 2 -> -FARTHEST_TIME + random.nextInt();
                            case 3 -> random.nextLong(4_000_000_000_000L);
                            // Near the question before, or just where the cache comes round.
                            case 4 -> windows.firstEnd(time) - random.nextInt(3);
                            case 5 -> time - (random.nextInt(5) - 2) * (1L << 31);
                            default -> time + random.nextInt(200_000_000) - 100_000_000;
                        };
                time = Math.max(-FARTHEST_TIME, Math.min(FARTHEST_TIME, time));
                check(windows, time, zone, first);
            }
        }
    }

    @Test
    void isRightAroundEveryChangeOfAnyClock(Random random) {
        for (String id : new TreeSet<>(ZoneId.getAvailableZoneIds())) {
            ZoneId zone = ZoneId.of(id);
            DayOfWeek first = DayOfWeek.of(1 + random.nextInt(7));
            List<AlignedWindows> all = all(zone, first);
            for (ZoneOffsetTransition change : zone.getRules().getTransitions()) {
                long then = change.toEpochSecond() * 1_000;
                for (AlignedWindows windows : all) {
                    check(windows, then - 1, zone, first);
                    check(windows, then, zone, first);
                    check(windows, then + random.nextInt(3_600_000), zone, first);
                    check(windows, then + random.nextInt(172_800_000) - 86_400_000, zone, first);
                }
            }
        }
    }

    /** Compares with the windows of the dates around, the dates' own definition. */
    private static void check(AlignedWindows windows, long time, ZoneId zone, DayOfWeek first) {
        LocalDate date = LocalDate.ofInstant(Instant.ofEpochMilli(time), zone);
        long start = Long.MIN_VALUE;
        long end = Long.MAX_VALUE;
        for (LocalDate near = date.minusDays(33);
                !near.isAfter(date.plusDays(33));
                near = near.plusDays(1)) {
            boolean begins =
                    switch (windows.toString().charAt(0)) {
                        case 'd' -> true;
                        case 'w' -> near.getDayOfWeek() == first;
                        default -> near.getDayOfMonth() == 1;
                    };
            if (begins) {
                long edge = near.atStartOfDay(zone).toInstant().toEpochMilli();
                if (edge <= time) {
                    start = Math.max(start, edge);
                } else {
                    end = Math.min(end, edge);
                }
            }
        }
        if (windows.sliceStart(time) != start
                || windows.sliceEnd(time) != end
                || windows.firstEnd(time) != end
                || windows.lastEnd(time) != end
                || windows.nextEnd(time) != end
                || windows.startOf(end) != start
                || end - start > windows.longestMillis()) {
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

    /** Expects one window between each two of the edges. */
    private static void tile(AlignedWindows windows, String... edges) {
        for (int i = 1; i < edges.length; i++) {
            long start = millis(edges[i - 1]);
            long end = millis(edges[i]);
            for (long time : new long[] {start, start + 1, (start + end) / 2, end - 1}) {
                assertThat(windows.sliceStart(time)).isEqualTo(start);
                assertThat(windows.sliceEnd(time)).isEqualTo(end);
                assertThat(windows.firstEnd(time)).isEqualTo(end);
                assertThat(windows.lastEnd(time)).isEqualTo(end);
            }
            assertThat(windows.nextEnd(start)).isEqualTo(end);
            assertThat(windows.startOf(end)).isEqualTo(start);
        }
    }

    private static List<AlignedWindows> all(ZoneId zone, DayOfWeek first) {
        return List.of(
                EventTimeWindows.days(zone),
                EventTimeWindows.weeks(zone, first),
                EventTimeWindows.months(zone));
    }

    private static AlignedWindows days(String zone) {
        return EventTimeWindows.days(ZoneId.of(zone));
    }

    private static AlignedWindows weeks(String zone, DayOfWeek first) {
        return EventTimeWindows.weeks(ZoneId.of(zone), first);
    }

    private static long millis(String instant) {
        return Instant.parse(instant).toEpochMilli();
    }
}
