package io.tidemark.watermarks;

import java.io.Serializable;
import java.time.Instant;
import java.util.function.BiFunction;
import org.apache.flink.api.common.eventtime.TimestampAssignerSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The rule by which a raw number is read as an event time in epoch milliseconds, or refused for a
 * reason that can be counted and shown.
 *
 * <p>A time between the bounds, both inclusive (1990-01-01 to 2100-01-01 UTC, unless {@link
 * #between stated}), is taken as it is. What lies outside but would lie between them as seconds,
 * microseconds or nanoseconds is refused as such, or converted ({@link #convertingUnits}), each
 * record by itself; times before March 1973 are known in milliseconds only. Bounds as wide as from
 * 1970 to 5138 let a number pass for more than one unit: milliseconds go first, then seconds,
 * microseconds, nanoseconds.
 *
 * <p>{@code null}, 0, negative numbers and the two ends of {@code long} are refused, for more often
 * than not they stand for "unknown"; {@link #acceptingZero} and {@link #acceptingNegative} take the
 * middle two for times. A pure function: no clock, no state, nothing allocated; a few comparisons a
 * time.
 */
public final class EventTimeHygiene implements Serializable {

    /** Why a number is no event time. The names are stable: they stand in metrics and records. */
    public enum Reason {
        MISSING("there is no event time"),
        SMALLEST_NUMBER("the smallest number there is marks a time that is not known"),
        LARGEST_NUMBER("the largest number there is marks a time that is not known"),
        ZERO("0 marks a time that is not known, or the first of January 1970"),
        NEGATIVE("the time lies before 1970"),
        SECONDS("the number is a time in seconds"),
        MICROSECONDS("the number is a time in microseconds"),
        NANOSECONDS("the number is a time in nanoseconds"),
        TOO_EARLY("the time lies before the earliest plausible one"),
        TOO_LATE("the time lies after the latest plausible one");

        private final String meaning;

        Reason(String meaning) {
            this.meaning = meaning;
        }

        /** What is wrong, in half a sentence. */
        public String meaning() {
            return meaning;
        }
    }

    /**
     * Reads a time of an event as it is written there, or {@code null}.
     *
     * @param <T> the type of the events
     */
    @FunctionalInterface
    public interface NullableTimeOf<T> extends Serializable {

        /** The number, in whatever unit. */
        @Nullable Long of(T event);
    }

    /** What a refused time is read as: no time. */
    public static final long REFUSED = Long.MIN_VALUE;

    private static final long serialVersionUID = 1L;

    private static final Instant DEFAULT_EARLIEST = Instant.parse("1990-01-01T00:00:00Z");
    private static final Instant DEFAULT_LATEST = Instant.parse("2100-01-01T00:00:00Z");

    /**
     * A number is not taken for another unit if it would stand for a time near 1970: it may as well
     * be milliseconds that lie out of bounds. In seconds it has nine digits.
     */
    private static final long LEAST_OF_UNIT = 100_000_000_000L;

    private final long earliest;
    private final long latest;
    private final boolean convertsUnits;
    private final boolean acceptsZero;
    private final boolean acceptsNegative;

    private EventTimeHygiene(
            long earliest,
            long latest,
            boolean convertsUnits,
            boolean acceptsZero,
            boolean acceptsNegative) {
        this.earliest = earliest;
        this.latest = latest;
        this.convertsUnits = convertsUnits;
        this.acceptsZero = acceptsZero;
        this.acceptsNegative = acceptsNegative;
    }

    /** Refuses whatever is not plainly a time in milliseconds between 1990 and 2100. */
    public static EventTimeHygiene strict() {
        return new EventTimeHygiene(
                DEFAULT_EARLIEST.toEpochMilli(),
                DEFAULT_LATEST.toEpochMilli(),
                false,
                false,
                false);
    }

    /**
     * The same rule with other bounds, both inclusive.
     *
     * @throws IllegalArgumentException if the latest lies before the earliest, or the earliest
     *     after 1969 although negative times are accepted
     */
    public EventTimeHygiene between(Instant earliest, Instant latest) {
        if (latest.isBefore(earliest)) {
            throw new IllegalArgumentException(
                    "latest="
                            + latest
                            + " lies before earliest="
                            + earliest
                            + ": nothing would be plausible, give the earlier one first");
        }
        EventTimeHygiene bounded =
                new EventTimeHygiene(
                        Millis.of("earliest", earliest),
                        Millis.of("latest", latest),
                        convertsUnits,
                        acceptsZero,
                        acceptsNegative);
        return acceptsNegative ? bounded.acceptingNegative() : bounded;
    }

    /** The same rule reading seconds, microseconds and nanoseconds as what they mean. */
    public EventTimeHygiene convertingUnits() {
        return new EventTimeHygiene(earliest, latest, true, acceptsZero, acceptsNegative);
    }

    /** The same rule taking 0 for 1970-01-01T00:00:00Z, whatever the bounds are. */
    public EventTimeHygiene acceptingZero() {
        return new EventTimeHygiene(earliest, latest, convertsUnits, true, acceptsNegative);
    }

    /**
     * The same rule taking negative numbers for times before 1970, between the bounds.
     *
     * @throws IllegalArgumentException if the earliest plausible time is not before 1970
     */
    public EventTimeHygiene acceptingNegative() {
        if (earliest >= 0) {
            throw new IllegalArgumentException(
                    "earliest="
                            + Instant.ofEpochMilli(earliest)
                            + " lies after all negative times: give between(…) an earliest before 1970 first");
        }
        return new EventTimeHygiene(earliest, latest, convertsUnits, acceptsZero, true);
    }

    /** The time that the number stands for, epoch milliseconds, or {@link #REFUSED}. */
    public long millis(long raw) {
        if (isPlain(raw)) {
            return raw;
        }
        if (!convertsUnits || isNoTime(raw)) {
            return REFUSED;
        }
        Reason unit = unitOf(raw);
        return unit == null ? REFUSED : inMillis(raw, unit);
    }

    /** The time that the number stands for, epoch milliseconds, or {@link #REFUSED}. */
    public long millis(@Nullable Long raw) {
        return raw == null ? REFUSED : millis(raw.longValue());
    }

    /** Why the number is refused; {@code null} if it is read as a time. */
    public @Nullable Reason refusal(long raw) {
        if (isPlain(raw)) {
            return null;
        }
        if (raw == Long.MIN_VALUE) {
            return Reason.SMALLEST_NUMBER;
        }
        if (raw == Long.MAX_VALUE) {
            return Reason.LARGEST_NUMBER;
        }
        if (raw == 0 && !acceptsZero) {
            return Reason.ZERO;
        }
        if (raw < 0 && !acceptsNegative) {
            return Reason.NEGATIVE;
        }
        Reason unit = unitOf(raw);
        if (unit != null) {
            return convertsUnits ? null : unit;
        }
        return raw < earliest ? Reason.TOO_EARLY : Reason.TOO_LATE;
    }

    /** Why the number is refused; {@code null} if it is read as a time. */
    public @Nullable Reason refusal(@Nullable Long raw) {
        return raw == null ? Reason.MISSING : refusal(raw.longValue());
    }

    /**
     * The time that the number stands for, epoch milliseconds, or an exception for why it is none:
     * the operators' {@code RecordDecoder.checkingTimes} makes a dead letter of it.
     *
     * @param refusal makes it, of the {@link Reason}'s name and a sentence on what to do
     * @throws X what {@code refusal} made, if the number is refused
     */
    public <X extends Exception> long millisOrThrow(
            @Nullable Long raw, BiFunction<String, String, X> refusal) throws X {
        Reason reason = refusal(raw);
        if (reason == null) {
            return millis(raw);
        }
        long meant = raw == null ? REFUSED : inMillis(raw, reason);
        throw refusal.apply(reason.name(), RefusalText.of(reason, meant, earliest, latest));
    }

    /** Whether the number is a time as it stands. */
    private boolean isPlain(long raw) {
        return raw == 0 ? acceptsZero : raw >= earliest && raw <= latest && !isNoTime(raw);
    }

    private boolean isNoTime(long raw) {
        return raw == Long.MIN_VALUE
                || raw == Long.MAX_VALUE
                || (raw == 0 && !acceptsZero)
                || (raw < 0 && !acceptsNegative);
    }

    /** The unit in which a number that is no plausible time would be one. */
    private @Nullable Reason unitOf(long raw) {
        if (isBetween(raw, Reason.SECONDS)) {
            return Reason.SECONDS;
        }
        if (isBetween(raw, Reason.MICROSECONDS)) {
            return Reason.MICROSECONDS;
        }
        return isBetween(raw, Reason.NANOSECONDS) ? Reason.NANOSECONDS : null;
    }

    private boolean isBetween(long raw, Reason unit) {
        long millis = inMillis(raw, unit);
        return millis >= earliest && millis <= latest && Math.abs(millis) >= LEAST_OF_UNIT;
    }

    private static long inMillis(long raw, Reason unit) {
        return switch (unit) {
            case SECONDS ->
                    raw > Long.MAX_VALUE / 1_000
                            ? Long.MAX_VALUE
                            : raw < -Long.MAX_VALUE / 1_000 ? REFUSED : raw * 1_000;
            case MICROSECONDS -> Math.floorDiv(raw, 1_000L);
            case NANOSECONDS -> Math.floorDiv(raw, 1_000_000L);
            default -> raw;
        };
    }

    /** Reads the times of events by this rule; what it refuses is {@link #REFUSED}. */
    public <T> TimeOf<T> reading(TimeOf<T> raw) {
        return event -> millis(raw.of(event));
    }

    /**
     * An assigner of timestamps by this rule, for {@code withTimestampAssigner} of any strategy.
     *
     * <p>What the rule refuses gets the timestamp {@link #REFUSED}, which moves no watermark here,
     * and which Flink's windows do not take. So part those records from the others: of Kafka by
     * {@link #millisOrThrow}, which makes dead letters of them before they are events; of any other
     * stream by two filters, for a {@link #refusal} is the same whenever it is asked. Metrics, by
     * subtask: {@code eventTimesRefused.REASON} for each {@link Reason}, and {@code
     * eventTimesConverted}.
     */
    public <T> TimestampAssignerSupplier<T> assigning(TimeOf<T> raw) {
        return context -> {
            RefusedTimes counts = new RefusedTimes(context.getMetricGroup());
            return (event, recordTimestamp) -> counts.millis(this, raw.of(event));
        };
    }

    /** What {@link #assigning} is, for events that may have no time. */
    public <T> TimestampAssignerSupplier<T> assigningNullable(NullableTimeOf<T> raw) {
        return context -> {
            RefusedTimes counts = new RefusedTimes(context.getMetricGroup());
            return (event, recordTimestamp) -> counts.millis(this, raw.of(event));
        };
    }

    @Override
    public String toString() {
        return "between "
                + Instant.ofEpochMilli(earliest)
                + " and "
                + Instant.ofEpochMilli(latest)
                + (convertsUnits ? ", units converted" : "")
                + (acceptsZero ? ", 0 accepted" : "")
                + (acceptsNegative ? ", negative accepted" : "");
    }
}
