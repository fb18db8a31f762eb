package io.tidemark.operators.window;

import java.time.Duration;

/**
 * Windows of one size that start one hop after another: hopping windows, or tumbling ones if the
 * hop is the size.
 *
 * <p>Unless they are offset or staggered, a window starts at 1970-01-01T00:00:00Z. Every event is
 * in size / hop windows, rounded down or up if the hop does not divide the size. Flink calls such
 * windows <em>sliding</em>; here that word is kept for windows that end at each event.
 *
 * <p>A question costs one division.
 */
public final class FixedWindows extends AlignedWindows {

    private static final long serialVersionUID = 1L;

    private final long size;
    private final long hop;

    /** Where in a hop windows start, from zero to the hop, exclusive. */
    private final long offset;

    /** How long after a window's start others end, from zero to the hop, exclusive. */
    private final long endPhase;

    private final boolean staggered;

    private FixedWindows(long size, long hop, long offset, boolean staggered) {
        this.size = size;
        this.hop = hop;
        this.offset = offset;
        this.endPhase = size % hop;
        this.staggered = staggered;
    }

    static FixedWindows of(Duration size, Duration hop) {
        long sizeMillis = Durations.positive("size", size);
        long hopMillis = Durations.positive("hop", hop);
        if (hopMillis > sizeMillis) {
            throw new IllegalArgumentException(
                    "hop="
                            + hop
                            + " exceeds size="
                            + size
                            + ": events in the gaps would be in no window; give a hop of at most"
                            + " the size");
        }
        return new FixedWindows(sizeMillis, hopMillis, 0, false);
    }

    /**
     * The same windows, starting the given time after 1970-01-01T00:00:00Z, and every hop before
     * and after that. It may be negative and may exceed the hop. An offset given before is
     * replaced.
     *
     * @throws IllegalArgumentException if the offset is no whole number of milliseconds, or beyond
     *     2<sup>60</sup> of them either way
     */
    public FixedWindows offsetBy(Duration offset) {
        return new FixedWindows(
                size, hop, Math.floorMod(Durations.whole("offset", offset), hop), staggered);
    }

    /**
     * The same windows, but moved for each key by a part of the hop that the key's hash decides, so
     * that not all keys' windows end at once. A key has the same windows in every run, as long as
     * its {@code hashCode} is the same in every run, which those of enums and arrays are not.
     */
    public FixedWindows staggered() {
        return new FixedWindows(size, hop, offset, true);
    }

    @Override
    long sliceStart(long time) {
        long phase = Math.floorMod(time - offset, hop);
        return time - phase + (phase < endPhase ? 0 : endPhase);
    }

    @Override
    long sliceEnd(long time) {
        long phase = Math.floorMod(time - offset, hop);
        return time - phase + (phase < endPhase ? endPhase : hop);
    }

    @Override
    public long firstEnd(long time) {
        // The hop is at most the size, so the first window to end after the time has begun by then.
        return nextEnd(time);
    }

    @Override
    public long lastEnd(long time) {
        return time - Math.floorMod(time - offset, hop) + size;
    }

    @Override
    public long nextEnd(long end) {
        long phase = Math.floorMod(end - offset, hop);
        return end - phase + (phase < endPhase ? endPhase : endPhase + hop);
    }

    @Override
    long latestEnd(long time) {
        return nextEnd(time) - hop;
    }

    @Override
    public long startOf(long end) {
        return end - size;
    }

    @Override
    public long longestMillis() {
        return size;
    }

    @Override
    public boolean isStaggered() {
        return staggered;
    }

    @Override
    long shift(int keyHash) {
        return staggered ? Math.floorMod(mixed(keyHash), hop) : 0;
    }

    @Override
    public String toString() {
        return (hop == size
                        ? "tumbling " + text(size)
                        : "hopping " + text(size) + " by " + text(hop))
                + (offset == 0 ? "" : " offset by " + text(offset))
                + (staggered ? " staggered" : "");
    }

    /**
     * Spreads the hash over 64 bits; a key's windows depend on it, so it must stay as it is. The
     * steps are the output function of SplitMix64 (Steele, Lea and Flood, Fast splittable
     * pseudorandom number generators, OOPSLA 2014), with the constants of Stafford's variant 13.
     */
    private static long mixed(int hash) {
        long bits = hash * 0x9E3779B97F4A7C15L;
        bits = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
        bits = (bits ^ (bits >>> 27)) * 0x94D049BB133111EBL;
        return bits ^ (bits >>> 31);
    }

    /** In the largest unit that divides it: {@code 90s}, {@code 2h}. */
    private static String text(long millis) {
        if (millis % 86_400_000 == 0) {
            return millis / 86_400_000 + "d";
        }
        if (millis % 3_600_000 == 0) {
            return millis / 3_600_000 + "h";
        }
        if (millis % 60_000 == 0) {
            return millis / 60_000 + "m";
        }
        return millis % 1_000 == 0 ? millis / 1_000 + "s" : millis + "ms";
    }
}
