package io.tidemark.operators.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.operators.testing.SeededRandom;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.flink.util.InstantiationUtil;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SeededRandom.class)
class FixedWindowsTest {

    private static final long FARTHEST_TIME = 1L << 62;
    private static final long LONGEST_SIZE = 1L << 60;
    private static final int MOST_WINDOWS_AT_A_TIME = 40;

    @RepeatedTest(2_000)
    void everyAnswerIsThatOfAListOfAllWindows(Random random) {
        long size = someSize(random);
        long fewest = (size + MOST_WINDOWS_AT_A_TIME - 1) / MOST_WINDOWS_AT_A_TIME;
        long hop = random.nextInt(4) == 0 ? size : random.nextLong(fewest, size + 1);
        long offset = someOffset(hop, random);
        FixedWindows windows =
                EventTimeWindows.hopping(Duration.ofMillis(size), Duration.ofMillis(hop))
                        .offsetBy(Duration.ofMillis(offset));
        assertThat(windows.longestMillis()).isEqualTo(size);
        for (int i = 0; i < 5; i++) {
            long time = someTime(random);
            List<Window> around = windowsAround(time, size, hop, offset);
            check(windows, time, around);
            // The edges are where mistakes are.
            for (Window window : around) {
                for (long near = -1; near <= 1; near++) {
                    for (long edge : new long[] {window.start, window.end}) {
                        if (Math.abs(edge + near) <= FARTHEST_TIME) {
                            check(
                                    windows,
                                    edge + near,
                                    windowsAround(edge + near, size, hop, offset));
                        }
                    }
                }
            }
        }
    }

    @Test
    void aHopThatDividesTheSizeMakesOneSliceAHop() {
        FixedWindows windows = EventTimeWindows.hopping(Duration.ofMillis(6), Duration.ofMillis(2));
        for (long time = -20; time < 20; time++) {
            assertThat(windows.sliceEnd(time) - windows.sliceStart(time)).isEqualTo(2);
            assertThat(windows.sliceStart(time) % 2).isZero();
        }
    }

    @Test
    void otherHopsMakeTwoSlicesOfUnequalSize() {
        // Starts at 0, 10, 20; ends at 23, 33, 43.
        FixedWindows windows =
                EventTimeWindows.hopping(Duration.ofMillis(23), Duration.ofMillis(10));
        assertThat(edges(windows, -12, 34))
                .containsExactly(-10L, -7L, 0L, 3L, 10L, 13L, 20L, 23L, 30L, 33L);
        assertThat(windows.firstEnd(22)).isEqualTo(23);
        assertThat(windows.lastEnd(22)).isEqualTo(43);
        assertThat(windows.firstEnd(23)).isEqualTo(33);
        assertThat(windows.nextEnd(23)).isEqualTo(33);
        assertThat(windows.startOf(23)).isZero();
    }

    @Test
    void anOffsetMovesTheWindowsEitherWayAndReplacesTheOneBefore() {
        FixedWindows hours = EventTimeWindows.tumbling(Duration.ofHours(1));
        long quarter = Duration.ofMinutes(15).toMillis();
        for (int minutes : new int[] {15, 15 - 60, 15 + 240}) {
            FixedWindows moved = hours.offsetBy(Duration.ofMinutes(minutes));
            assertThat(moved.sliceStart(quarter)).isEqualTo(quarter);
            assertThat(moved.sliceEnd(quarter - 1)).isEqualTo(quarter);
            assertThat(moved).hasToString("tumbling 1h offset by 15m");
            assertThat(moved.offsetBy(Duration.ZERO)).hasToString("tumbling 1h");
        }
    }

    @Test
    void tellsInAFewWordsWhatItIs() {
        assertThat(EventTimeWindows.tumbling(Duration.ofSeconds(90))).hasToString("tumbling 90s");
        assertThat(EventTimeWindows.tumbling(Duration.ofDays(7)).staggered())
                .hasToString("tumbling 7d staggered");
        FixedWindows hopping =
                EventTimeWindows.hopping(Duration.ofMinutes(10), Duration.ofSeconds(1));
        assertThat(hopping).hasToString("hopping 10m by 1s");
        assertThat(hopping.staggered().offsetBy(Duration.ofMillis(-1)))
                .hasToString("hopping 10m by 1s offset by 999ms staggered");
    }

