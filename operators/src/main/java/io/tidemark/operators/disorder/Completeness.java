package io.tidemark.operators.disorder;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Which delay of the grid reaches a share of complete events, by what was counted and by what is to
 * be expected once everything has arrived.
 */
public final class Completeness {

    private final DelayFindings findings;
    private final double asked;

    private Completeness(DelayFindings findings, double asked) {
        this.findings = findings;
        this.asked = asked;
    }

    /**
     * The delays that reach a share.
     *
     * @throws IllegalArgumentException if the share is not in (0, 1)
     */
    public static Completeness of(DelayFindings findings, double share) {
        if (!(share > 0 && share < 1)) {
            throw new IllegalArgumentException(
                    "completeness="
                            + share
                            + " is not in (0, 1): no finite delay keeps all events that may come");
        }
        return new Completeness(findings, share);
    }

    /** How many of the events may be missing. */
    public long spare() {
        return spareOf(findings.events(), asked);
    }

    /**
     * How many of so many events may be missing; in decimal, for in binary 1 - 0.9 is below 0.1.
     */
    static long spareOf(long events, double share) {
        return BigDecimal.ONE
                .subtract(BigDecimal.valueOf(share))
                .multiply(BigDecimal.valueOf(events))
                .setScale(0, RoundingMode.FLOOR)
                .longValueExact();
    }

    /** The least number of events of which so many may be missing. */
    static long eventsToSpare(long missing, double share) {
        return BigDecimal.valueOf(missing)
                .divide(BigDecimal.ONE.subtract(BigDecimal.valueOf(share)), 0, RoundingMode.CEILING)
                .longValueExact();
    }

    /** The smallest index whose delay has at most the rest of the events behind its watermark. */
    public OptionalInt inTime() {
        return reaching(findings.behind());
    }

    /** The smallest index at which the window loses at most the rest of the events. */
    public OptionalInt kept(int window) {
        return reaching(findings.lost(window));
    }

    /**
     * The same for events in time, once all have arrived; never smaller. Empty if no delay of the
     * grid reaches the share or if the log is too short to tell.
     */
    public OptionalInt inTimeCorrected() {
        return corrected(findings.behind());
    }

    /** The same for the window, once all have arrived; never smaller. Empty as above. */
    public OptionalInt keptCorrected(int window) {
        return corrected(findings.lost(window));
    }

    private OptionalInt reaching(long[] counts) {
        long allowed = spare();
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] <= allowed) {
                return OptionalInt.of(i);
            }
        }
        return OptionalInt.empty();
    }

    private OptionalInt corrected(long[] counts) {
        OptionalInt naive = reaching(counts);
        if (naive.isEmpty()) {
            return naive;
        }
        long[] behind = findings.behind();
        RightTruncation truncation = findings.disorderTruncation();
        for (int i = naive.getAsInt(); i < counts.length; i++) {
            OptionalDouble exceeding =
                    truncation.exceeding(findings.plan().delays().delayMillis(i), asked);
            if (exceeding.isEmpty()) {
                return OptionalInt.empty();
            }
            double lostOfBehind = behind[i] == 0 ? 1 : (double) counts[i] / behind[i];
            if (exceeding.getAsDouble() * lostOfBehind <= 1 - asked) {
                return OptionalInt.of(i);
            }
        }
        return OptionalInt.empty();
    }
}
