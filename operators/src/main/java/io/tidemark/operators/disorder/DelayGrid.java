package io.tidemark.operators.disorder;

import java.io.Serializable;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The delays that a study counts, ascending, each with the step by which its watermark moves.
 *
 * <p>The grid is fixed before the first event, so that one pass can count each delay exactly. The
 * standard one has 236 delays from 0 to five years, all of them numbers that people say (12 s, 1
 * min, 7 days); from 9 ms to 90 days neighbours differ by at most 12.5%, below that by 1 ms.
 *
 * <p>The step of a delay is 1% of it in whole milliseconds, at least 1 ms, as bounded watermarks
 * have it unless told otherwise.
 */
public final class DelayGrid implements Serializable {

    private static final long serialVersionUID = 1L;

    private static final long SECOND = 1_000;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;
    private static final long LONGEST = 36_500 * DAY;

    private static final int[] DECADE = {
        10, 11, 12, 13, 14, 15, 16, 18, 20, 22, 24, 27, 30, 33, 36, 40, 45, 50, 55, 60, 66, 72, 80,
        90
    };
    private static final int[] SIXTIES = {
        60, 66, 72, 80, 90, 100, 110, 120, 135, 150, 165, 180, 200, 220, 240, 270, 300, 330, 360,
        400, 450, 500, 550
    };
    private static final int[] HOURS_OF_DAYS = {
        24, 27, 30, 33, 36, 40, 44, 48, 54, 60, 66, 72, 80, 88, 96, 108, 120, 132, 144, 156, 168,
        180, 192, 216
    };
    private static final int[] LONG_DAYS = {
        100, 120, 150, 180, 240, 300, 365, 550, 730, 1_100, 1_460, 1_825
    };

    private static final DelayGrid STANDARD = new DelayGrid(standardDelays());

    private final long[] delays;
    private final long[] steps;

    /** Made when it is first asked for, and again behind a wire: it is as large as the grid. */
    private transient volatile @Nullable GridIndex index;

    private DelayGrid(long[] delays) {
        this.delays = delays;
        this.steps = Arrays.stream(delays).map(delay -> Math.max(1, delay / 100)).toArray();
    }

    /** The grid that suits anything from milliseconds to years. */
    public static DelayGrid standard() {
        return STANDARD;
    }

    /**
     * The grid of exactly these delays and 0, in any order.
     *
     * @throws IllegalArgumentException if a delay is negative or above a hundred years
     */
    public static DelayGrid of(Duration... delays) {
        return new DelayGrid(new long[] {0}).with(delays);
    }

    /**
     * This grid and these delays, in any order; whole milliseconds, what is finer is cut off.
     *
     * @throws IllegalArgumentException if a delay is negative or above a hundred years
     */
    public DelayGrid with(Duration... more) {
        LongStream added = Arrays.stream(more).mapToLong(DelayGrid::checkedMillis);
        return new DelayGrid(
                LongStream.concat(Arrays.stream(delays), added).sorted().distinct().toArray());
    }

    /** How many delays there are. */
    public int size() {
        return delays.length;
    }

    /** The delay at an index, milliseconds. */
    public long delayMillis(int index) {
        return delays[index];
    }

    /** The step by which the watermark of that delay moves, milliseconds. */
    public long stepMillis(int index) {
        return steps[index];
    }

    /** The smallest index whose delay is at least this one, {@link #size()} if none is. */
    public int indexAtLeast(long delayMillis) {
        int found = Arrays.binarySearch(delays, delayMillis);
        return found >= 0 ? found : -found - 1;
    }

    /** All delays, ascending, milliseconds; a copy. */
    public long[] delaysMillis() {
        return delays.clone();
    }

    /** All steps, in the order of the delays, milliseconds; a copy. */
    public long[] stepsMillis() {
        return steps.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DelayGrid grid && Arrays.equals(delays, grid.delays);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(delays);
    }

    @Override
    public String toString() {
        return delays.length + " delays up to " + Duration.ofMillis(delays[delays.length - 1]);
    }

    /**
     * The progress at which the watermark of a delay reaches {@code time - 1}: from then on what
     * ends at {@code time} is complete.
     */
    long closingProgress(int index, long time) {
        return -Math.floorDiv(-time, steps[index]) * steps[index] + delays[index];
    }

    /** The one index that all who count by this grid share. */
    GridIndex index() {
        GridIndex made = index;
        if (made == null) {
            made = new GridIndex(this);
            index = made;
        }
        return made;
    }

    private static long checkedMillis(Duration delay) {
        if (delay.isNegative() || delay.compareTo(Duration.ofMillis(LONGEST)) > 0) {
            throw new IllegalArgumentException(
                    "delay=" + delay + " is not in [0, 100 years]: give a delay that one can wait");
        }
        return delay.toMillis();
    }

    private static long[] standardDelays() {
        LongStream.Builder all = LongStream.builder();
        LongStream.range(0, 10).forEach(all);
        multiples(DECADE, 1, 100, all);
        multiples(DECADE, 10, SECOND, all);
        multiples(DECADE, 100, 10 * SECOND, all);
        multiples(DECADE, SECOND, MINUTE, all);
        multiples(SIXTIES, SECOND, 10 * MINUTE, all);
        multiples(DECADE, MINUTE, HOUR, all);
        multiples(SIXTIES, MINUTE, 10 * HOUR, all);
        multiples(DECADE, HOUR, DAY, all);
        multiples(HOURS_OF_DAYS, HOUR, 10 * DAY, all);
        multiples(DECADE, DAY, 100 * DAY, all);
        multiples(LONG_DAYS, DAY, 2_000 * DAY, all);
        return all.build().toArray();
    }

    private static void multiples(int[] numbers, long unit, long below, LongStream.Builder to) {
        for (int number : numbers) {
            if (number * unit < below) {
                to.add(number * unit);
            }
        }
    }
}