    @Test
    void windowsNotStaggeredAreTheSameForAllKeys() {
        FixedWindows windows = EventTimeWindows.tumbling(Duration.ofMinutes(1));
        assertThat(windows.isStaggered()).isFalse();
        for (int hash = -1_000; hash < 1_000; hash++) {
            assertThat(windows.shift(hash)).isZero();
        }
    }

    @Test
    void staggeredWindowsAreSpreadEvenlyOverTheHop() {
        FixedWindows windows =
                EventTimeWindows.hopping(Duration.ofHours(2), Duration.ofHours(1)).staggered();
        assertThat(windows.isStaggered()).isTrue();
        for (int stride : new int[] {1, 31, 1 << 16, 3_600_000}) {
            int[] keysOfMinute = new int[60];
            for (int i = -30_000; i < 30_000; i++) {
                keysOfMinute[(int) (windows.shift(i * stride) / 60_000)]++;
            }
            // 1,000 are expected, with a standard deviation of 32.
            for (int keys : keysOfMinute) {
                assertThat(keys).as("stride %d", stride).isBetween(840, 1_160);
            }
        }
    }

    @Test
    void aKeyHasTheSameShiftInEveryVersion() {
        FixedWindows windows = EventTimeWindows.tumbling(Duration.ofMinutes(1)).staggered();
        assertThat(windows.shift(0)).isEqualTo(0);
        assertThat(windows.shift(1)).isEqualTo(35_919);
        assertThat(windows.shift(-1)).isEqualTo(18_912);
        assertThat(windows.shift("orders".hashCode())).isEqualTo(44_370);
        assertThat(windows.shift(Integer.MIN_VALUE)).isEqualTo(13_411);
    }

    @Test
    void theShiftStaysBelowTheHop() {
        for (long hop : new long[] {1, 2, 3, 1_000, LONGEST_SIZE}) {
            FixedWindows windows = EventTimeWindows.tumbling(Duration.ofMillis(hop)).staggered();
            for (int hash = -1_000; hash < 1_000; hash++) {
                assertThat(windows.shift(hash * 0x1234567)).isBetween(0L, hop - 1);
            }
        }
    }

    @Test
    void travelsToTheSubtasksUnchanged() throws Exception {
        FixedWindows windows =
                EventTimeWindows.hopping(Duration.ofMillis(23), Duration.ofMillis(10))
                        .offsetBy(Duration.ofMillis(4))
                        .staggered();
        FixedWindows copy = InstantiationUtil.clone(windows);
        assertThat(copy).hasToString(windows.toString());
        assertThat(edges(copy, -50, 50)).isEqualTo(edges(windows, -50, 50));
        assertThat(copy.shift(7)).isEqualTo(windows.shift(7));
    }

    @Test
    void refusesWhatMakesNoWindows() {
        Duration minute = Duration.ofMinutes(1);
        refused(() -> EventTimeWindows.tumbling(Duration.ZERO), "size=PT0S is not positive");
        refused(
                () -> EventTimeWindows.tumbling(minute.negated()),
                "size=PT-1M is not positive: give 1 ms or more");
        refused(
                () -> EventTimeWindows.tumbling(Duration.ofNanos(999_999)),
                "size=PT0.000999999S is not a whole number of milliseconds");
        refused(
                () -> EventTimeWindows.tumbling(Duration.ofMillis(LONGEST_SIZE + 1)),
                "is beyond 2^60 ms");
        refused(
                () -> EventTimeWindows.tumbling(Duration.ofSeconds(Long.MAX_VALUE)),
                "is beyond 2^60 ms");
        refused(() -> EventTimeWindows.hopping(minute, Duration.ZERO), "hop=PT0S is not positive");
        refused(
                () -> EventTimeWindows.hopping(minute, minute.plusNanos(1)),
                "hop=PT1M0.000000001S is not a whole number of milliseconds");
        refused(
                () -> EventTimeWindows.hopping(minute, minute.plusMillis(1)),
                "hop=PT1M0.001S exceeds size=PT1M");
        FixedWindows windows = EventTimeWindows.tumbling(minute);
        refused(
                () -> windows.offsetBy(Duration.ofNanos(-1_500_000)),
                "offset=PT-0.0015S is not a whole number of milliseconds");
        refused(
                () -> windows.offsetBy(Duration.ofSeconds(Long.MIN_VALUE)),
                "offset=PT-2562047788015215H-30M-8S is beyond 2^60 ms");
    }

