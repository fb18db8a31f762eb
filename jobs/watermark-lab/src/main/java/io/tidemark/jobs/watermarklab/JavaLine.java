package io.tidemark.jobs.watermarklab;

import java.math.BigDecimal;
import java.time.Duration;

/**
 * The line of Java that builds a strategy, to be pasted into a job whose events are {@code Event}s
 * with their times in {@code time()} and {@code logTime()} and their key in {@code key()}.
 */
final class JavaLine {

    private JavaLine() {}

    static String bounded(long delayMillis, WatermarkLabOptions options) {
        return "BoundedWatermarks.waiting(" + duration(delayMillis) + ", " + times(options) + ")";
    }

    static String quantile(BigDecimal share, WatermarkLabOptions options) {
        return "QuantileWatermarks.losing("
                + decimal(share)
                + ", "
                + duration(options.longest().toMillis())
                + ", "
                + times(options)
                + ")";
    }

    static String completeness(WatermarkLabOptions options) {
        return "CompletenessWatermarks.keeping("
                + decimal(BigDecimal.valueOf(options.completeness()))
                + ", "
                + duration(options.windows().get(0).toMillis())
                + ", "
                + duration(options.longest().toMillis())
                + ", "
                + times(options)
                + ")";
    }

    static String capped(Duration cap, BigDecimal share, WatermarkLabOptions options) {
        return "CappedWatermarks.of("
                + quantile(share, options)
                + ", "
                + duration(cap.toMillis())
                + ", Event::logTime)";
    }

    static String perKey(Duration delay, WatermarkLabOptions options) {
        return "PerKeyWatermarks.of(event -> KeyOf.hash(event.key()), "
                + duration(delay.toMillis())
                + ", "
                + times(options)
                + ")";
    }

    /** With all its digits, so that Java reads the number that was tried. */
    private static String decimal(BigDecimal share) {
        return share.stripTrailingZeros().toPlainString();
    }

    private static String times(WatermarkLabOptions options) {
        boolean usual = options.maxAhead().equals(Duration.ofMinutes(1));
        String ahead = duration(options.maxAhead().toMillis());
        if (options.input().hasArrivalClock()) {
            return "EventTimes.of(Event::time).loggedAt(Event::logTime)"
                    + (usual ? "" : ".guardedBy(FutureGuard.byLogTime(" + ahead + "))");
        }
        return "EventTimes.of(Event::time)"
                + (usual ? "" : ".guardedBy(FutureGuard.byNeighbours(" + ahead + "))");
    }

    /** In the largest unit that divides it. */
    static String duration(long millis) {
        if (millis == 0) {
            return "Duration.ZERO";
        }
        if (millis % 86_400_000 == 0) {
            return "Duration.ofDays(" + millis / 86_400_000 + ")";
        }
        if (millis % 3_600_000 == 0) {
            return "Duration.ofHours(" + millis / 3_600_000 + ")";
        }
        if (millis % 60_000 == 0) {
            return "Duration.ofMinutes(" + millis / 60_000 + ")";
        }
        if (millis % 1_000 == 0) {
            return "Duration.ofSeconds(" + millis / 1_000 + ")";
        }
        return "Duration.ofMillis(" + millis + ")";
    }
}
