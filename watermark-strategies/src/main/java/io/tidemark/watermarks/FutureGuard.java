package io.tidemark.watermarks;

import java.io.Serializable;
import java.time.Duration;

/**
 * The rule by which an event time is believed or found too far ahead to move the watermark.
 *
 * <p>No rule asks the wall clock: in a backfill of last year's events it would believe anything.
 */
public final class FutureGuard implements Serializable {

    static final Duration DEFAULT_AHEAD = Duration.ofMinutes(1);

    private static final long serialVersionUID = 1L;

    private enum Kind {
        LOG_TIME,
        NEIGHBOURS,
        NONE
    }

    private final Kind kind;
    private final long aheadMillis;

    private FutureGuard(Kind kind, long aheadMillis) {
        this.kind = kind;
        this.aheadMillis = aheadMillis;
    }

    /**
     * Believes an event stamped up to and including {@code ahead} after the time at which the log
     * took it.
     *
     * @throws IllegalArgumentException if {@code ahead} is negative
     */
    public static FutureGuard byLogTime(Duration ahead) {
        return new FutureGuard(Kind.LOG_TIME, checked(ahead));
    }

    /**
     * Believes an event stamped up to and including {@code ahead} after the highest time believed
     * before. What lies further ahead needs company: the progress goes on to the third highest of
     * the last nine event times. One or two wrong clocks in nine events therefore change nothing,
     * and after a silence, when all events lie ahead, two events pass before time moves on; so do
     * two at the very beginning. Where events always lie further apart than {@code ahead}, time
     * stays two events behind, and strategies that learn delays or keys learn nothing and stay
     * silent: give more than the usual gap.
     *
     * @throws IllegalArgumentException if {@code ahead} is negative
     */
    public static FutureGuard byNeighbours(Duration ahead) {
        return new FutureGuard(Kind.NEIGHBOURS, checked(ahead));
    }

    /** Believes every event time. */
    public static FutureGuard none() {
        return new FutureGuard(Kind.NONE, 0);
    }

    private static long checked(Duration ahead) {
        if (ahead.isNegative()) {
            throw new IllegalArgumentException(
                    "ahead="
                            + ahead
                            + " is negative: it would distrust honest clocks, give 0 or more");
        }
        return Millis.of("ahead", ahead);
    }

    /**
     * Whether this rule finds an event stamped too far ahead of the log, whatever came before it.
     * {@code false} by any rule but {@link #byLogTime}.
     */
    public boolean isAheadOfLog(long eventTime, long logTime) {
        return kind == Kind.LOG_TIME && eventTime - aheadMillis > logTime;
    }

    boolean needsLogTime() {
        return kind == Kind.LOG_TIME;
    }

    /** The memory that this rule needs of one partition. */
    Credibility begin() {
        return switch (kind) {
            case LOG_TIME -> new Credibility.ByLogTime(aheadMillis);
            case NEIGHBOURS -> new Credibility.ByNeighbours(aheadMillis);
            case NONE -> new Credibility.OfAll();
        };
    }

    @Override
    public String toString() {
        return switch (kind) {
            case LOG_TIME -> "up to " + aheadMillis + " ms ahead of the log";
            case NEIGHBOURS -> "up to " + aheadMillis + " ms ahead of the events before";
            case NONE -> "none";
        };
    }
}