    private static void refused(ThrowingCallable call, String message) {
        assertThatThrownBy(call)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    private record Window(long start, long end) {

        boolean holds(long time) {
            return start <= time && time < end;
        }
    }

    /** Every window that holds the time and a few more on both sides, in order. */
    private static List<Window> windowsAround(long time, long size, long hop, long offset) {
        BigInteger wideHop = BigInteger.valueOf(hop);
        BigInteger sinceOffset = BigInteger.valueOf(time).subtract(BigInteger.valueOf(offset));
        BigInteger[] hops = sinceOffset.divideAndRemainder(wideHop);
        List<Window> windows = new ArrayList<>();
        for (long i = -size / hop - 3; i <= 3; i++) {
            BigInteger start =
                    hops[0].add(BigInteger.valueOf(i))
                            .multiply(wideHop)
                            .add(BigInteger.valueOf(offset));
            windows.add(
                    new Window(
                            start.longValueExact(),
                            start.add(BigInteger.valueOf(size)).longValueExact()));
        }
        return windows;
    }

    private static void check(FixedWindows windows, long time, List<Window> around) {
        long sliceStart = Long.MIN_VALUE;
        long sliceEnd = Long.MAX_VALUE;
        long firstEnd = Long.MAX_VALUE;
        long lastEnd = Long.MIN_VALUE;
        long nextEnd = Long.MAX_VALUE;
        for (Window window : around) {
            for (long edge : new long[] {window.start, window.end}) {
                if (edge <= time) {
                    sliceStart = Math.max(sliceStart, edge);
                } else {
                    sliceEnd = Math.min(sliceEnd, edge);
                }
            }
            if (window.holds(time)) {
                firstEnd = Math.min(firstEnd, window.end);
                lastEnd = Math.max(lastEnd, window.end);
            }
            if (window.end > time) {
                nextEnd = Math.min(nextEnd, window.end);
            }
        }
        String what = windows + " at " + time;
        assertThat(windows.sliceStart(time)).as(what).isEqualTo(sliceStart);
        assertThat(windows.sliceEnd(time)).as(what).isEqualTo(sliceEnd);
        assertThat(windows.firstEnd(time)).as(what).isEqualTo(firstEnd);
        assertThat(windows.lastEnd(time)).as(what).isEqualTo(lastEnd);
        assertThat(windows.nextEnd(time)).as(what).isEqualTo(nextEnd);
        assertThat(windows.sliceStart(sliceEnd)).as(what).isEqualTo(sliceEnd);
        for (Window window : around) {
            assertThat(windows.startOf(window.end)).as(what).isEqualTo(window.start);
            if (window.holds(time)) {
                assertThat(window.holds(sliceStart)).as(what).isTrue();
                assertThat(window.holds(sliceEnd - 1)).as(what).isTrue();
            }
        }
    }

    private static List<Long> edges(FixedWindows windows, long from, long to) {
        List<Long> edges = new ArrayList<>();
        for (long edge = windows.sliceEnd(from); edge < to; edge = windows.sliceEnd(edge)) {
            edges.add(edge);
        }
        return edges;
    }

    private static long someSize(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> 1 + random.nextInt(12);
            case 1 -> 1_000L * (1 + random.nextInt(7_200));
            case 2 -> 1 + random.nextInt(Integer.MAX_VALUE);
            default -> 1 + random.nextLong(LONGEST_SIZE);
        };
    }

    private static long someOffset(long hop, Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> 0;
            case 1 -> random.nextLong(-hop, hop + 1);
            case 2 -> random.nextInt();
            default -> random.nextLong(-LONGEST_SIZE, LONGEST_SIZE + 1);
        };
    }

    private static long someTime(Random random) {
        return switch (random.nextInt(5)) {
            case 0 -> random.nextInt(-100, 101);
            case 1 -> FARTHEST_TIME - random.nextInt(100);
            case 2 -> -FARTHEST_TIME + random.nextInt(100);
            case 3 -> random.nextLong(-FARTHEST_TIME, FARTHEST_TIME + 1);
            default -> 1_700_000_000_000L + random.nextInt();
        };
    }
}
