package io.tidemark.bench.windows;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** An order-free checksum of the rows that end in each second of event time. */
final class SecondSums {

    private static final long SECOND = 1000;

    private final Map<Long, Sum> sums = new HashMap<>();
    private long lastSecond = Long.MIN_VALUE;
    private Sum last = new Sum();
    private long rows;

    private static final class Sum {
        long rows;
        long hashes;
    }

    void add(WindowRow row) {
        // An end on the second belongs to the second that it closes.
        long second = Math.floorDiv(row.end() - 1, SECOND);
        if (second != lastSecond) {
            last = sums.computeIfAbsent(second, any -> new Sum());
            lastSecond = second;
        }
        last.rows++;
        last.hashes += row.hash();
        rows++;
    }

    void addAll(SecondSums other) {
        other.sums.forEach(
                (second, sum) -> {
                    Sum mine = sums.computeIfAbsent(second, any -> new Sum());
                    mine.rows += sum.rows;
                    mine.hashes += sum.hashes;
                });
        rows += other.rows;
    }

    long rows() {
        return rows;
    }

    /** The rows and the checksum of all seconds up to the last that the watermark has completed. */
    Prefix prefix(long watermark) {
        long end = completed(watermark);
        long prefixRows = 0;
        long hashes = 0;
        for (Map.Entry<Long, Sum> entry : sums.entrySet()) {
            if (entry.getKey() < end) {
                prefixRows += entry.getValue().rows;
                hashes += Mixing.mix(entry.getKey() ^ entry.getValue().hashes);
            }
        }
        return new Prefix(prefixRows, hashes);
    }

    record Prefix(long rows, long checksum) {}

    /**
     * The first second, since the epoch, on which this one and the other differ up to a watermark
     * that both have seen; null if on none.
     */
    @Nullable Long firstDifference(SecondSums other, long watermark) {
        long end = completed(watermark);
        Set<Long> seconds = new TreeSet<>(sums.keySet());
        seconds.addAll(other.sums.keySet());
        for (long second : seconds) {
            if (second < end && !same(sums.get(second), other.sums.get(second))) {
                return second;
            }
        }
        return null;
    }

    long rowsOf(long second) {
        Sum sum = sums.get(second);
        return sum == null ? 0 : sum.rows;
    }

    /** The first second that the watermark has not completed. */
    private static long completed(long watermark) {
        return watermark == Long.MIN_VALUE ? watermark : Math.floorDiv(watermark + 1, SECOND);
    }

    private static boolean same(@Nullable Sum one, @Nullable Sum other) {
        return one != null && other != null && one.rows == other.rows && one.hashes == other.hashes;
    }
}
